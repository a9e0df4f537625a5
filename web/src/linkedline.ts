// Links to a line: the game, its start, and the moves to the position shown.

import { parseSaved } from "./links";
import type { Start } from "./messages";

/** Longer links are cut by programs that pass them on. */
const MAX_LENGTH = 8000;

/** The moves from the start to the position shown, in coordinates. */
export function movesOf(saved: string): string[] {
  const game = parseSaved(saved);
  const moves: string[] = [];
  let node = game?.node ?? 0;
  while (node > 0) {
    const made = game?.moves[node - 1];
    if (made === undefined) break;
    moves.push(made.mv);
    node = made.after ?? node - 1;
  }
  return moves.reverse();
}

/** The line to the position shown as the end of a link; only the position if it is too long. */
export function linkedLine(
  saved: string,
  position: Start,
  startFen: string,
): { hash: string; holdsMoves: boolean } {
  const { variant, castling, promotion } = position;
  const rules = { variant, castling: castling ?? "", promotion: promotion ?? "" };
  const start = parseSaved(saved)?.start.fen ?? startFen;
  const whole = new URLSearchParams({
    ...rules,
    ...(start === startFen ? {} : { fen: start }),
    moves: movesOf(saved).join(" "),
  }).toString();
  if (whole.length <= MAX_LENGTH) return { hash: whole, holdsMoves: true };
  const short = new URLSearchParams({ ...rules, fen: position.fen ?? "" });
  return { hash: short.toString(), holdsMoves: false };
}
