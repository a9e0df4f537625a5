// The position of a line that one points at.

import type { JSX } from "preact";

import { wanted } from "./linemoves";
import { MiniBoard } from "./miniboard";
import { board, flipped, preview, state } from "./store";

/** The board of the move that is pointed at. */
export function Preview(): JSX.Element | null {
  const shown = preview.value;
  const moves = wanted.value;
  if (shown === null || moves === null || board.value === null) return null;
  const isWanted = shown.node === state.value?.node && shown.moves.join(" ") === moves.join(" ");
  if (!isWanted) return null;
  const marks = new Map((shown.lastMove ?? []).map((square) => [square, "last"]));
  return (
    <div class="preview" data-testid="preview">
      <MiniBoard
        board={board.value}
        pieces={shown.pieces}
        marks={marks}
        flipped={flipped.value}
        label={`The position after ${moves.length} moves of the line`}
      />
    </div>
  );
}
