// What the players have captured, and the clocks that a game was written down with.

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";

import { annotations } from "./annotations";
import { material, startOf } from "./material";
import type { TreeNode } from "./messages";
import { board, state } from "./store";

/** What a side has captured, and by how much it is ahead. */
export function Captured({ side }: { side: "w" | "b" }): JSX.Element | null {
  const found = useComputed(() => {
    const [shape, shown] = [board.value, state.value];
    if (shape === null || shown === null) return null;
    return material(shape, startOf(shown.saved, shape), shown.position.pieces);
  });
  const pieces = found.value?.captured[side === "w" ? "b" : "w"] ?? [];
  const ahead = (found.value?.difference ?? 0) * (side === "w" ? 1 : -1);
  const names = new Map(board.value?.pieces.map(({ code, name }) => [code, name]));
  const spoken = pieces.map((code) => names.get(code) ?? code).join(", ");
  return (
    <span class="captured">
      {pieces.length > 0 && (
        <span role="img" aria-label={`has captured ${spoken}`}>
          {pieces.map((code, index) => (
            <svg
              key={index}
              viewBox="0 0 100 100"
              aria-hidden="true"
              class={code === pieces[index - 1] ? "same" : ""}
            >
              <use href={`#piece-${code}`} width="100" height="100" />
            </svg>
          ))}
        </span>
      )}
      {ahead > 0 && (
        <span class="ahead" title="More material, counted in Pawns">
          +{ahead}
        </span>
      )}
    </span>
  );
}

/** The clock of a side that the comments of a game give, at the node shown. */
function writtenClock(tree: TreeNode[], id: number | undefined, side: "w" | "b"): string | null {
  const nodes = new Map(tree.map((node) => [node.id, node]));
  let node = nodes.get(id ?? 0);
  while (node !== undefined && node.parent !== null) {
    const mover = node.number.includes("...") ? "b" : "w";
    if (mover === side) return annotations(node.comment, mover).clock;
    node = nodes.get(node.parent);
  }
  return null;
}

/** The clock of a side in the comments of the game, if there is one. */
export function WrittenClock({ side }: { side: "w" | "b" }): JSX.Element | null {
  const written = writtenClock(state.value?.tree ?? [], state.value?.node, side);
  return written === null ? null : <span class="clock">{written}</span>;
}
