// Numeric annotation glyphs: their symbols, and marking a move by keys.

const SYMBOLS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

/** The marks of a move's quality, with their names. */
export const QUALITIES: [number, string][] = [
  [1, "Good move"],
  [2, "Mistake"],
  [3, "Brilliant move"],
  [4, "Blunder"],
  [5, "Interesting move"],
  [6, "Dubious move"],
];

/** What the list of moves shows for a glyph. */
export function symbol(glyph: number): string {
  return SYMBOLS[glyph] ?? ` $${glyph}`;
}

function isQuality(glyph: number): boolean {
  return QUALITIES.some(([quality]) => quality === glyph);
}

/** The glyphs of a move after this quality was chosen; the same one again takes it away. */
export function withQuality(glyphs: number[], quality: number): number[] {
  const others = glyphs.filter((glyph) => !isQuality(glyph));
  return glyphs.includes(quality) ? others : [quality, ...others];
}

/**
 * The glyphs of a move after `!` or `?` was typed: a second one makes `!!`, `!?`, `?!` or `??`,
 * a third one begins again.
 */
export function typed(glyphs: number[], key: "!" | "?"): number[] {
  const others = glyphs.filter((glyph) => !isQuality(glyph));
  const before = symbol(glyphs.find(isQuality) ?? 0);
  const text = (before.length === 1 ? before : "") + key;
  const quality = QUALITIES.find(([glyph]) => symbol(glyph) === text);
  return quality === undefined ? others : [quality[0], ...others];
}
