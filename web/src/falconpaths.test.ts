import { expect, test } from "vitest";

import {
  closedTargets,
  isOpen,
  makeQuestion,
  nameOf,
  reason,
  targetsFrom,
  walk,
  type Question,
  type Square,
} from "./falconpaths";

const E4: Square = [4, 3];

test("a Falcon in the middle has sixteen targets with three paths each", () => {
  const targets = targetsFrom(E4);
  const names = "c1 d1 f1 g1 b2 h2 b3 h3 b5 h5 b6 h6 c7 d7 f7 g7".split(" ").sort();
  expect([...targets.keys()].sort()).toEqual(names);
  for (const paths of targets.values()) expect(paths).toHaveLength(3);
  const toD7 = targets.get("d7")?.map((path) => path.map(nameOf).join("-"));
  expect(toD7?.sort()).toEqual(["d5-d6", "e5-d6", "e5-e6"]);
});

test("Pawns on f5 and f6 close all paths to g7, as in the rules", () => {
  expect(closedTargets(E4, new Set(["f5", "f6"]))).toEqual(["g7"]);
  const paths = targetsFrom(E4).get("f7") ?? [];
  expect(paths.filter((path) => isOpen(path, new Set(["f5", "f6"])))).toHaveLength(1);
  expect(targetsFrom([0, 0]).size).toBe(4);
});

test("questions have answers", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 200; round += 1) {
    const walk = makeQuestion("walk", random);
    const paths = targetsFrom(walk.from).get(walk.target ?? "") ?? [];
    expect(paths.filter((path) => isOpen(path, walk.occupied))).toHaveLength(1);
    const closed = makeQuestion("closed", random);
    expect(closedTargets(closed.from, closed.occupied).length).toBeGreaterThan(0);
  }
});

/** A Falcon on e4; to d7 only the path over d5 and d6 is open. */
const QUESTION: Question = { from: [4, 3], occupied: new Set(["e5"]), target: "d7" };

test("a walk has to follow an open path to its end", () => {
  expect(walk(QUESTION, [], "d5")).toBe("on");
  expect(walk(QUESTION, ["d5"], "d6")).toBe("on");
  expect(walk(QUESTION, ["d5", "d6"], "d7")).toBe("there");
  expect(walk(QUESTION, [], "e5")).toBe("wrong");
  expect(walk(QUESTION, ["d5"], "d7")).toBe("wrong");
});

test("a wrong walk has a reason", () => {
  expect(reason(QUESTION, [], "e5")).toBe("A piece stands on e5.");
  expect(reason(QUESTION, ["d5"], "c6")).toBe("No path to d7 leads over d5 and c6.");
  const other = { ...QUESTION, occupied: new Set(["e6", "d6"]) };
  expect(reason(other, [], "e5")).toBe("The path over e5 is closed further on.");
});
