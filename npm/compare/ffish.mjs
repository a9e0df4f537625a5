// ffish-es6, which is Fairy-Stockfish's rules in WebAssembly, and random numbers for games.
import { readFile } from "node:fs/promises";

import Module from "ffish-es6";

/** Loads ffish-es6, which cannot find its module in Node.js. */
export async function loadFfish() {
  const address = new URL("ffish.wasm", import.meta.resolve("ffish-es6"));
  return new Module({ wasmBinary: await readFile(address) });
}

/** Numbers that look random and are the same every time. */
export function* numbers(seed) {
  for (let state = seed; ; state = (Math.imul(state, 1664525) + 1013904223) >>> 0)
    yield state >>> 8;
}
