import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { describeLevel, LEVELS } from "./levels";

const GUIDE = new URL("../../docs/guide/levels.md", import.meta.url).pathname;

test("levels are described by the numbers of the guide", () => {
  const rows = readFileSync(GUIDE, "utf8").matchAll(
    /^\| (\d+) \| ([\d,]+) \| (\d*) ?\| (\d+) \| (?:([\d.]+) of (\d+))? ?\|/gm,
  );
  const found = [...rows].map(([, , positions = "", depth, error, points, games]) => ({
    positions: Number(positions.replaceAll(",", "")),
    depth: depth === "" ? null : Number(depth),
    error: Number(error),
    match: points === undefined ? null : [Number(points), Number(games)],
  }));
  expect(found).toEqual(LEVELS);
});

test("a level is described by what it does", () => {
  expect(describeLevel(0)).toBe(
    "It looks one move ahead, considers 40 positions and misjudges by up to 4 Pawns.",
  );
  expect(describeLevel(8)).toBe(
    "It looks 5 half-moves ahead, considers 1,700 positions and misjudges by up to 0.75 of a Pawn. It scored 82% against level 7.",
  );
  expect(describeLevel(20)).toContain("Full strength");
});
