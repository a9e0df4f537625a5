export { Board } from "./board.js";
export type { BoardOptions, Color, Outcome, Path, State, Target } from "./board.js";
export { Engine } from "./engine.js";
export type { EngineOptions, Info, SearchRequest, SearchResult } from "./engine.js";
export { load } from "./library.js";
export { boardOf, readPgn } from "./pgn.js";
export type { PgnGame, PgnMove, PgnOptions } from "./pgn.js";
export { addVariants, variant, variants } from "./variants.js";
export type { Variant } from "./variants.js";
