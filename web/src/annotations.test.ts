import { expect, test } from "vitest";

import { annotations } from "./annotations";

const NOTHING = { text: "", squares: [], arrows: [], score: null, details: [], clock: null };

test("a comment without marks is its text, on one line", () => {
  expect(annotations(" Two\n lines. ")).toEqual({ ...NOTHING, text: "Two lines." });
});

test("marks are taken out of the text", () => {
  const found = annotations("Look: [%csl Ge4,Rx10] there [%cal Bx9a10,Yg1f3].");
  expect(found.text).toBe("Look: there .");
  expect(found.squares).toEqual([
    { color: "green", square: "e4" },
    { color: "red", square: "x10" },
  ]);
  expect(found.arrows).toEqual([
    { color: "blue", from: "x9", to: "a10" },
    { color: "yellow", from: "g1", to: "f3" },
  ]);
});

test("marks that make no sense are left out", () => {
  const found = annotations("[%csl Pe4,Ge2e4,G,] [%cal Ge2,Ge2e4e5] [%] [%eval x] [%clk ]");
  expect(found).toEqual({ ...NOTHING, text: "[%]" });
});

test.each([
  ["[%eval 0.31] good", "w", "+0.31", [], "good"],
  ["[%eval -1.5,20]", "b", "-1.50", ["depth 20"], ""],
  ["[%eval #3]", "b", "#3", [], ""],
  ["[%eval #-12]", "w", "#-12", [], ""],
  ["[%eval 0]", "w", "+0.00", [], ""],
  // The score of the side that has moved, in the match runners' way.
  ["+0.31/8 0.038s", "w", "+0.31", ["depth 8", "0.038 s"], ""],
  ["+0.31/8 0.038s", "b", "-0.31", ["depth 8", "0.038 s"], ""],
  ["-0.31/8 38ms, a mistake", "b", "+0.31", ["depth 8", "38 ms"], "a mistake"],
  ["0.00/30 1:02", "b", "+0.00", ["depth 30", "1:02"], ""],
  ["+M5/12 1.2s", "w", "#5", ["depth 12", "1.2 s"], ""],
  ["+M5/12 1.2s, Black mates", "b", "#-5", ["depth 12", "1.2 s"], "Black mates"],
  ["-M4/9", "b", "#4", ["depth 9"], ""],
  ["(Nf3) +0.31/8 3", "w", "+0.31", ["depth 8", "3"], ""],
  ["(O-O) -1.10/12 0.5, better", "b", "+1.10", ["depth 12", "0.5"], "better"],
  ["+0.31/8/20 0.1s", "w", "+0.31", ["depth 8", "0.1 s"], ""],
  ["+0.31/8 0.1s, n=123, nps=45", "w", "+0.31", ["depth 8", "0.1 s", "n=123, nps=45"], ""],
  ["d=26, sd=40, wv=0.31, tb=null,", "b", "+0.31", ["depth 26", "sd=40", "tb=null"], ""],
  ["[%eval -M4]", "w", "#-4", [], ""],
  ["[%eval +M4]", "w", "#4", [], ""],
  // Words that only look like it.
  ["1/2 would be a fair result", "w", null, [], null],
  ["12/3 is four", "w", null, [], null],
  ["+- 3/4", "w", null, [], null],
  ["(Nf3) was better", "w", null, [], null],
  ["f8=Q+", "w", null, [], null],
  ["a=b is not c", "w", null, [], null],
] as const)("%s of %s", (comment, side, score, details, text) => {
  const found = annotations(comment, side);
  expect(found.score).toBe(score);
  expect(found.details).toEqual(details);
  expect(found.text).toBe(text ?? comment);
});

test("clocks and unknown commands are no words", () => {
  const found = annotations("[%clk 0:03:00] [%emt 0:00:05] [%egt 1] [%mct 2] Well played");
  expect(found).toEqual({
    ...NOTHING,
    text: "Well played",
    clock: "0:03:00",
    details: ["0:00:05 for the move"],
  });
});
