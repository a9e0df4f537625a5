import { expect, test, vi } from "vitest";

// They read the settings of the browser when they are loaded.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { progress } = await import("./lines");

test("numbers of positions are not rounded to nothing", () => {
  expect(progress(1, 1, 1_000_000)).toBe("depth 1, 1 position");
  expect(progress(1, 412, 162_000)).toBe("depth 1, 412 positions");
  expect(progress(9, 49_999, 162_000)).toBe("depth 9, 50 thousand positions");
  expect(progress(14, 999_499, 162_000)).toBe(
    "depth 14, 999 thousand positions, 162 thousand per second",
  );
  expect(progress(20, 2_340_000, 1_250_000)).toBe(
    "depth 20, 2.3 million positions, 1.3 million per second",
  );
});
