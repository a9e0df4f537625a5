// The one instance that all boards share.

import { Instance, type Common } from "./instance.js";
import { compile } from "./place.js";

type OfText = (start: number, length: number) => number;
type OfBoard = (board: number) => number;
type OfBoardAndText = (board: number, start: number, length: number) => number;

/** What wasm/rules.rs exports. */
export interface Exports extends Common {
  start(): void;
  board_new: OfText;
  board_free(board: number): void;
  board_copy: OfBoard;
  board_turn: OfBoard;
  board_is_check: OfBoard;
  board_perft(board: number, depth: number): number;
  board_moves: OfBoard;
  board_sans: OfBoard;
  board_fen: OfBoard;
  board_pop: OfBoard;
  board_history: OfBoard;
  board_outcome: OfBoard;
  board_state: OfBoard;
  board_svg: OfBoard;
  board_push: OfBoardAndText;
  board_san: OfBoardAndText;
  board_uci: OfBoardAndText;
  board_paths: OfBoardAndText;
  board_pgn: OfBoardAndText;
  variants_list(): number;
  variant_describe: OfText;
  variants_add: OfText;
  pgn_open: OfText;
  pgn_next: OfBoard;
  pgn_close(reader: number): void;
}

let loading: Promise<void> | null = null;
let loaded: Instance<Exports> | null = null;

/**
 * Loads the module of WebAssembly, which everything but the engine needs. Call it once and wait
 * for it. `source` is its address, or the compiled module, where a bundler or a policy needs that.
 */
export function load(source?: URL | WebAssembly.Module): Promise<void> {
  loading ??= loadModule(source).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function loadModule(source?: URL | WebAssembly.Module): Promise<void> {
  const instance = await Instance.start<Exports>(await compile(source));
  instance.exports.start();
  loaded = instance;
}

export function library(): Instance<Exports> {
  if (loaded === null) throw new Error("call load() first, and wait for it");
  return loaded;
}

/** The number that a function has returned. If it has given out an error, that is thrown. */
export function number(result: number): number {
  if (result < 0) throw new Error(library().text(-1 - result) ?? "");
  return result;
}

/** The text of the length that a function has returned. */
export function text(length: number): string {
  return library().text(number(length)) ?? "";
}

/** The words of a text with blanks or line feeds between them. */
export function words(text: string, between: " " | "\n"): string[] {
  return text === "" ? [] : text.split(between);
}
