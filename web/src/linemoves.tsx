// A line of the engine move by move: pointing at a move shows the position after it.

import { signal } from "@preact/signals";
import type { JSX } from "preact";

import type { Line } from "./messages";
import { send } from "./store";

/** The moves of which the position is wanted. */
export const wanted = signal<string[] | null>(null);

/** The words of a line, each with the number of moves up to it; numbers belong to their moves. */
export function wordsOf(san: string): { text: string; moves: number }[] {
  const words: { text: string; moves: number }[] = [];
  let number = "";
  let moves = 0;
  for (const word of san.split(" ")) {
    if (/^\d+\.+$/.test(word)) {
      number = `${word} `;
      continue;
    }
    moves += 1;
    words.push({ text: number + word, moves });
    number = "";
  }
  return words;
}

function point(moves: string[]): void {
  wanted.value = moves;
  send({ type: "preview", moves });
}

export function leave(): void {
  wanted.value = null;
}

/** The moves of a line; pointing at one shows its position. */
export function LineMoves({ line }: { line: Line }): JSX.Element {
  return (
    <span class="line-moves" onPointerLeave={leave}>
      {wordsOf(line.san).map(({ text, moves }) => (
        <span
          key={moves}
          data-moves={moves}
          onPointerEnter={(event) => {
            if (event.pointerType === "mouse") point(line.moves.slice(0, moves));
          }}
        >
          {text}{" "}
        </span>
      ))}
    </span>
  );
}
