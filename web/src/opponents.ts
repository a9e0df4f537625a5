// Who plays whom in a new game: the choices of an opponent, and the players that they stand for.

import type { Player, Players } from "./messages";

/** The time for a move of an engine in games without a clock, in milliseconds. */
export const MOVE_TIME = 1000;

/**
 * The color that one plays against Peregrine, another person at the board, the color against one who
 * joins by a link, Peregrine alone; or another engine by its number, and the color that one plays
 * against it, or the color that it plays against Peregrine.
 */
export type Opponent =
  "white" | "black" | "random" | "person" | "link-white" | "link-black" | "none" | OtherEngine;

const ROLES = ["white", "black", "random", "against-black", "against-white"] as const;
type Role = (typeof ROLES)[number];
type OtherEngine = `${number}-${Role}`;

/** The choices with another engine, which has this number and name. */
export function choicesOf(name: string, number: number): [OtherEngine, string][] {
  const labels: Record<Role, string> = {
    white: `${name}; you play White`,
    black: `${name}; you play Black`,
    random: `${name}; your color is drawn`,
    "against-black": `${name} plays White, Peregrine Black`,
    "against-white": `${name} plays Black, Peregrine White`,
  };
  return ROLES.map((role) => [`${number}-${role}`, labels[role]]);
}

/** The number of another engine, and its role. */
function otherEngine(opponent: Opponent): [number, Role] | null {
  const [, number, role] = /^(\d+)-(.*)$/.exec(opponent) ?? [];
  return number === undefined ? null : [Number(number), role as Role];
}

/** Whether Peregrine plays. */
export function hasPeregrine(opponent: Opponent): boolean {
  const other = otherEngine(opponent);
  if (other !== null) return other[1].startsWith("against-");
  return !["person", "link-white", "link-black"].includes(opponent);
}

/** Whether Peregrine plays against another engine. */
export function isWithoutPerson(opponent: Opponent): boolean {
  return otherEngine(opponent) !== null && hasPeregrine(opponent);
}

/** The players of a choice. Peregrine plays as `peregrine`, and both sides with `black`, too. */
export function playersOf(
  opponent: Opponent,
  peregrine: Player,
  black: Player,
  random: () => number = Math.random,
): Players {
  const person: Player = { type: "person" };
  const remote: Player = { type: "remote" };
  const other = otherEngine(opponent);
  const engine: Player =
    other === null ? peregrine : { type: "otherEngine", number: other[0], moveTime: MOVE_TIME };
  switch (other?.[1] ?? opponent) {
    case "none":
      return { white: peregrine, black };
    case "person":
      return { white: person, black: person };
    case "link-white":
      return { white: person, black: remote };
    case "link-black":
      return { white: remote, black: person };
    case "against-black":
      return { white: engine, black: peregrine };
    case "against-white":
      return { white: peregrine, black: engine };
    case "white":
      return { white: person, black: engine };
    case "black":
      return { white: engine, black: person };
    default:
      return random() < 0.5 ? { white: person, black: engine } : { white: engine, black: person };
  }
}
