import { expect, test } from "vitest";

import { glides } from "./gliding";

type Pieces = [string, string][];

test("a move, and the same move taken back", () => {
  const before: Pieces = [
    ["e2", "wP"],
    ["d2", "wP"],
    ["e8", "bK"],
  ];
  const after: Pieces = [
    ["e4", "wP"],
    ["d2", "wP"],
    ["e8", "bK"],
  ];
  expect(glides(before, after)).toEqual([{ from: "e2", to: "e4" }]);
  expect(glides(after, before)).toEqual([{ from: "e4", to: "e2" }]);
});

test("a capture moves one piece", () => {
  const before: Pieces = [
    ["e4", "wP"],
    ["d5", "bP"],
  ];
  expect(glides(before, [["d5", "wP"]])).toEqual([{ from: "e4", to: "d5" }]);
});

test("castling moves two", () => {
  const before: Pieces = [
    ["f1", "wK"],
    ["j1", "wR"],
    ["a1", "wR"],
  ];
  const after: Pieces = [
    ["i1", "wK"],
    ["h1", "wR"],
    ["a1", "wR"],
  ];
  expect(glides(before, after)).toEqual([
    { from: "f1", to: "i1" },
    { from: "j1", to: "h1" },
  ]);
});

test("a promoted Pawn comes from its square", () => {
  expect(glides([["e7", "wP"]], [["e8", "wQ"]])).toEqual([{ from: "e7", to: "e8" }]);
  const before: Pieces = [
    ["e7", "wP"],
    ["d8", "bR"],
  ];
  expect(glides(before, [["d8", "wQ"]])).toEqual([{ from: "e7", to: "d8" }]);
});

test("another position does not glide", () => {
  const before = "abcdefgh".split("").map((file): [string, string] => [`${file}1`, "wR"]);
  const after = "abcdefgh".split("").map((file): [string, string] => [`${file}5`, "wR"]);
  expect(glides(before, after)).toEqual([]);
});
