// What a piece is and how it moves, when one points at it.

import type { JSX } from "preact";

import { gate } from "./diagrams";
import { explained } from "./explained";
import type { PieceView } from "./messages";
import { board, state } from "./store";

/** What the letters of a diagram mean, in the order in which they are explained. */
const MEANINGS: [string, string][] = [
  ["b", "moves and captures"],
  ["m", "only moves"],
  ["c", "only captures"],
  ["i", "only from some squares"],
];

/** What a bar at a sign means. */
const BLOCKABLE = "no leap: something can stand in the way";

function isBlockable(piece: PieceView): boolean {
  return /[A-Z]/.test(piece.moves.rows.join(""));
}

/** The moves of a piece in words, for those who do not see the diagram. */
export function inWords(piece: PieceView): string {
  const all = piece.moves.rows.join("").toLowerCase();
  const parts = MEANINGS.flatMap(([letter, meaning]) => {
    const number = [...all].filter((other) => other === letter).length;
    return number === 0 ? [] : [`${meaning} to ${number} square${number === 1 ? "" : "s"} nearby`];
  });
  if (isBlockable(piece)) parts.push(BLOCKABLE);
  if (piece.moves.isFarther) parts.push("goes farther");
  if (piece.region.length > 0) parts.push(`stays on ${piece.region.length} squares of the board`);
  return `${piece.name}: ${parts.join(", ")}`;
}

/**
 * The diagram of a piece's moves on an empty board; the side that it belongs to is below. Squares
 * that it cannot enter, by their distances in files and ranks, are dimmed.
 */
function MovesDiagram({
  piece,
  turned,
  isOutside,
}: {
  piece: PieceView;
  turned: boolean;
  isOutside: (files: number, ranks: number) => boolean;
}): JSX.Element {
  const rows = turned
    ? [...piece.moves.rows].reverse().map((row) => [...row].reverse().join(""))
    : piece.moves.rows;
  const middle = Math.floor(rows.length / 2);
  const away = turned ? -1 : 1;
  return (
    <svg class="diagram" viewBox={`0 0 ${rows.length * 10} ${rows.length * 10}`} aria-hidden="true">
      {rows.flatMap((row, y) =>
        [...row].map((letter, x) => (
          <g key={`${x},${y}`}>
            <rect
              class={(x + y) % 2 === 0 ? "light" : "dark"}
              x={x * 10}
              y={y * 10}
              width="10"
              height="10"
            />
            <Mark letter={letter.toLowerCase()} x={x * 10 + 5} y={y * 10 + 5} />
            {letter !== letter.toLowerCase() && (
              <path class="gate" d={gate([x * 10, y * 10], [middle * 10, middle * 10], 10)} />
            )}
            {isOutside(away * (x - middle), away * (middle - y)) && (
              <rect class="outside" x={x * 10} y={y * 10} width="10" height="10" />
            )}
          </g>
        )),
      )}
      <use
        href={`#piece-${piece.code}`}
        x={middle * 10 - 1}
        y={middle * 10 - 1}
        width="12"
        height="12"
      />
    </svg>
  );
}

function Mark({ letter, x, y }: { letter: string; x: number; y: number }): JSX.Element | null {
  switch (letter) {
    case "b":
      return <circle class="both" cx={x} cy={y} r="3" />;
    case "m":
      return <circle class="moves" cx={x} cy={y} r="2.4" />;
    case "i":
      return <circle class="initial" cx={x} cy={y} r="2.4" />;
    case "c":
      return <path class="captures" d={`M${x - 2.4} ${y - 2.4}l4.8 4.8m0 -4.8l-4.8 4.8`} />;
    default:
      return null;
  }
}

/** The explanation beside the piece, on the side where there is more room. */
export function PieceHint(props: {
  place: (square: string) => [number, number] | null;
  turned: boolean;
}): JSX.Element | null {
  const square = explained.value;
  const shape = board.value;
  const code = state.value?.position.pieces.find(([other]) => other === square)?.[1];
  const piece = shape?.pieces.find((other) => other.code === code);
  const place = square === null ? null : props.place(square);
  if (shape == null || piece === undefined || place === null) return null;
  const [x, y] = place;
  const present = new Set(piece.moves.rows.join("").toLowerCase());
  const origin = shape.squares.find((other) => other.name === square);
  const isOutside = (files: number, ranks: number) => {
    if (piece.region.length === 0 || origin === undefined) return false;
    const [file, rank] = [origin.file + files, origin.rank + ranks];
    const there = shape.squares.find((other) => other.file === file && other.rank === rank);
    return there !== undefined && !piece.region.includes(there.name);
  };
  const near = piece.moves.rows.map((_, index) => index - Math.floor(piece.moves.rows.length / 2));
  const hasOutside = near.some((files) => near.some((ranks) => isOutside(files, ranks)));
  const isLeft = x + 0.5 > shape.files.length / 2;
  const isLow = y + 0.5 > shape.ranks.length / 2;
  return (
    <div
      class={`hint-box ${isLeft ? "left" : "right"} ${isLow ? "above" : "below"}`}
      role="status"
      style={{ "--x": x / shape.files.length, "--y": y / shape.ranks.length }}
    >
      <strong>{piece.name}</strong>
      <MovesDiagram piece={piece} turned={props.turned} isOutside={isOutside} />
      <ul aria-hidden="true">
        {MEANINGS.filter(([letter]) => present.has(letter)).map(([letter, meaning]) => (
          <li key={letter}>
            <svg viewBox="0 0 10 10">
              <Mark letter={letter} x={5} y={5} />
            </svg>
            {meaning}
          </li>
        ))}
        {isBlockable(piece) && (
          <li>
            <svg viewBox="0 0 10 10">
              <rect class="light" width="10" height="10" />
              <path class="gate" d={gate([0, 0], [-10, 0], 10)} />
            </svg>
            {BLOCKABLE}
          </li>
        )}
        {hasOutside && (
          <li>
            <svg viewBox="0 0 10 10">
              <rect class="light" width="10" height="10" />
              <rect class="outside" width="10" height="10" />
            </svg>
            it cannot enter
          </li>
        )}
        {piece.moves.isFarther && <li>and farther</li>}
      </ul>
      <span class="hidden">{inWords(piece)}</span>
    </div>
  );
}
