// Endings to practice against the engine at full strength: built-in tablebases know them.

import type { Start } from "./messages";

export interface Ending {
  title: string;
  task: string;
  variant: string;
  fen: string;
}

/** The first is the easiest. White is to move and wins. */
export const ENDINGS: Ending[] = [
  {
    title: "King and Queen",
    task: "Mate the bare King.",
    variant: "falcon",
    fen: "10/10/4k5/10/10/10/10/2QK6 w - - 0 1",
  },
  {
    title: "King and Rook",
    task: "Mate the bare King.",
    variant: "falcon",
    fen: "10/10/4k5/10/10/10/10/R3K5 w - - 0 1",
  },
  {
    title: "King and Falcon near the edge",
    task: "Mate the bare King.",
    variant: "falcon",
    fen: "10/10/10/10/6F3/8K1/10/9k w - - 0 1",
  },
  {
    title: "King and Falcon from the middle",
    task: "Drive the King to the edge and mate it.",
    variant: "falcon",
    fen: "10/10/4k5/10/10/4K5/10/3F6 w - - 0 1",
  },
  {
    title: "King and Falcon: the longest mate",
    task: "Mate in 33 with the best moves.",
    variant: "falcon",
    fen: "10/10/10/10/10/10/10/KFk7 w - - 0 1",
  },
  {
    title: "King and Pawn",
    task: "Promote the Pawn and mate.",
    variant: "falcon",
    fen: "5k4/10/4K5/10/4P5/10/10/10 w - - 0 1",
  },
  {
    title: "Bishop and Knight",
    task: "Mate with both of them.",
    variant: "falcon",
    fen: "10/10/4k5/10/10/10/10/2BNK5 w - - 0 1",
  },
];

/** The position of an ending as the start of a game. */
export function startOf({ variant, fen }: Ending): Start {
  return { variant, castling: null, promotion: null, fen, array: null };
}
