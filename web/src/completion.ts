// States as the page uses them: the server leaves out the tree if it is that of the last state.

import type { Message, State, TreeNode } from "./messages";

/** A state with its tree, and with the game as the page keeps it. */
export type Shown = Omit<State, "tree"> & { tree: TreeNode[]; saved: string };

type Sent = Extract<Message, { type: "state" }>;

export class Completion {
  private tree: TreeNode[] = [];
  private moves = "";

  /** Every state has to pass, in the order in which they came. */
  complete(state: Sent): Shown & { type: "state" } {
    this.tree = state.tree ?? this.tree;
    this.moves = state.savedMoves ?? this.moves;
    return { ...state, tree: this.tree, saved: this.moves + state.savedRest };
  }
}
