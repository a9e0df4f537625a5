import { expect, test } from "vitest";

import type { PieceView } from "./messages";
import { drawingOf, plainSet } from "./pieces";
import { plain } from "./plainpieces";

plainSet.value = plain;

function piece(code: string, parts: string[], letter = code.slice(1)): PieceView {
  return { code, parts, letter, drawing: "<g>classic</g>" } as PieceView;
}

const PARTS = [
  ...["pawn", "knight", "bishop", "rook", "queen", "king", "falcon"],
  ...["mitre", "battlement", "crown", "royal-crown", "shield"],
];

test("every part has a shape of its own", () => {
  const drawings = PARTS.map((part) => plain(piece("wX", [part])));
  expect(drawings).not.toContain(null);
  expect(new Set(drawings).size).toBe(PARTS.length);
});

test("both colors, and the same piece with and without wings, differ", () => {
  const rook = plain(piece("wR", ["rook"]));
  expect(plain(piece("bR", ["rook"]))).not.toBe(rook);
  expect(plain(piece("wR", ["rook", "wings"]))).not.toBe(rook);
});

test("letters are text, whatever a variant file calls its piece", () => {
  expect(plain(piece("wX", ["shield", "letters"], '<&"'))).toContain("&#60;&#38;&#34;</text>");
  expect(plain(piece("bA", ["rook", "badge"], "a"))).toContain(">A</text>");
});

test("a piece with an unknown part keeps its first drawing", () => {
  expect(plain(piece("wZ", ["rook", "antlers"]))).toBeNull();
  expect(plain(piece("wZ", []))).toBeNull();
  expect(drawingOf(piece("wZ", ["antlers"]), "plain")).toBe("<g>classic</g>");
  expect(drawingOf(piece("wR", ["rook"]), "classic")).toBe("<g>classic</g>");
});
