// What the user has chosen, kept in the browser.

import { effect, signal } from "@preact/signals";

import { read, write } from "./storage";

export interface Settings {
  theme: "system" | "light" | "dark";
  coordinates: boolean;
  chances: boolean;
  lines: number;
  threads: number;
  hash: number;
  variant: string;
  level: number;
  book: boolean;
  /** Whether lines of the analysis are shown to their end. */
  wholeLines: boolean;
}

const DEFAULTS: Settings = {
  theme: "system",
  coordinates: true,
  chances: false,
  lines: 3,
  threads: 1,
  hash: 64,
  variant: "falcon",
  level: 8,
  book: true,
  wholeLines: false,
};

function stored(): Settings {
  try {
    const text = read("local", "settings");
    return { ...DEFAULTS, ...(text === null ? {} : (JSON.parse(text) as Partial<Settings>)) };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal<Settings>(stored());

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
}

effect(() => {
  write("local", "settings", JSON.stringify(settings.value));
  const { theme } = settings.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
