import { beforeEach, expect, test, vi } from "vitest";

import { deleteGame, MOST, parse, saveGame, savedGames } from "./savedgames";

let kept: Record<string, string> = {};
let room = Infinity;

beforeEach(() => {
  kept = {};
  room = Infinity;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new Error("full");
      kept[key] = text;
    },
    removeItem: (key: string) => delete kept[key],
  });
});

test("games are saved by name, the newest first, and deleted", () => {
  expect(saveGame("one", "{1}")).toBeNull();
  expect(saveGame("two", "{2}")).toBeNull();
  expect(saveGame("one", "{3}")).toBeNull();
  expect(savedGames.value.map(({ name, saved }) => [name, saved])).toEqual([
    ["one", "{3}"],
    ["two", "{2}"],
  ]);
  expect(deleteGame("one")?.saved).toBe("{3}");
  expect(parse(kept["saved-games"] ?? null)).toHaveLength(1);
});

test("what does not fit is refused with a sentence, and the others stay", () => {
  saveGame("one", "{1}");
  room = 100;
  expect(saveGame("two", "x".repeat(200))).toContain("no room");
  expect(parse(kept["saved-games"] ?? null)).toHaveLength(1);
  room = Infinity;
  for (let index = 0; index < MOST; index += 1) saveGame(`game ${index}`, "{}");
  expect(saveGame("one too many", "{}")).toContain(`${MOST} games`);
});

test("a stored text that is something else gives no games", () => {
  expect(parse(null)).toEqual([]);
  expect(parse("{")).toEqual([]);
  expect(parse('{"name":"a"}')).toEqual([]);
  expect(parse('[null,{"name":1},{"name":"a","time":1,"saved":"{}"}]')).toHaveLength(1);
});
