// The second set of pieces: plain shapes, composed of the same parts as the first.

import type { PieceView } from "./messages";

const FOOT = '<path d="M22 90V80H78V90Z"/>';

/** A part: areas in the color of the piece, and lines in that of the details. */
const SHAPES: Record<string, string> = {
  pawn: `<path d="M38 80L44 54H56L62 80Z"/><circle cx="50" cy="42" r="16"/>${FOOT}`,
  knight:
    '<path d="M30 80L38 57L24 63L15 52L36 30L40 12L55 26C72 34 78 56 74 80Z"/>' +
    `<line x1="38" y1="38" x2="44" y2="38"/>${FOOT}`,
  bishop:
    '<path d="M50 12C72 34 76 54 64 80H36C24 54 28 34 50 12Z"/>' +
    `<line x1="50" y1="48" x2="62" y2="34"/>${FOOT}`,
  rook: `<path d="M28 80V18H40V30H45V18H55V30H60V18H72V80Z"/>${FOOT}`,
  queen:
    '<path d="M28 80L14 30L34 50L50 14L66 50L86 30L72 80Z"/>' +
    `<line x1="34" y1="68" x2="66" y2="68"/>${FOOT}`,
  king:
    '<path d="M28 80L20 44H80L72 80Z"/><path d="M45 44V32H35V22H45V10H55V22H65V32H55V44Z"/>' +
    `<line x1="34" y1="66" x2="66" y2="66"/>${FOOT}`,
  falcon:
    '<path d="M50 74L36 60L8 22C26 22 40 30 50 46C60 30 74 22 92 22L64 60Z"/>' +
    `<path d="M50 50L58 34L50 18L42 34Z"/><path d="M40 80L50 66L60 80Z"/>${FOOT}`,
  servant:
    '<path d="M32 80L40 62L27 67L19 58L36 38H66C76 50 78 64 74 80Z"/>' +
    `<line x1="40" y1="48" x2="46" y2="48"/>${FOOT}`,
  mitre: '<path d="M53 4C66 14 69 24 66 36H40C37 24 40 14 53 4Z"/>',
  battlement: '<path d="M36 36V8H44V16H49V8H57V16H62V8H70V36Z"/>',
  crown: '<path d="M38 36L28 10L42 22L53 4L64 22L78 10L68 36Z"/>',
  "royal-crown": '<path d="M36 36V26H48V19H41V12H48V4H58V12H65V19H58V26H70V36Z"/>',
  shield: '<path d="M50 12L84 26V64L50 90L16 64V26Z"/>',
  wings: '<path d="M40 72L8 30L4 62L30 82Z"/><path d="M60 72L92 30L96 62L70 82Z"/>',
  badge: '<circle cx="79" cy="77" r="18"/>',
};

const COLORS = {
  w: { fill: "#fdfdfb", outline: "#2d3748", detail: "#2d3748" },
  b: { fill: "#3b4252", outline: "#14171d", detail: "#f2f4f8" },
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The letters of a piece around a center, in a disk of this width. */
function letters(text: string, x: number, y: number, width: number, color: string): string {
  const count = Math.max(1, [...text].length);
  const size = Math.min(width, Math.round((width * 10) / 7 / count));
  const place = `x="${x}" y="${Math.round(y + size * 0.36)}" font-size="${size}"`;
  return `<text ${place} fill="${color}" stroke="none">${escaped(text)}</text>`;
}

/** The drawing of a piece in plain shapes; null if a part of it is not known here. */
export function plain(piece: PieceView): string | null {
  const { fill, outline, detail } = COLORS[piece.code.startsWith("w") ? "w" : "b"];
  // Wings lie behind the piece.
  const parts = [...piece.parts].sort((a, b) => Number(b === "wings") - Number(a === "wings"));
  let inside = "";
  for (const part of parts) {
    if (part === "letters") continue;
    const shape = SHAPES[part];
    if (shape === undefined) return null;
    inside += shape.replace(/<line /g, `<line stroke="${detail}" `);
  }
  if (inside === "") return null;
  const text = piece.letter.toUpperCase();
  if (parts.includes("letters")) inside += letters(text, 50, 48, 46, detail);
  if (parts.includes("badge")) inside += letters(text, 79, 77, 26, detail);
  return (
    `<g fill="${fill}" stroke="${outline}" stroke-width="4" stroke-linejoin="round" ` +
    'stroke-linecap="round" font-family="sans-serif" font-weight="bold" text-anchor="middle">' +
    `${inside}</g>`
  );
}
