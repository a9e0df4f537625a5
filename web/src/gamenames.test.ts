import { expect, test } from "vitest";

import { castlingInWords, matches, nameOf, promotionInWords, special } from "./gamenames";
import type { GameSummary } from "./messages";

const game = (title: string, about = ""): GameSummary => ({
  name: "mine",
  title,
  about,
  files: 10,
  ranks: 8,
  castling: [],
  promotion: [],
  arrays: 1,
  firstArray: 1,
});

test("a title gives the name and what is special", () => {
  const mine = game("My Chess, 10x8: orthodox chess with two Falcons a side");
  expect(nameOf(mine)).toBe("My Chess, 10x8");
  expect(special(mine)).toBe("Orthodox chess with two Falcons a side.");
  expect(special(game("Grand Chess", "On ten ranks. Pawns differ."))).toBe(
    "On ten ranks. Pawns differ.",
  );
  expect(nameOf(game(""))).toBe("mine");
  expect(special(game(""))).toBe("10 files and 8 ranks.");
});

test("a search finds words in any order, and sizes", () => {
  const falcon = game("Falcon Chess", "Two Falcons a side.");
  expect(matches(falcon, "")).toBe(true);
  expect(matches(falcon, "side FALCON")).toBe(true);
  expect(matches(falcon, "10×8")).toBe(true);
  expect(matches(falcon, "falcon shogi")).toBe(false);
});

test("rules have words, and unknown ones their name", () => {
  expect(castlingInWords("orthodox")).toBe("orthodox: the King goes two squares");
  expect(castlingInWords("sideways")).toBe("sideways");
  expect(promotionInWords("no-queen")).toBe("to any piece but a Queen");
});
