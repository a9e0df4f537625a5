// What a gesture from one square to another can mean.

import type { LegalMove } from "./messages";

/** The squares to which a piece can be taken: targets, and Rooks to castle with. */
export function targets(legal: LegalMove[], from: string): Set<string> {
  const found = new Set<string>();
  for (const move of legal) {
    if (move.from !== from) continue;
    found.add(move.to);
    if (move.rook !== null) found.add(move.rook);
  }
  return found;
}

/**
 * The moves that a gesture can mean. On a Rook it means castling with that Rook, unless the
 * King swaps with it.
 */
export function candidates(legal: LegalMove[], from: string, to: string): LegalMove[] {
  const own = legal.filter((move) => move.from === from);
  const direct = own.filter((move) => move.to === to);
  const byRook = own.filter((move) => move.rook === to && move.to !== to);
  return direct.length > 0 ? direct : byRook;
}
