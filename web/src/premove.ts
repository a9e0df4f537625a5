// A move that is made while the opponent thinks, and played as soon as that has moved.

import { effect, signal } from "@preact/signals";

import { choose } from "./question";
import { candidates } from "./moves";
import { opposed, send, state, waiting } from "./store";

export interface Premove {
  from: string;
  to: string;
  /** The game that it was made in, and how many nodes that had. */
  game: number;
  nodes: number;
}

export const premove = signal<Premove | null>(null);

/** The color of the person while the opponent is to move; null if no move can be prepared. */
export function preparing(): "w" | "b" | null {
  const shown = state.value;
  if (shown === null || !waiting.value) return null;
  return shown.position.side === "w" ? "b" : "w";
}

export function prepare(from: string, to: string): void {
  const shown = state.value;
  if (shown !== null) premove.value = { from, to, game: shown.game, nodes: shown.tree.length };
}

/** What the page knows of the game when it decides about a prepared move. */
interface Situation {
  game: number;
  nodes: number;
  waiting: boolean;
  canMove: boolean;
  opposed: boolean;
}

/** Whether a prepared move is played now, later, or not at all. */
export function fate(prepared: Premove, now: Situation): "play" | "wait" | "drop" {
  if (prepared.game !== now.game || !now.opposed) return "drop";
  if (now.waiting) return "wait";
  // The opponent has made no move: one was taken back.
  if (now.nodes <= prepared.nodes) return "drop";
  return now.canMove ? "play" : "wait";
}

/** Plays the prepared move, if it is legal. */
async function play(prepared: Premove): Promise<void> {
  const legal = state.value?.position.legal ?? [];
  const chosen = await choose(candidates(legal, prepared.from, prepared.to));
  if (chosen !== null) send({ type: "play", mv: chosen.mv });
}

effect(() => {
  const [prepared, shown] = [premove.value, state.value];
  if (prepared === null || shown === null) return;
  const { game, tree, position } = shown;
  const next = fate(prepared, {
    game,
    nodes: tree.length,
    waiting: waiting.value,
    canMove: position.legal.length > 0,
    opposed: opposed.value,
  });
  if (next === "wait") return;
  premove.value = null;
  if (next === "play") void play(prepared);
});
