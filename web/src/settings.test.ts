import { expect, test, vi } from "vitest";

// The settings are read when they are loaded.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { parse } = await import("./settings");

const defaults = parse(null);

test.each(["", "7", "null", "[1]", "{", '"text"', "{}"])("'%s' gives the defaults", (text) => {
  expect(parse(text)).toEqual(defaults);
});

test("what was chosen is kept", () => {
  const chosen = { ...defaults, boardColors: "green", pieces: "plain", sounds: true, size: 70 };
  expect(parse(JSON.stringify(chosen))).toEqual(chosen);
});

test("what makes no sense has its default", () => {
  const kept = '{"theme":"pink","coordinates":true,"size":"big","level":1e999,"sounds":1}';
  expect(parse(kept)).toEqual(defaults);
  expect(parse('{"size":3}').size).toBe(50);
  expect(parse('{"size":300}').size).toBe(100);
});

test("of settings of earlier versions, those that still exist are kept", () => {
  expect(parse('{"coordinates":true,"level":3,"old":1}').level).toBe(3);
});
