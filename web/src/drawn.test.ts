import { expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { colorFor, toggled } = await import("./drawn");

const NONE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("keys choose the color", () => {
  expect(colorFor(NONE)).toBe("green");
  expect(colorFor({ ...NONE, shiftKey: true })).toBe("red");
  expect(colorFor({ ...NONE, ctrlKey: true })).toBe("red");
  expect(colorFor({ ...NONE, altKey: true })).toBe("blue");
  expect(colorFor({ ...NONE, altKey: true, shiftKey: true })).toBe("yellow");
});

test("the same arrow again is taken away, in another color it changes", () => {
  const green = { from: "e2", to: "e4", color: "green" } as const;
  const red = { ...green, color: "red" } as const;
  const circle = { from: "e4", to: "e4", color: "blue" } as const;
  expect(toggled([], green)).toEqual([green]);
  expect(toggled([green, circle], green)).toEqual([circle]);
  expect(toggled([green, circle], red)).toEqual([circle, red]);
});
