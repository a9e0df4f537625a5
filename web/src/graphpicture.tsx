// The evaluation graph: White's chances in every position of the main line.

import type { JSX } from "preact";

import type { Shown } from "./completion";
import type { ScoreView, TreeNode } from "./messages";
import { Report } from "./report";
import { evaluations, report, send } from "./store";

const WIDTH = 400;
const HEIGHT = 80;

/** White's share, from 0 to 1. */
function share(score: ScoreView): number {
  return (score.chances[0] + score.chances[1] / 2) / 1000;
}

/** The graph, and the report below it. */
export function Evaluations({ shown, line }: { shown: Shown; line: TreeNode[] }): JSX.Element {
  const known = evaluations.value;
  const x = (ply: number) => (ply / Math.max(1, line.length - 1)) * WIDTH;
  const points = line.flatMap((node, ply) => {
    const score = known.get(node.id);
    return score === undefined ? [] : [{ node, ply, score, y: (1 - share(score)) * HEIGHT }];
  });
  const current = line.findIndex((node) => node.id === shown.node);
  const area = points.map((point) => `${x(point.ply)},${point.y}`).join(" ");
  const last = points[points.length - 1];
  const judged = new Map(report.value?.moves.map((move) => [move.node, move.glyph]));
  const turns = new Set(report.value?.turningPoints.map((point) => point.node));
  return (
    <>
      {points.length > 1 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <rect class="ground" width={WIDTH} height={HEIGHT} />
          <polygon
            class="chances"
            points={`0,${HEIGHT} ${area} ${x(last?.ply ?? 0)},${HEIGHT}`}
            aria-hidden="true"
          />
          <line class="even" x1="0" y1={HEIGHT / 2} x2={WIDTH} y2={HEIGHT / 2} />
          {current >= 0 && (
            <line class="current" x1={x(current)} y1="0" x2={x(current)} y2={HEIGHT} />
          )}
          {points
            .filter(({ node }) => turns.has(node.id))
            .map(({ node, ply }) => (
              <line key={`t${node.id}`} class="turn" x1={x(ply)} y1="0" x2={x(ply)} y2={HEIGHT} />
            ))}
          {points
            .filter(({ node }) => judged.has(node.id))
            .map(({ node, ply, y }) => (
              <circle
                key={`g${node.id}`}
                class={`glyph-${judged.get(node.id)}`}
                cx={x(ply)}
                cy={y}
                r="4"
              />
            ))}
          {points.map(({ node, ply, score }) => (
            <rect
              key={node.id}
              class="point"
              role="button"
              aria-label={`${node.number} ${node.san}: ${score.text}`}
              x={x(ply) - WIDTH / line.length / 2}
              width={WIDTH / line.length}
              height={HEIGHT}
              onClick={() => send({ type: "goTo", node: node.id })}
            >
              <title>{`${node.number} ${node.san}: ${score.text}`}</title>
            </rect>
          ))}
        </svg>
      )}
      <Report />
    </>
  );
}
