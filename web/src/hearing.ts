// Plays the sound of what has happened on the board.

import { effect } from "@preact/signals";

import { play, soundOf } from "./sounds";
import { state } from "./store";
import type { Shown } from "./completion";

let before: Shown | null = null;

/** The sound of what has changed between two states, if any. */
function heard(last: Shown | null, next: Shown): void {
  if (last === null || last.game !== next.game) return;
  const ends = next.result !== null && last.result === null && next.players !== null;
  const node = next.tree.find((other) => other.id === next.node);
  if (next.node !== last.node && node?.parent === last.node) play(soundOf(node.san, ends));
  else if (ends) play("end");
}

effect(() => {
  const next = state.value;
  if (next === null) return;
  heard(before, next);
  before = next;
});
