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
  /** What it shows, for those who do not see it. */
  label: string;
}

/** The targets of a piece by how it reaches them. */
export function targetMarks(moves: string[], captures: string[]): Map<string, string> {
  const marks = new Map(moves.map((square) => [square, "move"]));
  for (const square of captures) marks.set(square, marks.has(square) ? "both" : "capture");
  return marks;
}

export function MiniBoard(props: Shown): JSX.Element {
  const { board, marks, label } = props;
  const [files, ranks] = [board.files.length, board.ranks.length];
  const place = (file: number, rank: number) =>
    props.flipped === true ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  const squares = new Map(board.squares.map((square) => [square.name, square]));
  const drawings = new Map(board.pieces.map((piece) => [piece.code, piece.drawing]));
  return (
    <svg class="miniboard" viewBox={`0 0 ${files} ${ranks}`} role="img" aria-label={label}>
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
            dangerouslySetInnerHTML={{ __html: drawings.get(code) ?? "" }}
          />
        );
      })}
    </svg>
  );
}
