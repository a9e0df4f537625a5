import { expect, test, vi } from "vitest";

// They need a browser.
for (const name of ["./store", "./settings", "./dialogs"]) vi.doMock(name, () => ({}));

const { shares } = await import("./book");
const { proportion } = await import("./pictures");
const { wordsOf } = await import("./linemoves");
const { beginning, signOf, summary } = await import("./report");
const { isForeign } = await import("./variants");

test("a side's marks are counted, the worst first", () => {
  const move = { node: 1, number: "1.", san: "e4", loss: "30%", better: null };
  const moves = [6, 4, 4, 1].map((glyph) => ({ ...move, glyph }));
  expect(summary(moves)).toBe("2 blunders, 1 inaccuracy, 1 good move");
  expect(summary([])).toBe("nothing to mark");
  expect(signOf(4)).toBe("??");
});

test("of a long line only the beginning is shown", () => {
  expect(beginning("3... g6 4. Qd1 Nf6")).toBe("3... g6 4. Qd1 Nf6");
  expect(beginning("1. a b 2. c d 3. e f 4. g h")).toBe("1. a b 2. c d 3. e f …");
  expect(beginning("1... b 2. c d 3. e f 4. g h")).toBe("1... b 2. c d 3. e f 4. g …");
});

test("the words of a line know how many moves lead to them", () => {
  expect(wordsOf("12... Fxe4 13. Qd2 h5")).toEqual([
    { text: "12... Fxe4", moves: 1 },
    { text: "13. Qd2", moves: 2 },
    { text: "h5", moves: 3 },
  ]);
});

test("the parts of results are a hundred percent together", () => {
  expect(shares([1, 1, 1])).toEqual([33, 34, 33]);
  expect(shares([0, 0, 0])).toEqual([0, 0, 0]);
  expect(shares([19, 0, 0])).toEqual([100, 0, 0]);
});

test("a picture keeps its proportion", () => {
  expect(proportion('<svg viewBox="0 0 1088 888" width="522">')).toBeCloseTo(888 / 1088);
  expect(proportion("<svg>")).toBe(1);
});

test("files of other programs are told from variant files", () => {
  expect(isForeign("variants.ini", "")).toBe(true);
  expect(isForeign("mine.toml", "[small:chess]")).toBe(false);
  expect(isForeign("", "[small:chess]\nmaxRank = 6")).toBe(true);
  expect(isForeign("", "Game: makruk")).toBe(true);
  expect(isForeign("", '[mine]\nbase = "falcon"')).toBe(false);
});
