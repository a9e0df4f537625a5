// Which pieces glide where, when one position takes the place of another.

/** A piece that has come to a square from another one. */
export interface Glide {
  from: string;
  to: string;
}

/** More pieces than these do not glide: it is another position, not a move. */
const MAX_GLIDES = 4;

type Pieces = [string, string][];

/**
 * The pieces that changed their squares. A piece that is new on a square has come from the one
 * that a piece of its kind has left; a promoted Pawn comes from where one of its color did.
 */
export function glides(before: Pieces, after: Pieces): Glide[] {
  const [old, next] = [new Map(before), new Map(after)];
  const left = before.filter(([square, code]) => next.get(square) !== code);
  const come = after.filter(([square, code]) => old.get(square) !== code);
  const found: Glide[] = [];
  const take = (square: string, fits: (code: string) => boolean): boolean => {
    const index = left.findIndex(([, code]) => fits(code));
    const from = left[index]?.[0];
    if (from === undefined) return false;
    left.splice(index, 1);
    found.push({ from, to: square });
    return true;
  };
  const others = come.filter(([square, code]) => !take(square, (other) => other === code));
  // A Pawn that has become another piece, seen from the position before or after it.
  if (others.length === 1)
    for (const [square, code] of others)
      take(square, (other) => other[0] === code[0] && left.length < 3);
  return found.length > MAX_GLIDES ? [] : found;
}
