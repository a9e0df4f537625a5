// Links to a line: the game, its start, and the moves to the position shown.

import type { Start } from "./messages";

/** Longer links are cut by programs that pass them on. */
const MAX_LENGTH = 8000;

/** What a saved game holds, as far as the page reads it. */
interface SavedGame {
  start: Start;
  moves: { after?: number; mv: string }[];
  node: number;
}

function parse(saved: string): SavedGame | null {
  try {
    const game = JSON.parse(saved) as Partial<SavedGame> | null;
    const isGame =
      typeof game?.start?.variant === "string" &&
      Array.isArray(game.moves) &&
      typeof game.node === "number";
    return isGame ? (game as SavedGame) : null;
  } catch {
    return null;
  }
}

/** Whether a text is a saved game and not PGN. */
export function isSavedGame(text: string): boolean {
  return text.trimStart().startsWith("{") && parse(text) !== null;
}

/** The moves from the start to the position shown, in coordinates. */
export function movesOf(saved: string): string[] {
  const game = parse(saved);
  const moves: string[] = [];
  let node = game?.node ?? 0;
  while (node > 0) {
    const made = game?.moves[node - 1];
    if (made === undefined) break;
    moves.push(made.mv);
    node = made.after ?? node - 1;
  }
  return moves.reverse();
}

/** The line to the position shown as the end of a link; only the position if it is too long. */
export function linkedLine(
  saved: string,
  position: Start,
  startFen: string,
): { hash: string; holdsMoves: boolean } {
  const { variant, castling, promotion } = position;
  const rules = { variant, castling: castling ?? "", promotion: promotion ?? "" };
  const start = parse(saved)?.start.fen ?? startFen;
  const whole = new URLSearchParams({
    ...rules,
    ...(start === startFen ? {} : { fen: start }),
    moves: movesOf(saved).join(" "),
  }).toString();
  if (whole.length <= MAX_LENGTH) return { hash: whole, holdsMoves: true };
  const short = new URLSearchParams({ ...rules, fen: position.fen ?? "" });
  return { hash: short.toString(), holdsMoves: false };
}

/** The line of a link; null if there is none. */
export function readLink(hash: string): { start: Start; moves: string[] } | null {
  const link = new URLSearchParams(hash.slice(1));
  const variant = link.get("variant");
  if (variant === null) return null;
  const get = (name: string) => link.get(name) || null;
  const start = {
    variant,
    castling: get("castling"),
    promotion: get("promotion"),
    fen: get("fen"),
    array: null,
  };
  return { start, moves: (get("moves") ?? "").split(" ").filter((mv) => mv !== "") };
}
