// A move that is made while the engine thinks, and played as soon as it has moved.

import { effect, signal } from "@preact/signals";

import { choose } from "./choice";
import { candidates } from "./moves";
import { againstEngine, send, state } from "./store";

export interface Premove {
  from: string;
  to: string;
}

export const premove = signal<Premove | null>(null);

/** The color of the person while the engine is to move; null if no move can be prepared. */
export function preparing(): "w" | "b" | null {
  const shown = state.value;
  if (shown === null || !againstEngine.value || !shown.engineToMove) return null;
  return shown.position.side === "w" ? "b" : "w";
}

/** Plays the prepared move when it is the person's turn, if it is legal then. */
async function playPrepared(prepared: Premove): Promise<void> {
  premove.value = null;
  const legal = state.value?.position.legal ?? [];
  const chosen = await choose(candidates(legal, prepared.from, prepared.to));
  if (chosen !== null) send({ type: "play", mv: chosen.mv });
}

effect(() => {
  const prepared = premove.value;
  if (prepared === null || state.value === null) return;
  if (!againstEngine.value) premove.value = null;
  else if (!state.value.engineToMove && state.value.position.legal.length > 0)
    void playPrepared(prepared);
});
