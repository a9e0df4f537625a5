// Arrows and circles that the user draws with the right button.

import { computed, signal } from "@preact/signals";

import type { Mark } from "./annotations";
import { state } from "./store";

/** An arrow, or a circle if it ends where it begins. */
export interface Drawn {
  from: string;
  to: string;
  color: Mark;
}

const all = signal<{ place: string; shapes: Drawn[] }>({ place: "", shapes: [] });

/** Drawings belong to a position. */
function place(): string {
  return `${state.value?.game} ${state.value?.node}`;
}

export const drawn = computed(() => (all.value.place === place() ? all.value.shapes : []));

/** The color for these keys, as on lichess. */
export function colorFor(keys: {
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}): Mark {
  const red = keys.shiftKey || keys.ctrlKey;
  const blue = keys.altKey || keys.metaKey;
  return red && blue ? "yellow" : red ? "red" : blue ? "blue" : "green";
}

/** The shapes with another one. The same one again is taken away; in another color it changes. */
export function toggled(shapes: Drawn[], shape: Drawn): Drawn[] {
  const isSame = (other: Drawn) => other.from === shape.from && other.to === shape.to;
  const others = shapes.filter((other) => !isSame(other));
  return shapes.find(isSame)?.color === shape.color ? others : [...others, shape];
}

export function draw(shape: Drawn): void {
  all.value = { place: place(), shapes: toggled(drawn.value, shape) };
}

export function clearDrawn(): void {
  if (all.value.shapes.length > 0) all.value = { place: "", shapes: [] };
}
