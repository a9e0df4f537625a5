// What the browser keeps. It may have no room left, or forbid it: then the page works without.

/** The text of a key; null if there is none. */
export function read(area: "session" | "local", key: string): string | null {
  try {
    return storage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; `false` if the browser does not. Then the text kept before stays. */
export function write(area: "session" | "local", key: string, text: string): boolean {
  try {
    storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function remove(area: "session" | "local", key: string): void {
  try {
    storage(area).removeItem(key);
  } catch {
    // There is nothing, then.
  }
}

function storage(area: "session" | "local"): Storage {
  return area === "session" ? sessionStorage : localStorage;
}
