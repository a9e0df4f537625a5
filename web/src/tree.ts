// Ways through the game tree.

import type { TreeNode } from "./messages";
import { send, state } from "./store";

/** The nodes of the first children. */
export function mainLine(tree: TreeNode[]): TreeNode[] {
  const line: TreeNode[] = tree.slice(0, 1);
  for (const node of tree) {
    const last = line[line.length - 1];
    if (last !== undefined && node.parent === last.id) line.push(node);
  }
  return line;
}

/** How many nodes come after a node. */
export function following(tree: TreeNode[], id: number): number {
  const after = new Set([id]);
  // Parents come before their children.
  for (const node of tree) if (node.parent !== null && after.has(node.parent)) after.add(node.id);
  return after.size - 1;
}

/** The node before, after, first or last, seen from the one shown. */
export function neighbor(to: "first" | "back" | "forward" | "last"): number | null {
  const shown = state.value;
  if (shown === null) return null;
  const child = (id: number) => shown.tree.find((node) => node.parent === id)?.id;
  switch (to) {
    case "first":
      return 0;
    case "back":
      return shown.tree.find((node) => node.id === shown.node)?.parent ?? null;
    case "forward":
      return child(shown.node) ?? null;
    case "last": {
      let id = shown.node;
      for (let next = child(id); next !== undefined; next = child(id)) id = next;
      return id;
    }
  }
}

export function step(to: "first" | "back" | "forward" | "last"): void {
  const node = neighbor(to);
  if (node !== null && node !== state.value?.node) send({ type: "goTo", node });
}
