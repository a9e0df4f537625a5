// The levels of strength in words: what they do, and how they do against each other. A test
// compares the numbers with docs/guide/levels.md.

/** What a level below full strength is limited to, and how it did against the one below. */
export interface Level {
  /** Positions that it considers for a move. */
  positions: number;
  /** How many plies it looks ahead at most. */
  depth: number | null;
  /** By how many hundredths of a Pawn it misjudges positions. */
  error: number;
  /** Points in a match with the level below, and of how many games. */
  match: [points: number, games: number] | null;
}

export const LEVELS: Level[] = [
  { positions: 40, depth: 1, error: 400, match: null },
  { positions: 64, depth: 1, error: 300, match: [716.5, 1000] },
  { positions: 100, depth: 1, error: 220, match: [729, 1000] },
  { positions: 160, depth: 2, error: 170, match: [801.5, 1000] },
  { positions: 260, depth: 3, error: 150, match: [757.5, 1000] },
  { positions: 420, depth: 3, error: 120, match: [796.5, 1000] },
  { positions: 670, depth: 4, error: 105, match: [788, 1000] },
  { positions: 1070, depth: 4, error: 90, match: [676.5, 1000] },
  { positions: 1700, depth: 5, error: 75, match: [818, 1000] },
  { positions: 2750, depth: 5, error: 65, match: [605, 1000] },
  { positions: 4400, depth: 6, error: 55, match: [409, 500] },
  { positions: 7000, depth: 7, error: 47, match: [409.5, 500] },
  { positions: 11000, depth: 8, error: 40, match: [421.5, 500] },
  { positions: 18000, depth: 9, error: 34, match: [146, 200] },
  { positions: 29000, depth: 10, error: 29, match: [153, 200] },
  { positions: 46000, depth: null, error: 25, match: [33.5, 40] },
  { positions: 74000, depth: null, error: 21, match: [29.5, 40] },
  { positions: 118000, depth: null, error: 18, match: [30, 40] },
  { positions: 189000, depth: null, error: 15, match: [27, 40] },
  { positions: 302000, depth: null, error: 13, match: [26.5, 40] },
];

/** What a level does, in a sentence or two. */
export function describeLevel(number: number): string {
  const level = LEVELS[number];
  if (level === undefined) return "Full strength: it thinks for as long as the clock allows.";
  const { positions, depth, error, match } = level;
  const moves = depth === 1 ? "one move" : `${depth} half-moves`;
  const ahead = depth === null ? "" : `looks ${moves} ahead, `;
  const pawns = error >= 100 ? `${error / 100} Pawns` : `${error / 100} of a Pawn`;
  const does = `It ${ahead}considers ${positions.toLocaleString("en-US")} positions and misjudges by up to ${pawns}.`;
  if (match === null) return does;
  const [points, games] = match;
  return `${does} It scored ${Math.round((100 * points) / games)}% against level ${number - 1}.`;
}
