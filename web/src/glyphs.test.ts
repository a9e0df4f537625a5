import { expect, test } from "vitest";

import { symbol, typed, withQuality } from "./glyphs";

test("glyphs have the symbols of books, and unknown ones their number", () => {
  expect([1, 4, 6, 10, 16].map(symbol)).toEqual(["!", "??", "?!", "=", "±"]);
  expect(symbol(146)).toBe(" $146");
});

test.each([
  ["!", "!"],
  ["!!", "!!"],
  ["!?", "!?"],
  ["?!", "?!"],
  ["??", "??"],
  ["!!?", "?"],
  ["??!", "!"],
])("the keys %s mark the move %s", (keys, mark) => {
  let glyphs = [16];
  for (const key of keys) glyphs = typed(glyphs, key as "!" | "?");
  expect(glyphs.map(symbol)).toEqual([mark, "±"]);
});

test("a quality takes the place of another one, and of itself", () => {
  expect(withQuality([16], 3)).toEqual([3, 16]);
  expect(withQuality([3, 16], 2)).toEqual([2, 16]);
  expect(withQuality([2, 16], 2)).toEqual([16]);
});
