import { expect, test, vi } from "vitest";

import type { TreeNode } from "./messages";

// The panels read the settings of the browser when they are loaded.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { clockText, following, mainLine } = await import("./panels");
const { progress } = await import("./analysis");

test.each([
  [0, "0:00.0"],
  [99, "0:00.0"],
  [9_950, "0:09.9"],
  [19_999, "0:19.9"],
  [20_000, "0:20"],
  [59_999, "0:59"],
  [60_000, "1:00"],
  [3_599_999, "59:59"],
  [3_600_000, "1:00:00"],
  [36_061_000, "10:01:01"],
])("%i ms on a clock is %s", (milliseconds, text) => {
  expect(clockText(milliseconds)).toBe(text);
});

function node(id: number, parent: number | null): TreeNode {
  return { id, parent, number: "", san: "", glyphs: [], comment: "", before: "", behind: "" };
}

test("the main line is that of the first children", () => {
  // 0 - 1 - 2 - 3, with 4 - 5 after 1, and 6 beside 1.
  const tree = [
    ...[node(0, null), node(1, 0), node(2, 1), node(3, 2)],
    ...[node(4, 1), node(5, 4), node(6, 0)],
  ];
  expect(mainLine(tree).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  expect(mainLine([node(0, null)]).map(({ id }) => id)).toEqual([0]);
  expect(mainLine([])).toEqual([]);
});

test("what follows a move is counted with its variations", () => {
  const tree = [node(0, null), node(1, 0), node(2, 1), node(3, 1), node(4, 3), node(5, 0)];
  expect(tree.map(({ id }) => following(tree, id))).toEqual([5, 3, 0, 1, 0, 0]);
});

test("numbers of positions are not rounded to nothing", () => {
  expect(progress(1, 1, 1_000_000)).toBe("depth 1, 1 position");
  expect(progress(1, 412, 162_000)).toBe("depth 1, 412 positions");
  expect(progress(9, 49_999, 162_000)).toBe("depth 9, 50 thousand positions");
  expect(progress(14, 999_499, 162_000)).toBe(
    "depth 14, 999 thousand positions, 162 thousand per second",
  );
  expect(progress(20, 2_340_000, 1_250_000)).toBe(
    "depth 20, 2.3 million positions, 1.3 million per second",
  );
});
