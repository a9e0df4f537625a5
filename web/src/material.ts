// Captured pieces and the difference in material.

import type { Board, PieceView } from "./messages";

/** How many pieces of each code the board field of a FEN has. */
export function count(field: string, pieces: PieceView[]): Map<string, number> {
  // The longest letters first: `N'` is no Knight.
  const byLength = [...pieces].sort((a, b) => b.letter.length - a.letter.length);
  const found = new Map<string, number>();
  for (let at = 0; at < field.length;) {
    const piece = byLength.find(({ letter }) => letter !== "" && field.startsWith(letter, at));
    if (piece === undefined) {
      // Reserves are no pieces on the board.
      if (field[at] === "[") break;
      at += 1;
      continue;
    }
    found.set(piece.code, (found.get(piece.code) ?? 0) + 1);
    at += piece.letter.length;
  }
  return found;
}

export interface Material {
  /** The captured pieces of each color by code, the most valuable first. */
  captured: { w: string[]; b: string[] };
  /** By how many Pawns White has more; negative if Black has. */
  difference: number;
}

/**
 * What was captured since the start. A piece that there was not at the start has been a Pawn,
 * which is then not among the captured ones.
 */
export function material(board: Board, start: string, now: [string, string][]): Material {
  const before = count(start.split(" ")[0] ?? "", board.pieces);
  const after = new Map<string, number>();
  for (const [, code] of now) after.set(code, (after.get(code) ?? 0) + 1);
  const captured: Material["captured"] = { w: [], b: [] };
  let difference = 0;
  for (const color of ["w", "b"] as const) {
    const own = board.pieces.filter(({ code }) => code.startsWith(color));
    own.sort((a, b) => b.value - a.value);
    let promoted = 0;
    const missing = own.map((piece) => {
      const [had, has] = [before.get(piece.code) ?? 0, after.get(piece.code) ?? 0];
      difference += (color === "w" ? 1 : -1) * has * piece.value;
      promoted += Math.max(0, has - had);
      return { piece, number: Math.max(0, had - has) };
    });
    // Pieces of least value promote.
    for (const entry of [...missing].reverse()) {
      const promotions = Math.min(promoted, entry.number);
      entry.number -= promotions;
      promoted -= promotions;
    }
    for (const { piece, number } of missing)
      for (let each = 0; each < number; each += 1) captured[color].push(piece.code);
  }
  // Without the sign of a zero.
  return { captured, difference: Math.round(difference / 100) || 0 };
}

/** The start position of a saved game; that of the board if it begins there. */
export function startOf(saved: string, board: Board): string {
  try {
    const { start } = JSON.parse(saved) as { start?: { fen?: unknown } };
    return typeof start?.fen === "string" ? start.fen : board.startFen;
  } catch {
    return board.startFen;
  }
}
