// The clocks that a game can have.

import type { TimeControl } from "./messages";

export const PRESETS: [string, TimeControl | null][] = [
  ["no clock", null],
  ["1 minute + 1 s", { base: 60_000, increment: 1_000 }],
  ["3 minutes + 2 s", { base: 180_000, increment: 2_000 }],
  ["5 minutes + 3 s", { base: 300_000, increment: 3_000 }],
  ["15 minutes + 10 s", { base: 900_000, increment: 10_000 }],
  ["60 minutes", { base: 3_600_000, increment: 0 }],
];

/** The place of a clock of one's own among the presets. */
export const OWN = PRESETS.length;

/** The limits of a clock of one's own, in milliseconds. */
const MOST_BASE = 24 * 3_600_000;
const MOST_INCREMENT = 3_600_000;

export interface ClockChoice {
  /** The place of a preset, or OWN. */
  preset: number;
  /** What was typed. */
  minutes: string;
  increment: string;
}

export const NO_CLOCK: ClockChoice = { preset: 0, minutes: "10", increment: "5" };

/** The clock that was typed; null if it cannot be. */
export function ownClock({ minutes, increment }: ClockChoice): TimeControl | null {
  const [typed, added] = [minutes, increment].map((text) =>
    text.trim() === "" ? 0 : Number(text.replace(",", ".")),
  );
  const base = Math.round((typed ?? NaN) * 60_000);
  const step = Math.round((added ?? NaN) * 1000);
  const isGood =
    base >= 0 && base <= MOST_BASE && step >= 0 && step <= MOST_INCREMENT && base + step >= 1000;
  return isGood ? { base: Math.max(base, 1000), increment: step } : null;
}

/** The clock of a choice; null for none, and `undefined` if it cannot be. */
export function clockOf(choice: ClockChoice): TimeControl | null | undefined {
  if (choice.preset === OWN) return ownClock(choice) ?? undefined;
  return PRESETS[choice.preset]?.[1] ?? null;
}
