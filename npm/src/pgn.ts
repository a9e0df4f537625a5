// Reading PGN.

import { Board } from "./board.js";
import { library, number, text } from "./library.js";

/** A move of a game in PGN. */
export interface PgnMove {
  uci: string;
  san: string;
  comment: string | null;
}

/** A game in PGN: its main line. */
export interface PgnGame {
  /** Names and values of the tags. */
  tags: [string, string][];
  variant: string;
  castling: string;
  promotion: string;
  /** The position from which it starts. */
  fen: string;
  /** The comment before the first move. */
  comment: string | null;
  moves: PgnMove[];
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** What is odd about the game. */
  warnings: string[];
}

export interface PgnOptions {
  /** The game of texts whose tags do not name one; `falcon` if there is none. */
  variant?: string;
  /** Is told of games with faults, which are left out then; otherwise they end the reading. */
  onFault?: (fault: Error) => void;
}

/** The games of a text in PGN, read one at a time. */
export function* readPgn(pgn: string, options: PgnOptions = {}): Generator<PgnGame, void> {
  const { exports } = library();
  const request = JSON.stringify({ text: pgn, variant: options.variant });
  const reader = number(exports.pgn_open(...library().put(request)));
  try {
    for (;;) {
      let game = "";
      try {
        game = text(exports.pgn_next(reader));
      } catch (fault) {
        if (options.onFault === undefined) throw fault;
        options.onFault(fault as Error);
        continue;
      }
      if (game === "") return;
      yield JSON.parse(game) as PgnGame;
    }
  } finally {
    exports.pgn_close(reader);
  }
}

/** A board on which a game has been played. */
export function boardOf(game: PgnGame): Board {
  const { variant, castling, promotion, fen, moves } = game;
  const board = new Board({ variant, castling, promotion, fen });
  for (const move of moves) board.push(move.uci);
  return board;
}
