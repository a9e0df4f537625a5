import { expect, test } from "vitest";

import { clockOf, NO_CLOCK, OWN, ownClock } from "./timecontrols";

const own = (minutes: string, increment: string) => ownClock({ preset: OWN, minutes, increment });

test("a clock of one's own is what was typed", () => {
  expect(own("10", "5")).toEqual({ base: 600_000, increment: 5_000 });
  expect(own("0.5", "")).toEqual({ base: 30_000, increment: 0 });
  expect(own("1,5", "0,5")).toEqual({ base: 90_000, increment: 500 });
  // Without a time at the start, the first move would lose.
  expect(own("0", "3")).toEqual({ base: 1000, increment: 3000 });
});

test("what cannot be is no clock", () => {
  for (const [minutes, increment] of [
    ["", ""],
    ["-1", "5"],
    ["x", "5"],
    ["1441", "0"],
    ["1", "3601"],
    ["1e99", "0"],
  ] as const)
    expect(own(minutes, increment)).toBeNull();
  expect(clockOf({ ...NO_CLOCK, preset: OWN, minutes: "x" })).toBeUndefined();
  expect(clockOf(NO_CLOCK)).toBeNull();
  expect(clockOf({ ...NO_CLOCK, preset: 1 })).toEqual({ base: 60_000, increment: 1_000 });
});
