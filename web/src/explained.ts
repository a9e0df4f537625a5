// Which piece is explained, as one points at it, holds a finger on it or asks for it.

import { signal } from "@preact/signals";

import { settings } from "./settings";

/** The square whose piece is explained. */
export const explained = signal<string | null>(null);

/** How long one points at a piece before it is explained, in milliseconds. */
const PATIENCE = 700;

let timer: ReturnType<typeof setTimeout> | undefined;
let pointedAt: string | null = null;

/** The pointer is on this square; null if it is elsewhere or does something. */
export function pointAt(square: string | null): void {
  if (square === pointedAt) return;
  pointedAt = square;
  clearTimeout(timer);
  explained.value = null;
  if (square === null || !settings.value.pieceHints) return;
  timer = setTimeout(() => (explained.value = square), PATIENCE);
}

/** The finger that is held on a piece is on this square. */
export function holdAt(square: string | null): void {
  if (square !== pointedAt) pointAt(null);
}

/** Explains the piece on a square, or no longer if it does already. */
export function explain(square: string): void {
  clearTimeout(timer);
  pointedAt = square;
  explained.value = explained.value === square ? null : square;
}
