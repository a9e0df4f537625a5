import { expect, test } from "vitest";

import type { Shown } from "./completion";
import type { Message } from "./messages";
import { Restoring } from "./restoring";

const board = { type: "board", variant: "falcon" } as Extract<Message, { type: "board" }>;
const state = { type: "state", game: 0 } as Shown & { type: "state" };

test("a session's own game is shown if none was kept", () => {
  const restoring = new Restoring();
  restoring.connected();
  expect(restoring.isNew(board)).toBe(true);
  expect(restoring.isNew(state)).toBe(true);
  expect(restoring.fail()).toBeNull();
});

test("a session's own game does not take the place of the one kept", () => {
  const restoring = new Restoring();
  restoring.connected();
  restoring.ask("kept");
  expect(restoring.isNew(board)).toBe(false);
  expect(restoring.isNew(state)).toBe(false);
  // The restored one.
  expect(restoring.isNew(board)).toBe(true);
  expect(restoring.isNew(state)).toBe(true);
  expect(restoring.fail()).toBeNull();
});

test("what cannot be restored comes back with what is shown instead", () => {
  const restoring = new Restoring();
  restoring.connected();
  restoring.ask("kept");
  restoring.isNew(board);
  restoring.isNew(state);
  expect(restoring.fail()).toEqual({ saved: "kept", messages: [board, state] });
  expect(restoring.fail()).toBeNull();
  expect(restoring.isNew(state)).toBe(true);
});

test("a game with which the connection always ends is given up", () => {
  const restoring = new Restoring();
  for (let time = 0; time < 3; time += 1) {
    expect(restoring.isHopeless("kept")).toBe(false);
    restoring.connected();
    restoring.ask("kept");
    restoring.isNew(state);
    restoring.lost();
  }
  expect(restoring.isHopeless("kept")).toBe(true);
  expect(restoring.isHopeless("another")).toBe(false);
  restoring.connected();
  restoring.ask("kept");
  restoring.isNew(state);
  restoring.isNew(state);
  expect(restoring.isHopeless("kept")).toBe(false);
});

test("a game that was set apart is read, and nothing else", () => {
  expect(Restoring.parse('{"saved":"a","reason":"b"}')).toEqual({ saved: "a", reason: "b" });
  for (const text of [null, "", "x", "[]", '{"saved":1,"reason":"b"}'])
    expect(Restoring.parse(text)).toBeNull();
});
