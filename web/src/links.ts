// Saved games and links to a line, as the page reads them.

import type { Start } from "./messages";

/** What a saved game holds, as far as the page reads it. */
interface SavedGame {
  start: Start;
  moves: { after?: number; mv: string }[];
  node: number;
}

/** A saved game; null if the text is none. */
export function parseSaved(saved: string): SavedGame | null {
  try {
    const game = JSON.parse(saved) as Partial<SavedGame> | null;
    const isGame =
      typeof game?.start?.variant === "string" &&
      Array.isArray(game.moves) &&
      typeof game.node === "number";
    return isGame ? (game as SavedGame) : null;
  } catch {
    return null;
  }
}

/** Whether a text is a saved game and not PGN. */
export function isSavedGame(text: string): boolean {
  return text.trimStart().startsWith("{") && parseSaved(text) !== null;
}

/** The line of a link; null if there is none. */
export function readLink(hash: string): { start: Start; moves: string[] } | null {
  const link = new URLSearchParams(hash.slice(1));
  const variant = link.get("variant");
  if (variant === null) return null;
  const get = (name: string) => link.get(name) || null;
  const start = {
    variant,
    castling: get("castling"),
    promotion: get("promotion"),
    fen: get("fen"),
    array: null,
  };
  return { start, moves: (get("moves") ?? "").split(" ").filter((mv) => mv !== "") };
}
