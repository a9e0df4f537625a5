import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { VARIANT_KEYS } from "./variantkeys";

const GUIDE = new URL("../../docs/guide/variant-files.md", import.meta.url).pathname;

/** The names in the first cells of the tables below these headings. */
function keysOfGuide(): Set<string> {
  const names = new Set<string>();
  let isWanted = false;
  for (const line of readFileSync(GUIDE, "utf8").split("\n")) {
    if (line.startsWith("#")) isWanted = /^#+ (Keys of|Moves$|Castling$)/.test(line);
    if (!isWanted || !line.startsWith("| `")) continue;
    const cell = line.split("|")[1] ?? "";
    for (const [, name] of cell.matchAll(/`([^`]+)`/g)) names.add(name ?? "");
  }
  return names;
}

test("the page lists the keys of the guide, and no others", () => {
  const listed = VARIANT_KEYS.flatMap(({ keys }) => keys.flatMap(([names]) => names.split(", ")));
  expect(new Set(listed)).toEqual(keysOfGuide());
  expect(listed.length).toBeGreaterThan(80);
  for (const { keys } of VARIANT_KEYS)
    for (const [, meaning] of keys) expect(meaning.length).toBeGreaterThan(3);
});
