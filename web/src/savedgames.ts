// The games that the user has saved in this browser.

import { signal } from "@preact/signals";

import { read, write } from "./storage";

export interface SavedGame {
  name: string;
  /** When it was saved, in milliseconds since 1970. */
  time: number;
  /** The game as the session keeps it. */
  saved: string;
}

const KEY = "saved-games";

/** The most games that are kept. */
export const MOST = 200;

/** The games of a stored text; none if it is not what was stored. */
export function parse(text: string | null): SavedGame[] {
  try {
    const found = JSON.parse(text ?? "[]") as unknown;
    if (!Array.isArray(found)) return [];
    return found.filter((game): game is SavedGame => {
      const { name, time, saved } = (game ?? {}) as Partial<SavedGame>;
      return typeof name === "string" && typeof time === "number" && typeof saved === "string";
    });
  } catch {
    return [];
  }
}

export const savedGames = signal<SavedGame[]>(parse(read("local", KEY)));

/** Other tabs may have saved or deleted games. */
function current(): SavedGame[] {
  return parse(read("local", KEY));
}

/** Saves a game under a name; a sentence if that is not possible. */
export function saveGame(name: string, saved: string): string | null {
  const others = current().filter((game) => game.name !== name);
  if (others.length >= MOST) return `The list holds ${MOST} games; delete one first.`;
  const games = [{ name, time: Date.now(), saved }, ...others];
  if (!write("local", KEY, JSON.stringify(games)))
    return "This browser has no room for the game: save it as PGN, or delete others.";
  savedGames.value = games;
  return null;
}

/** Deletes a game. Returns it, so that it can be saved again. */
export function deleteGame(name: string): SavedGame | null {
  const games = current();
  const rest = games.filter((game) => game.name !== name);
  if (write("local", KEY, JSON.stringify(rest))) savedGames.value = rest;
  return games.find((game) => game.name === name) ?? null;
}
