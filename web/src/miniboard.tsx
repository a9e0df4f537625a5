// A small board that only shows: an array, the moves of a piece, a line ahead.

import type { JSX } from "preact";

import { croppedRange, gate } from "./diagrams";
import type { Board } from "./messages";
import { drawingOf } from "./pieces";
import { settings } from "./settings";

export interface Shown {
  board: Board;
  /** Squares and the codes of the pieces on them. */
  pieces: [string, string][];
  /** Squares that are marked, each with a class: `move`, `capture`, `both` or `last`. */
  marks?: Map<string, string>;
  /** Marked squares that something can keep the first piece from. */
  blockable?: Set<string>;
  /** Squares with rings, with classes as those of marks: what the first piece reaches over others. */
  over?: Map<string, string>;
  /** The squares that the first piece can enter, if these are not all. */
  region?: string[];
  /** Whether Black is at the bottom. */
  flipped?: boolean;
  /** Whether only the part with pieces and marks is shown. */
  cropped?: boolean;
  /** What it shows, for those who do not see it. */
  label: string;
}

export function MiniBoard(props: Shown): JSX.Element {
  const { board, marks, label } = props;
  const [files, ranks] = [board.files.length, board.ranks.length];
  const place = (file: number, rank: number): [number, number] =>
    props.flipped === true ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  const squares = new Map(board.squares.map((square) => [square.name, square]));
  const drawings = new Map(
    board.pieces.map((piece) => [piece.code, drawingOf(piece, settings.value.pieces)]),
  );
  const shown = [
    ...(marks?.keys() ?? []),
    ...(props.over?.keys() ?? []),
    ...(props.region ?? []),
    ...props.pieces.map(([name]) => name),
  ];
  const region = props.region === undefined ? null : new Set(props.region);
  const first = squares.get(props.pieces[0]?.[0] ?? "");
  const places = shown.flatMap((name) => {
    const square = squares.get(name);
    return square === undefined ? [] : [place(square.file, square.rank)];
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
            {props.over?.has(name) && (
              <circle class={`over ${props.over.get(name)}`} cx={x + 0.5} cy={y + 0.5} r="0.3" />
            )}
            {props.blockable?.has(name) && first !== undefined && (
              <path class="gate" d={gate([x, y], place(first.file, first.rank))} />
            )}
            {region?.has(name) === false && (
              <rect class="outside" x={x} y={y} width="1" height="1" data-outside={name} />
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
