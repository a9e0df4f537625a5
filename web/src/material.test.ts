import { expect, test } from "vitest";

import { count, material, startOf } from "./material";
import type { Board, PieceView } from "./messages";

const VALUES: Record<string, number> = { K: 0, Q: 1100, R: 600, N: 400, "N'": 900, P: 100 };

const pieces = (["w", "b"] as const).flatMap((color) =>
  Object.entries(VALUES).map(
    ([letter, value]) =>
      ({
        code: color + letter,
        letter: color === "w" ? letter : letter.toLowerCase(),
        value,
      }) as PieceView,
  ),
);
const START = "rnkqn'/ppppp/5/PPPPP/RNKQN' w - - 0 1";
const board = { pieces, startFen: START } as Board;

/** The pieces of a board field, on squares of no importance. */
function on(field: string): [string, string][] {
  return [...count(field, pieces)].flatMap(([code, number]) =>
    Array.from({ length: number }, (_, at): [string, string] => [`${code}${at}`, code]),
  );
}

test("letters of several characters are one piece, and holes and reserves none", () => {
  expect(Object.fromEntries(count("n'N2*1N'/P*p[QQ]", pieces))).toEqual({
    "bN'": 1,
    wN: 1,
    "wN'": 1,
    wP: 1,
    bP: 1,
  });
});

test("nothing is captured at the start", () => {
  expect(material(board, START, on("rnkqn'/ppppp/5/PPPPP/RNKQN'"))).toEqual({
    captured: { w: [], b: [] },
    difference: 0,
  });
});

test("captured pieces stand in the order of their value", () => {
  const { captured, difference } = material(board, START, on("rnk1n'/pppp/5/PPPPP/RNKQ"));
  expect(captured).toEqual({ w: ["wN'"], b: ["bQ", "bP"] });
  expect(difference).toBe(3);
});

test("a Pawn that was promoted is not captured", () => {
  const { captured, difference } = material(board, START, on("rnkqn'/ppppp/5/PPPP/RNKQQN'"));
  expect(captured).toEqual({ w: [], b: [] });
  expect(difference).toBe(10);
});

test("the start of a saved game", () => {
  expect(startOf('{"start":{"fen":"k/K w - - 0 1"}}', board)).toBe("k/K w - - 0 1");
  expect(startOf('{"start":{"fen":null}}', board)).toBe(START);
  expect(startOf("{}", board)).toBe(START);
  expect(startOf("no JSON", board)).toBe(START);
});
