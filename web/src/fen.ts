// Fields of a FEN: board and castling. Whether a position is possible is for the server to say.

import type { Board } from "./messages";

/** The board field for these pieces, by square. */
export function boardField(board: Board, pieces: Map<string, string>): string {
  const letters = new Map(board.pieces.map((piece) => [piece.code, piece.letter]));
  const names = new Map(
    board.squares.map((square) => [`${square.file},${square.rank}`, square.name]),
  );
  const rows: string[] = [];
  for (let rank = board.ranks.length - 1; rank >= 0; rank -= 1) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < board.files.length; file += 1) {
      const name = names.get(`${file},${rank}`);
      const code = name === undefined ? undefined : pieces.get(name);
      if (name !== undefined && code === undefined) {
        empty += 1;
        continue;
      }
      row +=
        (empty > 0 ? String(empty) : "") +
        (name === undefined ? "*" : (letters.get(code ?? "") ?? ""));
      empty = 0;
    }
    rows.push(row + (empty > 0 ? String(empty) : ""));
  }
  return rows.join("/");
}

/** The usual castling rights, in the order of a FEN. */
export const RIGHTS: [string, string][] = [
  ["K", "White castles toward the last file"],
  ["Q", "White castles toward the first file"],
  ["k", "Black castles toward the last file"],
  ["q", "Black castles toward the first file"],
];

/** The castling field with a right more or less. */
export function withRight(castling: string, right: string, has: boolean): string {
  const letters = [...castling].filter((letter) => letter !== "-" && letter !== right);
  if (has) letters.push(right);
  const place = (letter: string) => RIGHTS.findIndex(([other]) => other === letter);
  letters.sort((a, b) => place(a) - place(b));
  return letters.length === 0 ? "-" : letters.join("");
}
