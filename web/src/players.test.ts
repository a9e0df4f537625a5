import { expect, test, vi } from "vitest";

// They read the settings of the browser when they are loaded.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { clockText } = await import("./players");

test.each([
  [0, "0:00.0"],
  [99, "0:00.0"],
  [9_950, "0:09.9"],
  [19_999, "0:19.9"],
  [20_000, "0:20"],
  [59_999, "0:59"],
  [60_000, "1:00"],
  [3_599_999, "59:59"],
  [3_600_000, "1:00:00"],
  [36_061_000, "10:01:01"],
])("%i ms on a clock is %s", (milliseconds, text) => {
  expect(clockText(milliseconds)).toBe(text);
});
