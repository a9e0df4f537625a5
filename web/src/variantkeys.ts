// The keys and words of a variant file in short: docs/guide/variant-files.md explains them. A test
// compares the two.

export interface KeyGroup {
  title: string;
  /** Keys, and what they mean. */
  keys: [names: string, meaning: string][];
}

export const VARIANT_KEYS: KeyGroup[] = [
  {
    title: "Keys of a game",
    keys: [
      ["base", "the name of another variant, in the same file or built in"],
      ["title", "a description of the game in one line, without control characters"],
      ["about", "what is special about the game, in a sentence or two on one line"],
      ["board", 'the size, files first: "10x8"'],
      ["start", "the start position as a FEN"],
      ["pieces", "a table of the pieces besides King and Pawn, by their letters"],
      ["king, pawn", "the letters of King and Pawn"],
      ["castling", "a castling rule, or a list of rules to choose from, the default first"],
      ["castling-king", "the letter or square of the piece that castles in the place of the King"],
      [
        "castling-partner",
        "the letter of the piece that castles with the King, or a list of letters",
      ],
      [
        "castling-king-files",
        'for castling fixed-files: the files to which the King goes, such as ["c", "g"]',
      ],
      [
        "castling-partner-files",
        'for castling fixed-files: the files to which the other piece goes: ["d", "f"]',
      ],
      ["promotion", '"any", "no-queen", or a list of both, the default first'],
      ["pawns", "a table: how Pawns move and promote"],
      ["stalemate", 'the result for the side that cannot move: "draw", "loss" or "win"'],
      [
        "royalty",
        'which royal pieces must be safe where a side has several: "all", "last" or "duple"',
      ],
      ["royal-king", "false if Kings are captured like any piece"],
      [
        "facing-kings",
        "false if no move may leave the Kings facing each other along a rank or file with nothing between",
      ],
      ["compulsory-captures", "true if a side that can legally capture must do so"],
      ["forbidden-checks", "true if no move may give check"],
      [
        "standing-kings",
        "true if a royal piece in check may not move away, but only capture the one piece that gives check",
      ],
      [
        "ends",
        "a table: how games end otherwise than by checkmate, stalemate and the draws of chess",
      ],
      [
        "shuffled",
        "true if the order of the pieces on the first rank is random, the same for both sides",
      ],
      ["file-names", 'a letter from a to z for each file: "xabcdefghijy"'],
      ["first-rank", "the number of the lowest rank: 0 or 1"],
      [
        "left-corner",
        'the color of the lower left corner as White sees the board, "dark" or "light"',
      ],
      ["xboard", "the name of the game in XBoard"],
    ],
  },
  {
    title: "Keys of a piece",
    keys: [
      ["moves", "the name of a move, or a list: the piece has all of these moves"],
      ["betza", "a text in Betza notation"],
      ["dialect", 'whose Betza notation it is: "xboard", "fairy-stockfish" or "diagram"'],
      ["paths", "a list of paths"],
      [
        "region",
        'the squares that the piece can enter: rank numbers, squares and rectangles such as "d1:f3"',
      ],
      ["also", 'more moves, which lead only into a region: { betza = "sW", region = [6, 7, 8] }'],
      ["royal", "true at the King's letter: these are the King's moves, without his usual ones"],
      ["pawn", "true at the Pawn's letter: these are the Pawn's moves, without its usual ones"],
      [
        "promotes",
        "where the piece promotes: a zone with the key zone instead of squares, or a list of zones",
      ],
      [
        "starts",
        "squares from which a piece other than the Pawn makes its initial moves, those with i in Betza notation",
      ],
      [
        "resets-count",
        "whether the moves of a piece other than the Pawn restart the count of fifty moves",
      ],
      ["castles", "true if the King castles with such pieces"],
      ["name", "the name of the piece"],
      [
        "xboard",
        "a capital letter without apostrophe for XBoard, which does not accept apostrophes in promotions",
      ],
    ],
  },
  {
    title: "Words for moves",
    keys: [
      ["queen", "rook and bishop together"],
      ["rook, rook N, rook M-N", "any distance along ranks and files"],
      ["bishop, bishop N, bishop M-N", "the same along diagonals"],
      ["knight", "the leap of one square by two"],
      ["falcon", "the Falcon of Falcon Chess: to the squares one by three and two by three away"],
      ["falcon-leap", "to the same squares, whatever stands between: camel and zebra together"],
      ["man", "one step in any direction: a King that is not royal"],
      ["wazir", "one step along ranks and files"],
      ["ferz", "one step along diagonals"],
      ["dabbaba", "the leap of two squares along ranks and files"],
      ["alfil", "the leap of two squares along diagonals"],
      ["camel", "the leap of one square by three"],
      ["zebra", "the leap of two squares by three"],
      ["threeleaper", "the leap of three squares along ranks and files"],
      ["tripper", "the leap of three squares along diagonals"],
      ["giraffe", "the leap of one square by four"],
      ["immobile", "none: the piece never moves. It is the only move of its piece"],
      ["leap M-N", 'the leap of M squares by N: "leap 1-4", "leap 0-3"'],
      ["archbishop", "a bishop and a knight"],
      ["chancellor", "a rook and a knight"],
      ["amazon", "a queen and a knight"],
      ["centaur", "a man and a knight"],
      ["phoenix", "a wazir and an alfil"],
      ["kirin", "a ferz and a dabbaba"],
      ["squirrel", "all leaps of two squares"],
      ["gold", "one step in any direction except diagonally back"],
      ["silver", "one step diagonally or straight ahead"],
      ["dragon-king", "a rook and a ferz"],
      ["dragon-horse", "a bishop and a wazir"],
      ["lance", "any distance straight ahead"],
      ["shogi-knight", "the two knight's leaps that lead two ranks ahead"],
      ["shogi-pawn", "one step straight ahead"],
      ["soldier", "one step straight ahead or sideways"],
      ["horse", "a knight that needs the square next to it, in the straight direction, empty"],
      ["moa", "a knight that needs the square next to it, in the diagonal direction, empty"],
      ["elephant", "an alfil that needs the square between empty"],
      ["janggi-elephant", "one straight and two diagonal steps outward, over empty squares"],
      ["nightrider", "any number of equal knight's leaps over empty squares"],
      ["camelrider", "any number of equal camel's leaps"],
      ["zebrarider", "any number of equal zebra's leaps"],
      ["dabbabarider", "any number of equal dabbaba's leaps"],
      ["alfilrider", "any number of equal alfil's leaps"],
      ["griffin", "one diagonal step, then any distance straight outward"],
      ["manticore", "one straight step, then any distance diagonally outward"],
      ["ski-rook", "a rook that leaps over the square next to it and goes on"],
      ["ski-bishop", "a bishop that leaps over the square next to it and goes on"],
      ["cannon", "moves as a rook, captures as one over exactly one piece"],
      ["vao", "moves as a bishop, captures as one over exactly one piece"],
      ["leo", "moves as a queen, captures as one over exactly one piece"],
      ["janggi-cannon", "moves and captures as a rook over exactly one piece"],
      ["grasshopper", "to the square behind the first piece on a queen's line"],
      ["rook-hopper", "to the square behind the first piece on a rook's line"],
      ["bishop-hopper", "to the square behind the first piece on a bishop's line"],
      ["knight-bishop", "moves as a knight, captures as a bishop"],
      ["knight-rook", "moves as a knight, captures as a rook"],
      ["rook-knight", "moves as a rook, captures as a knight"],
    ],
  },
  {
    title: "Castling rules",
    keys: [
      ["free", "to any square between the two"],
      ["modified-free", "to any square between the two except the one next to the King"],
      ["orthodox", "two squares"],
      ["three", "three squares"],
      ["wide", "to the square next to the Rook"],
      [
        "fixed-files",
        "to the file that castling-king-files names for that side, wherever King and Rook stand",
      ],
      ["none", "there is no castling"],
      ["king-swap", "instead, the King swaps places with any unmoved piece on its rank"],
    ],
  },
  {
    title: "Keys of pawns",
    keys: [
      ["start-rank", "the rank on which Pawns start; no Pawn can stand behind it"],
      [
        "double-step",
        "squares from which a Pawn may move two squares forward (and then be captured en passant)",
      ],
      ["triple-step", "squares from which a Pawn may move three squares forward"],
      [
        "en-passant",
        "squares on which pieces that pass over them can be captured en passant, true for all, or false for none",
      ],
      [
        "en-passant-promotion",
        "whether a capture en passant on a square of a promotion zone promotes, as any other move there does",
      ],
      ["resets-count", "whether a Pawn's move restarts the count of fifty moves"],
      ["stuck", "true if a Pawn may stay a Pawn where it can go no further"],
      [
        "sideways",
        "squares from which a Pawn may also step one square sideways, without capturing",
      ],
      [
        "steps",
        'other single steps without capturing, from one square to another: ["a8b9", "j8i9"]',
      ],
      ["zones", "a list of at most four promotion zones"],
      ["pool", '"none"'],
    ],
  },
  {
    title: "Keys of a promotion zone",
    keys: [
      ["squares", "the squares on which a Pawn promotes"],
      ["to", "the letter of the piece to which it can promote, or a list of letters"],
      ["optional", "true if it may also stay a Pawn"],
      [
        "limit",
        "the most pieces of a kind that a side can have after a promotion to it: { Q = 1, R = 2 }",
      ],
      ["only-lost", "true if it promotes only to pieces that its side has lost"],
      ["always", "letters of pieces to which it can always promote, also if none of them is lost"],
    ],
  },
  {
    title: "Keys of ends",
    keys: [
      [
        "flags",
        'the squares that win the game as soon as a piece arrives there: { pieces = "K", squares = [8] }',
      ],
      ["checks", "the number of checks that wins the game, up to 99"],
      [
        "bare-king",
        'what the loss of all pieces but the King means: "loss", unless the other side\'s last piece can be taken at once',
      ],
      ["extinction", 'the loss of pieces that ends the game: { pieces = "R", result = "win" }'],
      [
        "checkmate",
        'the result for the side that is checkmated: "loss", "win", or "shatar": mate by Knights alone wins for it',
      ],
      [
        "move-limit",
        'after how many moves by each side without a capture or a Pawn move the game is drawn, up to 10000, or "none"',
      ],
      [
        "counting",
        "once there are no Pawns, the side that is ahead must mate before a count of moves is over, or the game is drawn",
      ],
      [
        "repetition",
        '"none", or { count = 4, result = "draw" }: how often a position must occur, from 2 to 99 times, and what the last occurrence means: "draw"',
      ],
      [
        "perpetual-check",
        '"loss" if a side that repeats a position by checks alone, since the first of these occurrences, loses, unless both sides do',
      ],
      ["draws-won-by", 'the side that wins every game that would be drawn: "white" or "black"'],
    ],
  },
];
