import { expect, test } from "vitest";

import { part, targetMarks } from "./miniboard";

test("a part of a board holds what it shows, and stays on the board", () => {
  expect(part(4, 6, 10)).toEqual([2, 7]);
  expect(part(0, 0, 10)).toEqual([0, 7]);
  expect(part(9, 9, 10)).toEqual([3, 7]);
  expect(part(0, 9, 10)).toEqual([0, 10]);
  expect(part(1, 2, 5)).toEqual([0, 5]);
});

test("targets are marked by how they are reached", () => {
  const marks = targetMarks(["e3", "e4"], ["d3", "e4"]);
  expect([...marks]).toEqual([
    ["e3", "move"],
    ["e4", "both"],
    ["d3", "capture"],
  ]);
});
