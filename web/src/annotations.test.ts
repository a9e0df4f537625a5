import { expect, test } from "vitest";

import { annotations } from "./annotations";

test("a comment without marks is its text, on one line", () => {
  expect(annotations(" Two\n lines. ")).toEqual({ text: "Two lines.", squares: [], arrows: [] });
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
  const found = annotations("[%csl Pe4,Ge2e4,G,] [%cal Ge2,Ge2e4e5] [%clk 0:01:00]");
  expect(found).toEqual({ text: "[%clk 0:01:00]", squares: [], arrows: [] });
});
