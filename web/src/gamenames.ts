// Games and their rules in words.

import type { GameSummary } from "./messages";

/** The name of a game in words; of several with the same one, that with its description. */
export function nameOf(game: GameSummary): string {
  const title = game.title === "" ? game.name : game.title;
  return title.split(/:\s+/)[0] ?? title;
}

/** What is special about a game: a sentence or two. */
export function special(game: GameSummary): string {
  const rest = game.title.split(/:\s+/).slice(1).join(": ");
  if (game.about !== "") return game.about;
  return sentence(rest) || `${game.files} files and ${game.ranks} ranks.`;
}

function sentence(text: string): string {
  if (text === "") return "";
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Whether a game has all words of a search. */
export function matches(game: GameSummary, words: string): boolean {
  const text =
    `${game.name} ${game.title} ${special(game)} ${game.files}x${game.ranks}`.toLowerCase();
  return words
    .toLowerCase()
    .replace(/×/g, "x")
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const CASTLING: Record<string, string> = {
  free: "free: the King goes to any square before the Rook",
  "modified-free": "modified free: any square before the Rook, but not the next one",
  orthodox: "orthodox: the King goes two squares",
  three: "three: the King goes three squares",
  wide: "wide: the King goes to the square beside the Rook",
  "fixed-files": "as in Chess960: King and Rook go to fixed squares",
  "king-swap": "the King changes places with a piece of its rank",
  none: "no castling",
};

const PROMOTION: Record<string, string> = {
  any: "to any piece",
  "no-queen": "to any piece but a Queen",
};

/** A castling rule in words. */
export function castlingInWords(rule: string): string {
  return CASTLING[rule] ?? rule;
}

/** A promotion rule in words. */
export function promotionInWords(rule: string): string {
  return PROMOTION[rule] ?? rule;
}
