import { expect, test } from "vitest";

import { croppedRange, targetMarks } from "./miniboard";

test("a croppedRange of a board holds what it shows, and stays on the board", () => {
  expect(croppedRange(4, 6, 10)).toEqual([2, 7]);
  expect(croppedRange(0, 0, 10)).toEqual([0, 7]);
  expect(croppedRange(9, 9, 10)).toEqual([3, 7]);
  expect(croppedRange(0, 9, 10)).toEqual([0, 10]);
  expect(croppedRange(1, 2, 5)).toEqual([0, 5]);
});

test("targets are marked by how they are reached", () => {
  const marks = targetMarks(["e3", "e4"], ["d3", "e4"]);
  expect([...marks]).toEqual([
    ["e3", "move"],
    ["e4", "both"],
    ["d3", "capture"],
  ]);
});
