// The catalog of games.

import { library, text, words } from "./library.js";

/** A game and its rules. */
export interface Variant {
  name: string;
  /** A line that describes it. */
  title: string;
  /** What is special about it, in a sentence or two; empty if its file does not say. */
  about: string;
  files: number;
  ranks: number;
  /** The start position; in a game with a shuffled first rank, one of them. */
  startFen: string;
  /** The castling rules that can be chosen, the default first. */
  castling: string[];
  /** The promotion rules that can be chosen, the default first. */
  promotion: string[];
  /** The names of the pieces by their letters. */
  pieces: Record<string, string>;
  /** The first and the last number of its arrays; null if the array is fixed. */
  arrays: { first: number; last: number } | null;
}

/** The names of all games, the main one first. */
export function variants(): string[] {
  return words(text(library().exports.variants_list()), "\n");
}

/** The game of this name. */
export function variant(name: string): Variant {
  const { exports } = library();
  return JSON.parse(text(exports.variant_describe(...library().put(name)))) as Variant;
}

/**
 * Adds the games that the text of a variant file defines, and returns their names. If there are
 * faults, none is added, and the message of the error has a line for each fault.
 */
export function addVariants(file: string): string[] {
  const { exports } = library();
  return words(text(exports.variants_add(...library().put(file))), "\n");
}
