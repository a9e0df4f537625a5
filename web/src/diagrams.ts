// What small boards and diagrams of moves show, and where.

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

/** A bar across the way to a square, at its edge, in a grid whose squares have this size. */
export function gate(to: [number, number], from: [number, number], size = 1): string {
  const [dx, dy] = [from[0] - to[0], from[1] - to[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const middle = [to[0] + size * (0.5 + 0.42 * ux), to[1] + size * (0.5 + 0.42 * uy)] as const;
  const number = (value: number) => String(Math.round(value * 1000) / 1000);
  const end = (sign: number) =>
    `${number(middle[0] - sign * size * 0.24 * uy)} ${number(middle[1] + sign * size * 0.24 * ux)}`;
  return `M${end(1)}L${end(-1)}`;
}
