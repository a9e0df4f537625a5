import { expect, test, vi } from "vitest";

import type { TreeNode } from "./messages";

// They read the settings of the browser when they are loaded.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { following, mainLine } = await import("./tree");

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
