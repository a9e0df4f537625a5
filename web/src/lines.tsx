// What the engine thinks: its lines, how far it is, a bar of chances.

import type { JSX } from "preact";

import type { ScoreView } from "./messages";
import { LineMoves, wanted } from "./linemoves";
import { Preview } from "./preview";
import { change, settings } from "./settings";
import { flipped, send, thinking } from "./store";

function scoreText(score: ScoreView): string {
  if (!settings.value.chances) return score.text;
  const [win, draw] = score.chances;
  return `${Math.round((win + draw / 2) / 10)} %`;
}

/** A large number in short: `1.2 million`, `34 thousand`, `560`. */
export function count(value: number): string {
  if (value >= 999_500) return `${(value / 1e6).toFixed(1)} million`;
  return value >= 10_000 ? `${Math.round(value / 1000)} thousand` : `${value}`;
}

/** A search of fewer positions says nothing about the speed. */
const MEASURED = 50_000;

/** How far the search is. */
export function progress(depth: number, nodes: number, nodesPerSecond: number): string {
  const searched = `depth ${depth}, ${count(nodes)} position${nodes === 1 ? "" : "s"}`;
  return nodes < MEASURED ? searched : `${searched}, ${count(nodesPerSecond)} per second`;
}

/** The score of the best line, how far the search is, and whether whole lines are shown. */
export function Progress(): JSX.Element | null {
  const info = thinking.value;
  if (info === null) return null;
  const best = info.lines[0];
  const isWhole = settings.value.wholeLines;
  return (
    <>
      {best !== undefined && <strong class="score">{scoreText(best.score)}</strong>}
      <span class="speed">{progress(best?.depth ?? 0, info.nodes, info.nodesPerSecond)}</span>
      <button
        type="button"
        class="quiet"
        aria-pressed={isWhole}
        onClick={() => change({ wholeLines: !isWhole })}
      >
        Whole lines
      </button>
    </>
  );
}

/** The best lines. */
export function Lines(): JSX.Element {
  const info = thinking.value;
  return (
    <>
      <ol
        class={settings.value.wholeLines ? "lines whole" : "lines"}
        style={{ "--lines": settings.value.lines }}
      >
        {info?.lines.map((line, index) => (
          <li key={index}>
            <button
              type="button"
              title={`Play the first move of ${line.san}`}
              disabled={info.threat}
              onClick={() => send({ type: "play", mv: line.moves[0] ?? "" })}
            >
              <strong>{scoreText(line.score)}</strong> <LineMoves line={line} />
            </button>
          </li>
        ))}
      </ol>
      {wanted.value !== null && <Preview />}
    </>
  );
}

/** White's share of the chances, beside the board. */
export function EvaluationBar(): JSX.Element {
  const score = thinking.value?.lines[0]?.score;
  const share = score === undefined ? 50 : (score.chances[0] + score.chances[1] / 2) / 10;
  const text = score === undefined ? "no evaluation yet" : `evaluation ${score.text}`;
  return (
    <div
      class={flipped.value ? "bar flipped" : "bar"}
      role="img"
      aria-label={text}
      title={score?.text}
    >
      <div class="white" style={{ "--share": `${share}%` }} />
    </div>
  );
}
