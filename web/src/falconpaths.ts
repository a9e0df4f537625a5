// The Falcon's paths, for the trainer: three squares, two straight and one diagonal or one
// straight and two diagonal, in any order, without turning by more than 45 degrees.

export type Square = readonly [file: number, rank: number];

/** The size of the trainer's board. */
export const FILES = 10;
export const RANKS = 8;

const DIRECTIONS: Square[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
];

export function isOnBoard([file, rank]: Square): boolean {
  return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

export function nameOf([file, rank]: Square): string {
  return `${"abcdefghij"[file]}${rank + 1}`;
}

const add = (a: Square, b: Square): Square => [a[0] + b[0], a[1] + b[1]];

/** The targets of a Falcon on the board, each with its three paths of two squares between. */
export function targetsFrom(from: Square): Map<string, Square[][]> {
  const targets = new Map<string, Square[][]>();
  for (let index = 0; index < DIRECTIONS.length; index += 1) {
    for (const other of [index + 1, index + 7]) {
      const a = DIRECTIONS[index] as Square;
      const b = DIRECTIONS[other % 8] as Square;
      // Two steps of the first kind and one of the second, which may come at any place.
      for (const steps of [
        [a, a, b],
        [a, b, a],
        [b, a, a],
      ]) {
        const [first, second, third] = steps as [Square, Square, Square];
        const between = [add(from, first), add(add(from, first), second)];
        const target = add(between[1] as Square, third);
        if (!isOnBoard(target)) continue;
        const name = nameOf(target);
        targets.set(name, [...(targets.get(name) ?? []), between]);
      }
    }
  }
  return targets;
}

/** Whether a path lies on the board, and nothing stands on it. */
export function isOpen(path: Square[], occupied: ReadonlySet<string>): boolean {
  return path.every((square) => isOnBoard(square) && !occupied.has(nameOf(square)));
}

/** The targets to which no path is open. */
export function closedTargets(from: Square, occupied: ReadonlySet<string>): string[] {
  return [...targetsFrom(from)]
    .filter(([, paths]) => !paths.some((path) => isOpen(path, occupied)))
    .map(([name]) => name)
    .sort();
}

/** A question of the trainer. */
export interface Question {
  from: Square;
  occupied: Set<string>;
  /** The target to walk to; null if the closed ones are to be found. */
  target: string | null;
}

/** A question, by random numbers from 0 to 1. */
export function makeQuestion(kind: "walk" | "closed", random: () => number): Question {
  const below = (count: number) => Math.min(count - 1, Math.floor(random() * count));
  for (;;) {
    const from: Square = [2 + below(FILES - 4), 2 + below(RANKS - 4)];
    const targets = targetsFrom(from);
    // Men near the Falcon, where its paths are.
    const occupied = new Set<string>();
    const near: Square[] = [];
    for (let file = from[0] - 2; file <= from[0] + 2; file += 1)
      for (let rank = from[1] - 2; rank <= from[1] + 2; rank += 1)
        if (isOnBoard([file, rank]) && (file !== from[0] || rank !== from[1]))
          near.push([file, rank]);
    const men = kind === "walk" ? 8 : 7;
    while (occupied.size < men) occupied.add(nameOf(near[below(near.length)] as Square));
    const closed = closedTargets(from, occupied);
    if (kind === "closed") {
      if (closed.length >= 1 && closed.length <= 6) return { from, occupied, target: null };
      continue;
    }
    // A walk is a riddle if just one path is open, and the target is empty.
    const riddles = [...targets].filter(([name, paths]) => {
      const open = paths.filter((path) => isOpen(path, occupied)).length;
      return open === 1 && !occupied.has(name);
    });
    const riddle = riddles[below(Math.max(1, riddles.length))];
    if (riddle !== undefined) return { from, occupied, target: riddle[0] };
  }
}

/** What walking onto a square means after those walked before. */
export function walk(question: Question, walked: string[], next: string): "on" | "there" | "wrong" {
  const paths = targetsFrom(question.from).get(question.target ?? "") ?? [];
  const open = paths.filter((path) => isOpen(path, question.occupied));
  const steps = [...walked, next];
  const leads = open.some((path) => {
    const names = [...path.map(nameOf), question.target];
    return steps.every((step, index) => names[index] === step);
  });
  if (!leads) return "wrong";
  return steps.length === 3 ? "there" : "on";
}

/** Why a walk was wrong. */
export function reason(question: Question, walked: string[], next: string): string {
  if (question.occupied.has(next)) return `A piece stands on ${next}.`;
  const paths = targetsFrom(question.from).get(question.target ?? "") ?? [];
  const steps = [...walked, next];
  const isPath = paths.some((path) => {
    const names = [...path.map(nameOf), question.target];
    return steps.every((step, index) => names[index] === step);
  });
  return isPath
    ? `The path over ${steps.join(" and ")} is closed further on.`
    : `No path to ${question.target} leads over ${steps.join(" and ")}.`;
}
