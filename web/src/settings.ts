// What the user has chosen, kept in the browser.

import { effect, signal } from "@preact/signals";

import { read, write } from "./storage";

const CHOICES = {
  theme: ["system", "light", "dark"],
  boardColors: ["brown", "green", "blue"],
  pieces: ["classic", "plain"],
  coordinates: ["inside", "outside", "none"],
} as const;

type Choices = { [key in keyof typeof CHOICES]: (typeof CHOICES)[key][number] };

export interface Settings extends Choices {
  /** The size of the board in per cent of the largest one. */
  size: number;
  /** Whether pieces glide to their new squares. */
  animation: boolean;
  sounds: boolean;
  /** Whether pointing at a piece shows its name and its moves. */
  pieceHints: boolean;
  chances: boolean;
  lines: number;
  threads: number;
  hash: number;
  variant: string;
  level: number;
  book: boolean;
  /** Whether the engine thinks on the time of the other side. */
  ponder: boolean;
  /** Whether lines of the analysis are shown to their end. */
  wholeLines: boolean;
}

/** The names of the settings whose values are of a type. */
export type SettingOf<T> = {
  [K in keyof Settings]: Settings[K] extends T ? K : never;
}[keyof Settings];

/** The smallest board, in per cent of the largest one. */
export const MIN_SIZE = 50;

const DEFAULTS: Settings = {
  theme: "system",
  boardColors: "brown",
  pieces: "classic",
  coordinates: "inside",
  size: 100,
  animation: true,
  sounds: false,
  pieceHints: true,
  chances: false,
  lines: 3,
  threads: 1,
  hash: 64,
  variant: "falcon",
  level: 8,
  book: true,
  ponder: false,
  wholeLines: false,
};

/** The settings in a text; what is missing or makes no sense has its default. */
export function parse(text: string | null): Settings {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    // What another program wrote here.
  }
  const kept = typeof found === "object" && found !== null ? found : {};
  const read: Record<string, unknown> = { ...DEFAULTS };
  for (const [key, value] of Object.entries(kept)) {
    const choices: readonly unknown[] | undefined = CHOICES[key as keyof Choices];
    const isKnown = choices?.includes(value) ?? typeof value === typeof read[key];
    if (isKnown && (typeof value !== "number" || Number.isFinite(value))) read[key] = value;
  }
  const settings = read as unknown as Settings;
  return { ...settings, size: Math.min(100, Math.max(MIN_SIZE, settings.size)) };
}

export const settings = signal<Settings>(parse(read("local", "settings")));

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
}

effect(() => {
  write("local", "settings", JSON.stringify(settings.value));
  const { theme, boardColors } = settings.value;
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.board = boardColors;
});
