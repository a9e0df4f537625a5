import { expect, test } from "vitest";

import { arrayPicture } from "./arraypicture";
import type { ArrayView, PieceView } from "./messages";
import { plainSet } from "./pieces";
import { plain } from "./plainpieces";

plainSet.value = plain;

function piece(code: string, part: string): PieceView {
  const drawing = `<path d="classic ${code}"/>`;
  const moves = { rows: [], isFarther: false };
  const letter = code.slice(1);
  return {
    code,
    name: code,
    letter,
    drawing,
    parts: [part],
    moves,
    region: [],
    value: 1,
    hasPaths: false,
  };
}

const ARRAY: ArrayView = {
  board: {
    variant: "tiny",
    title: "Tiny",
    castling: "none",
    promotion: "any",
    files: ["a", "b"],
    ranks: ["1"],
    squares: [
      { name: "a1", file: 0, rank: 0, dark: true },
      { name: "b1", file: 1, rank: 0, dark: false },
    ],
    pieces: [piece("wK", "king"), piece("wR'", "rook")],
    startFen: "",
  },
  start: [
    ["a1", "wK"],
    ["b1", "wR'"],
  ],
};
const COLORS = { light: "rgb(1, 2, 3)", dark: "rgb(4, 5, 6)" };

test("the colors and pieces are those that were chosen", () => {
  const classic = arrayPicture(ARRAY, "classic", COLORS);
  expect(classic).toContain('<path fill="rgb(1, 2, 3)" d="M1 0h1v1h-1z"/>');
  expect(classic).toContain('<path fill="rgb(4, 5, 6)" d="M0 0h1v1h-1z"/>');
  expect(classic).toContain('<symbol id="p1" viewBox="0 0 100 100"><path d="classic wR\'"/>');
  expect(classic).toContain('<use href="#p1" x="1" y="0" width="1" height="1"/>');
  const plain = arrayPicture(ARRAY, "plain", COLORS);
  expect(plain).not.toContain("classic");
});
