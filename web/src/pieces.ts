// The sets of pieces.

import { signal } from "@preact/signals";

import type { PieceView } from "./messages";

/** Draws a piece in plain shapes, if it can be; what it needs is loaded later. */
export const plainSet = signal<((piece: PieceView) => string | null) | null>(null);

/** The drawing of a piece in the set that was chosen. */
export function drawingOf(piece: PieceView, set: "classic" | "plain"): string {
  return (set === "plain" ? plainSet.value?.(piece) : null) ?? piece.drawing;
}
