import { expect, test } from "vitest";

import { croppedRange, gate, targetMarks } from "./diagrams";

test("a croppedRange of a board holds what it shows, and stays on the board", () => {
  expect(croppedRange(4, 6, 10)).toEqual([2, 7]);
  expect(croppedRange(0, 0, 10)).toEqual([0, 7]);
  expect(croppedRange(9, 9, 10)).toEqual([3, 7]);
  expect(croppedRange(0, 9, 10)).toEqual([0, 10]);
  expect(croppedRange(1, 2, 5)).toEqual([0, 5]);
});

test("a bar stands across the way to a square, at the edge that faces the piece", () => {
  expect(gate([0, 0], [2, 0])).toBe("M0.92 0.74L0.92 0.26");
  expect(gate([0, 0], [0, 20], 10)).toBe("M2.6 9.2L7.4 9.2");
});

test("targets are marked by how they are reached", () => {
  const marks = targetMarks(["e3", "e4"], ["d3", "e4"]);
  expect([...marks]).toEqual([
    ["e3", "move"],
    ["e4", "both"],
    ["d3", "capture"],
  ]);
});
