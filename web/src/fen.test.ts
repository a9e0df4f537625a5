import { expect, test } from "vitest";

import { boardField, withRight } from "./fen";
import type { Board } from "./messages";

/** A board with squares where a row has a dot; the last row is rank 1. */
function board(rows: string[]): Board {
  const piece = (code: string, letter: string) => ({
    code,
    letter,
    name: code,
    drawing: "",
    region: [],
    hasPaths: false,
    parts: [],
    moves: { rows: [], isFarther: false },
    value: 0,
  });
  const ranks = rows.map((_, index) => String(index + 1));
  const files = [...(rows[0] ?? "")].map((_, index) => "abcdefghijkl"[index] ?? "");
  const squares = [...rows].reverse().flatMap((row, rank) =>
    [...row].flatMap((cell, file) => {
      const name = `${files[file]}${ranks[rank]}`;
      return cell === "." ? [{ name, file, rank, dark: false }] : [];
    }),
  );
  return {
    variant: "test",
    title: "",
    castling: "none",
    promotion: "any",
    files,
    ranks,
    squares,
    pieces: [piece("wK", "K"), piece("bN'", "n'"), piece("wP", "P")],
    startFen: "",
  };
}

test("an empty board is a number a row", () => {
  expect(boardField(board(["............", "............"]), new Map())).toBe("12/12");
});

test("pieces stand between the numbers of empty squares", () => {
  const pieces = new Map([
    ["a1", "wK"],
    ["d1", "wP"],
    ["b2", "bN'"],
  ]);
  expect(boardField(board([".....", "....."]), pieces)).toBe("1n'3/K2P1");
});

test("holes are stars, and end a number", () => {
  const pieces = new Map([["e2", "wK"]]);
  expect(boardField(board(["..*..", "*...*"]), pieces)).toBe("2*1K/*3*");
});

test("a piece that stands on no square is left out", () => {
  expect(boardField(board(["*.."]), new Map([["a1", "wK"]]))).toBe("*2");
});

test("castling rights stand in their order, and others stay", () => {
  expect(withRight("-", "k", true)).toBe("k");
  expect(withRight("k", "K", true)).toBe("Kk");
  expect(withRight("Kk", "k", false)).toBe("K");
  expect(withRight("K", "K", false)).toBe("-");
  expect(withRight("Ha", "q", true)).toBe("Haq");
});
