// What the browser keeps. It may have no room left, or forbid it: then the page works without.

import { isEmbedded } from "./embedded";

/** What a board within another page keeps: its games must not take the place of others. */
const OWN = new Map<string, string>();

/** The text of a key; null if there is none. */
export function read(area: "session" | "local", key: string): string | null {
  if (isEmbedded && isGame(key)) return OWN.get(key) ?? null;
  try {
    return storage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; `false` if the browser does not. Then the text kept before stays. */
export function write(area: "session" | "local", key: string, text: string): boolean {
  if (isEmbedded) {
    OWN.set(key, text);
    return true;
  }
  try {
    storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function remove(area: "session" | "local", key: string): void {
  OWN.delete(key);
  if (isEmbedded) return;
  try {
    storage(area).removeItem(key);
  } catch {
    // There is nothing, then.
  }
}

/** Whether a key is that of a game, and not of a setting. */
function isGame(key: string): boolean {
  return key.endsWith("game");
}

function storage(area: "session" | "local"): Storage {
  return area === "session" ? sessionStorage : localStorage;
}
