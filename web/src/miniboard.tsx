// A small board that only shows: an array, the moves of a piece, a line ahead.

import type { JSX } from "preact";

import type { Board } from "./messages";

export interface Shown {
  board: Board;
  /** Squares and the codes of the pieces on them. */
  pieces: [string, string][];
  /** Squares that are marked, each with a class: `move`, `capture`, `both` or `last`. */
  marks?: Map<string, string>;
  /** Whether Black is at the bottom. */
  flipped?: boolean;
  /** Whether only the part with pieces and marks is shown. */
  cropped?: boolean;
  /** What it shows, for those who do not see it. */
  label: string;
}

/** The targets of a piece by how it reaches them. */
export function targetMarks(moves: string[], captures: string[]): Map<string, string> {
  const marks = new Map(moves.map((square) => [square, "move"]));
  for (const square of captures) marks.set(square, marks.has(square) ? "both" : "capture");
  return marks;
}

/** The least size of a part of a board, in squares. */
const LEAST = 7;

/** Where a part of this length begins that holds places from `first` to `last`, and its length. */
export function croppedRange(
  first: number,
  last: number,
  all: number,
): [begin: number, length: number] {
  const length = Math.min(all, Math.max(LEAST, last - first + 1));
  const begin = Math.round((first + last + 1 - length) / 2);
  return [Math.max(0, Math.min(begin, all - length)), length];
}

export function MiniBoard(props: Shown): JSX.Element {
  const { board, marks, label } = props;
  const [files, ranks] = [board.files.length, board.ranks.length];
  const place = (file: number, rank: number) =>
    props.flipped === true ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  const squares = new Map(board.squares.map((square) => [square.name, square]));
  const drawings = new Map(board.pieces.map((piece) => [piece.code, piece.drawing]));
  const shown = [...(marks?.keys() ?? []), ...props.pieces.map(([name]) => name)];
  const places = shown.flatMap((name) => {
    const square = squares.get(name);
    return square === undefined ? [] : [place(square.file, square.rank) as [number, number]];
  });
  const range = (axis: 0 | 1, all: number) => {
    const values = places.map((at) => at[axis]);
    return croppedRange(Math.min(...values), Math.max(...values), all);
  };
  const isCropped = props.cropped === true && places.length > 0;
  const [x0, width] = isCropped ? range(0, files) : [0, files];
  const [y0, height] = isCropped ? range(1, ranks) : [0, ranks];
  return (
    <svg class="miniboard" viewBox={`${x0} ${y0} ${width} ${height}`} role="img" aria-label={label}>
      {board.squares.map(({ name, file, rank, dark }) => {
        const [x, y] = place(file, rank);
        const mark = marks?.get(name);
        return (
          <g key={name}>
            <rect class={dark ? "dark" : "light"} x={x} y={y} width="1" height="1" />
            {mark !== undefined && (
              <rect class={`mark ${mark}`} x={x} y={y} width="1" height="1" data-mark={name} />
            )}
          </g>
        );
      })}
      {props.pieces.map(([name, code]) => {
        const square = squares.get(name);
        if (square === undefined) return null;
        const [x, y] = place(square.file, square.rank);
        return (
          <svg
            key={name}
            x={x}
            y={y}
            width="1"
            height="1"
            viewBox="0 0 100 100"
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: drawings.get(code) ?? "" }}
          />
        );
      })}
    </svg>
  );
}
