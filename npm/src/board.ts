// A game in progress.

import { library, number, text, words } from "./library.js";

export type Color = "white" | "black";

/** How a game starts. */
export interface BoardOptions {
  /** The name of the game; `falcon` if there is none. */
  variant?: string;
  /** The position from which the game starts. */
  fen?: string;
  /** The castling rule by name, if the game offers several. */
  castling?: string;
  /** The promotion rule by name, if the game offers several. */
  promotion?: string;
  /** The number of the array, in games with a shuffled first rank. */
  array?: number;
}

/** How a game has ended. */
export interface Outcome {
  result: "1-0" | "0-1" | "1/2-1/2";
  /** Null for a draw. */
  winner: Color | null;
  /** A word for the reason, such as `checkmate`, `stalemate` or `repetition`. */
  reason: string;
  /** A sentence, such as `Black wins by checkmate`. */
  text: string;
}

/** A path of a piece such as the Falcon to one of its targets. */
export interface Path {
  /** All squares, from that of the piece to its target. */
  squares: string[];
  /** Those on which something stands in the way; the path is open if there are none. */
  blocked: string[];
}

/** A square that a piece could reach, and its paths there. */
export interface Target {
  square: string;
  paths: Path[];
}

/** What there is to know of a position. */
export interface State {
  variant: string;
  castling: string;
  promotion: string;
  startFen: string;
  turn: Color;
  moveNumber: number;
  /** The plies since the last Pawn move or capture. */
  halfmoveClock: number;
  /** How often the position has occurred in this game. */
  repetitions: number;
  /** The squares of the pieces that give check. */
  checkers: string[];
  /** The squares of the pieces that may still castle with their King. */
  castlingRights: string[];
  enPassant: string | null;
  /** The number of the array of which this is the start, in a shuffled game. */
  array: number | null;
  /** Pieces by squares, as their letters in FEN. */
  pieces: Record<string, string>;
}

const forgotten = new FinalizationRegistry<number>((board) => library().exports.board_free(board));

/** A game in progress: its rules, the start position and the moves made since. */
export class Board {
  private number: number;

  /** A game from its start position, or from another: a name, or {@link BoardOptions}. */
  constructor(start: string | BoardOptions = {}) {
    const options = typeof start === "string" ? { variant: start } : start;
    const { exports } = library();
    this.number = number(exports.board_new(...library().put(JSON.stringify(options))));
    forgotten.register(this, this.number, this);
  }

  /** Frees its memory now; otherwise that happens some time after it was last used. */
  free(): void {
    forgotten.unregister(this);
    library().exports.board_free(this.number);
    this.number = -1;
  }

  /** A copy, with its moves, that is independent of this board. */
  copy(): Board {
    const board = Object.create(Board.prototype) as Board;
    board.number = number(library().exports.board_copy(this.number));
    forgotten.register(board, board.number, board);
    return board;
  }

  /** The position. */
  fen(): string {
    return text(library().exports.board_fen(this.number));
  }

  /** The side to move. */
  turn(): Color {
    return number(library().exports.board_turn(this.number)) === 0 ? "white" : "black";
  }

  /** Whether the side to move is in check. */
  isCheck(): boolean {
    return number(library().exports.board_is_check(this.number)) === 1;
  }

  /** The legal moves in coordinates, as in UCI. */
  legalMoves(): string[] {
    return words(text(library().exports.board_moves(this.number)), " ");
  }

  /** The legal moves in SAN, in the same order. */
  legalSans(): string[] {
    return words(text(library().exports.board_sans(this.number)), " ");
  }

  /** Makes a legal move in SAN or coordinates, and returns it in coordinates. */
  push(move: string): string {
    return text(library().exports.board_push(this.number, ...library().put(move)));
  }

  /** Takes back the last move, and returns it in coordinates. */
  pop(): string {
    return text(library().exports.board_pop(this.number));
  }

  /** The moves made, in coordinates. */
  history(): string[] {
    return words(text(library().exports.board_history(this.number)), " ");
  }

  /** A legal move in SAN. */
  san(move: string): string {
    return text(library().exports.board_san(this.number, ...library().put(move)));
  }

  /** A legal move in coordinates. */
  uci(move: string): string {
    return text(library().exports.board_uci(this.number, ...library().put(move)));
  }

  /** How the game has ended; null while it goes on. */
  outcome(): Outcome | null {
    const outcome = text(library().exports.board_outcome(this.number));
    return outcome === "" ? null : (JSON.parse(outcome) as Outcome);
  }

  /** The result, `*` while the game goes on. */
  result(): Outcome["result"] | "*" {
    return this.outcome()?.result ?? "*";
  }

  /** What there is to know of the position. */
  state(): State {
    return JSON.parse(text(library().exports.board_state(this.number))) as State;
  }

  /** The paths of the piece on a square to each of its targets, whatever stands on them; none if
   * its moves have no paths, as those of a Rook or a Knight. */
  paths(square: string): Target[] {
    const { exports } = library();
    const targets = text(exports.board_paths(this.number, ...library().put(square)));
    return JSON.parse(targets) as Target[];
  }

  /** The game in PGN, with these tags. */
  pgn(tags: Record<string, string> = {}): string {
    const rows = JSON.stringify(Object.entries(tags));
    return text(library().exports.board_pgn(this.number, ...library().put(rows)));
  }

  /** The number of leaves of the tree of legal moves of this depth. */
  perft(depth: number): number {
    return number(library().exports.board_perft(this.number, depth));
  }

  /** A picture of the position as SVG, seen by White. */
  svg(): string {
    return text(library().exports.board_svg(this.number));
  }
}
