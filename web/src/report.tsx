// The report on a game: how well both sides played, the moves that lost something, what was
// better, and where the game was decided.

import type { JSX } from "preact";

import type { JudgedMove } from "./messages";
import { report, send, state } from "./store";

/** The marks of moves, by their glyphs, the worst first. */
const MARKS: [glyph: number, sign: string, one: string, several: string][] = [
  [4, "??", "blunder", "blunders"],
  [2, "?", "mistake", "mistakes"],
  [6, "?!", "inaccuracy", "inaccuracies"],
  [1, "!", "good move", "good moves"],
];

export function signOf(glyph: number): string {
  return MARKS.find(([other]) => other === glyph)?.[1] ?? "";
}

/** Whether White made a move, by its number. */
function isWhite(move: JudgedMove): boolean {
  return !move.number.includes("...");
}

/** How often each mark was given to a side: `2 blunders, 1 mistake`. */
export function summary(moves: JudgedMove[]): string {
  const parts = MARKS.flatMap(([glyph, , one, several]) => {
    const count = moves.filter((move) => move.glyph === glyph).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return parts.length === 0 ? "nothing to mark" : parts.join(", ");
}

/** The most moves of a line that are shown. */
const SHOWN = 6;

/** The first moves of a line; numbers do not count. */
export function beginning(san: string): string {
  let moves = 0;
  const words = san.split(" ");
  const end = words.findIndex((word) => {
    if (!/^\d+\.+$/.test(word)) moves += 1;
    return moves > SHOWN;
  });
  if (end < 0) return san;
  const kept = words.slice(0, end);
  while (/^\d+\.+$/.test(kept.at(-1) ?? "")) kept.pop();
  return `${kept.join(" ")} …`;
}

export function Report(): JSX.Element | null {
  const shown = report.value;
  if (shown === null) return null;
  const turns = new Map(shown.turningPoints.map((point) => [point.node, point]));
  const nodes = new Set(state.value?.tree.map((node) => node.id));
  const moves = shown.moves.filter((move) => nodes.has(move.node));
  return (
    <section class="report" aria-label="Report">
      <h2>Report</h2>
      <dl>
        {([0, 1] as const).map((side) => {
          const own = moves.filter((move) => isWhite(move) === (side === 0));
          const accuracy = shown.accuracy[side];
          return (
            <div key={side}>
              <dt>{side === 0 ? "White" : "Black"}</dt>
              <dd>
                {accuracy !== null && <strong>{accuracy.toFixed(0)}% accuracy</strong>}{" "}
                {summary(own)}
              </dd>
            </div>
          );
        })}
      </dl>
      <ul>
        {moves.map((move) => {
          const turn = turns.get(move.node);
          return (
            <li key={move.node} class={`glyph-${move.glyph}`}>
              <button type="button" onClick={() => send({ type: "goTo", node: move.node })}>
                {move.number} {move.san}
                {signOf(move.glyph)}
              </button>
              {move.better !== null && (
                <span>
                  {" "}
                  loses {move.loss}; better {beginning(move.better.san)} ({move.better.score.text})
                </span>
              )}
              {move.better === null && <span> the only good move</span>}
              {turn !== undefined && (
                <strong>
                  {" "}
                  Turning point: White's chances went from {turn.before} to {turn.after}.
                </strong>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" onClick={() => send({ type: "addReport" })}>
        Write it into the game
      </button>
    </section>
  );
}
