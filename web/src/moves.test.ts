import { expect, test } from "vitest";

import type { LegalMove } from "./messages";
import { candidates, targets } from "./moves";

function move(mv: string, more: Partial<LegalMove> = {}): LegalMove {
  return {
    mv,
    san: mv,
    from: mv.slice(0, 2),
    to: mv.slice(2, 4),
    kind: "plain",
    capture: false,
    rook: null,
    promotion: null,
    tablebase: null,
    ...more,
  };
}

const castle = (mv: string, to: string, rook: string) => move(mv, { to, rook, kind: "castling" });

const LEGAL = [
  move("f1g1"),
  castle("f1j1", "g1", "j1"),
  castle("f1h1", "h1", "j1"),
  castle("f1c1", "c1", "a1"),
  move("a1a2"),
  move("d7d8q", { promotion: "wQ" }),
  move("d7d8n", { promotion: "wN" }),
];

const names = (moves: LegalMove[]) => moves.map(({ mv }) => mv);

test("targets are squares to go to and Rooks to castle with", () => {
  expect([...targets(LEGAL, "f1")].sort()).toEqual(["a1", "c1", "g1", "h1", "j1"]);
  expect([...targets(LEGAL, "d7")]).toEqual(["d8"]);
  expect(targets(LEGAL, "e4").size).toBe(0);
});

test("a gesture can mean every move to its target", () => {
  expect(names(candidates(LEGAL, "f1", "g1"))).toEqual(["f1g1", "f1j1"]);
  expect(names(candidates(LEGAL, "f1", "h1"))).toEqual(["f1h1"]);
  expect(names(candidates(LEGAL, "d7", "d8"))).toEqual(["d7d8q", "d7d8n"]);
  expect(candidates(LEGAL, "f1", "d1")).toEqual([]);
});

test("a gesture onto a Rook means every castling with it", () => {
  expect(names(candidates(LEGAL, "f1", "j1"))).toEqual(["f1j1", "f1h1"]);
  expect(names(candidates(LEGAL, "f1", "a1"))).toEqual(["f1c1"]);
});

test("a swap with a Rook goes before castling with it", () => {
  const swap = move("f1a1", { kind: "kingSwap" });
  expect(names(candidates([...LEGAL, swap], "f1", "a1"))).toEqual(["f1a1"]);
});
