import { expect, test } from "vitest";

import type { Player } from "./messages";
import { choicesOf, hasPeregrine, isWithoutPerson, type Opponent, playersOf } from "./opponents";

const engine = (level: number): Player => ({
  type: "engine",
  level,
  moveTime: 1000,
  book: true,
  ponder: false,
});

/** The players in words, with a color that is drawn at this point. */
function inWords(opponent: Opponent, drawn = 0): string {
  const { white, black } = playersOf(opponent, engine(5), engine(6), () => drawn);
  const word = (player: Player): string => {
    switch (player.type) {
      case "engine":
        return `level ${player.level}`;
      case "otherEngine":
        return `engine ${player.number}`;
      default:
        return player.type;
    }
  };
  return `${word(white)}, ${word(black)}`;
}

test.each<[Opponent, string, boolean]>([
  ["white", "person, level 5", true],
  ["black", "level 5, person", true],
  ["none", "level 5, level 6", true],
  ["person", "person, person", false],
  ["link-white", "person, remote", false],
  ["link-black", "remote, person", false],
  ["0-white", "person, engine 0", false],
  ["12-black", "engine 12, person", false],
  ["1-against-black", "engine 1, level 5", true],
  ["1-against-white", "level 5, engine 1", true],
])("%s is %s", (opponent, words, plays) => {
  expect(inWords(opponent)).toBe(words);
  expect(hasPeregrine(opponent)).toBe(plays);
  expect(isWithoutPerson(opponent)).toBe(opponent.includes("against"));
});

test("a color is drawn", () => {
  expect(inWords("random", 0.49)).toBe("person, level 5");
  expect(inWords("random", 0.5)).toBe("level 5, person");
  expect(inWords("3-random", 0.49)).toBe("person, engine 3");
  expect(inWords("3-random", 0.5)).toBe("engine 3, person");
});

test("every choice of another engine names it and is another game", () => {
  const choices = choicesOf("Fairy-Max", 2);
  expect(choices.map(([value]) => value)).toHaveLength(5);
  for (const [, label] of choices) expect(label).toContain("Fairy-Max");
  const games = choices.flatMap(([value]) => [inWords(value, 0), inWords(value, 1)]);
  expect(new Set(games).size).toBe(4);
});
