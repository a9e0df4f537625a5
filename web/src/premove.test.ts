import { expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { fate } = await import("./premove");

const prepared = { from: "e2", to: "e4", game: 3, nodes: 2 };
const thinking = { game: 3, nodes: 2, waiting: true, canMove: false, opposed: true };
const answered = { ...thinking, nodes: 3, waiting: false, canMove: true };

test("a prepared move waits for the engine's and is played then", () => {
  expect(fate(prepared, thinking)).toBe("wait");
  expect(fate(prepared, answered)).toBe("play");
});

test("it waits while an earlier position is shown", () => {
  expect(fate(prepared, { ...answered, canMove: false })).toBe("wait");
});

test("it is forgotten when the game changes, ends, or a move is taken back", () => {
  expect(fate(prepared, { ...thinking, game: 4 })).toBe("drop");
  expect(fate(prepared, { ...answered, opposed: false })).toBe("drop");
  expect(fate(prepared, { ...answered, nodes: 1 })).toBe("drop");
});
