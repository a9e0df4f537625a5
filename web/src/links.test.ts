import { expect, test } from "vitest";

import { linkedLine, movesOf } from "./linkedline";
import { isSavedGame, readLink } from "./links";

const position = {
  variant: "chess",
  castling: "orthodox",
  promotion: null,
  fen: "8/8",
  array: null,
};
const saved = (moves: object[], node: number, fen = "start") =>
  JSON.stringify({ start: { ...position, fen }, moves, node });
const game = [{ mv: "e2e4" }, { mv: "e7e5" }, { after: 1, mv: "c7c5" }, { mv: "g1f3" }];

test("a line goes through the variation shown", () => {
  expect(movesOf(saved(game, 0))).toEqual([]);
  expect(movesOf(saved(game, 2))).toEqual(["e2e4", "e7e5"]);
  expect(movesOf(saved(game, 4))).toEqual(["e2e4", "c7c5", "g1f3"]);
  expect(movesOf("no game")).toEqual([]);
});

test("a link leads to what it was made from", () => {
  const { hash, holdsMoves } = linkedLine(saved(game, 4), position, "start");
  expect(holdsMoves).toBe(true);
  const line = readLink(`#${hash}`);
  expect(line?.moves).toEqual(["e2e4", "c7c5", "g1f3"]);
  expect(line?.start).toEqual({ ...position, fen: null });
  const other = linkedLine(saved(game, 1, "8/k7 w"), position, "start");
  expect(readLink(`#${other.hash}`)).toEqual({
    start: { ...position, fen: "8/k7 w" },
    moves: ["e2e4"],
  });
});

test("a long game leaves a link with its position", () => {
  const moves = Array.from({ length: 3000 }, () => ({ mv: "g1f3" }));
  const { hash, holdsMoves } = linkedLine(saved(moves, 3000), position, "start");
  expect(holdsMoves).toBe(false);
  expect(hash.length).toBeLessThan(200);
  expect(readLink(`#${hash}`)?.start.fen).toBe("8/8");
});

test("other addresses are no links", () => {
  for (const hash of ["", "#", "#x=y"]) expect(readLink(hash)).toBeNull();
});

test("saved games are told from PGN", () => {
  expect(isSavedGame(` ${saved(game, 0)}`)).toBe(true);
  for (const text of ["", "{a comment} 1. e4 *", "1. e4", "{}", '{"start": 1}', "[]"])
    expect(isSavedGame(text)).toBe(false);
});
