//! Faults of pieces: their letters, moves and places, castling, Pawns.

use super::texts::assert_faults;

#[test]
fn faults_of_piece_letters() {
    let unused = "'Z' is unused: it is not in the start position, and no Pawn can become it";
    assert_faults(&[
        (
            "pieces.Z = 'zebra'",
            &[&format!("line 3: x.pieces.Z: {unused}")],
        ),
        (
            "pieces.q = 'queen'",
            &[
                "line 3: x.pieces.q: a piece's letter must be A to Z, with or without an apostrophe, not 'q'",
            ],
        ),
        (
            "pieces.K = 'man'",
            &["line 3: x.pieces.K: 'K' is the letter of the King"],
        ),
        (
            "pieces.P = 'man'",
            &["line 3: x.pieces.P: 'P' is the letter of the Pawn"],
        ),
        (
            "king = 'Q'",
            &[
                "line 2: x.pieces.Q: 'Q' is the letter of the King (inherited from chess)",
                "line 2: x.start: 'k' at column 5 is not a piece of this game (its pieces: P Q Q R B N) (inherited from chess)",
            ],
        ),
        (
            "king = 'k'",
            &[
                "line 3: x.king: a piece's letter must be A to Z, with or without an apostrophe, not 'k'",
            ],
        ),
        (
            "pawn = 'K'",
            &[
                "line 2: x.start: 'p' at column 10 is not a piece of this game (its pieces: K K Q R B N) (inherited from chess)",
                "line 3: x.pawn: King and Pawn are both 'K'",
            ],
        ),
        (
            "pieces.N = { moves = 'knight', xboard = 'Q' }",
            &["line 3: x.pieces.N: XBoard already uses 'Q' for the piece 'Q'"],
        ),
    ]);
}

#[test]
fn faults_of_piece_moves() {
    assert_faults(&[
        (
            "pieces.N = 'kinght'",
            &["line 3: x.pieces.N: there is no move 'kinght'; did you mean 'knight'?"],
        ),
        (
            "pieces.N = 'teleport'",
            &[
                "line 3: x.pieces.N: there is no move 'teleport' (known: queen, rook, bishop, knight, falcon, falcon-leap, \
               man, wazir, ferz, dabbaba, alfil, camel, zebra, threeleaper, tripper, giraffe, immobile, archbishop, \
               chancellor, amazon, centaur, phoenix, kirin, squirrel, gold, silver, dragon-king, dragon-horse, \
               lance, shogi-knight, shogi-pawn, soldier, horse, moa, elephant, janggi-elephant, nightrider, \
               camelrider, zebrarider, dabbabarider, alfilrider, griffin, manticore, ski-rook, ski-bishop, \
               cannon, vao, leo, janggi-cannon, grasshopper, rook-hopper, bishop-hopper, knight-bishop, \
               knight-rook, rook-knight, leap M-N, bishop N, bishop M-N, rook N, rook M-N)",
            ],
        ),
        (
            "pieces.N = 'king'",
            &[
                "line 3: x.pieces.N: only the King moves as 'king'; a piece that is not royal can move as 'man'",
            ],
        ),
        (
            "pieces.N = ['knight', 'leap 2-1']",
            &["line 3: x.pieces.N: 'leap 2-1' overlaps with 'knight'"],
        ),
        (
            "pieces.N = ['wazir', 'man']",
            &["line 3: x.pieces.N: 'man' overlaps with 'wazir'"],
        ),
        (
            "pieces.N = ['bishop 3', 'bishop']",
            &["line 3: x.pieces.N: 'bishop' overlaps with 'bishop 3'"],
        ),
        (
            "pieces.N = ['falcon', 'falcon-leap']",
            &["line 3: x.pieces.N: 'falcon' overlaps with 'falcon-leap'"],
        ),
        (
            "pieces.N = 'leap 1-8'",
            &["line 3: x.pieces.N: 'leap 1-8' leads off a board of 8x8"],
        ),
        (
            "pieces.N = 'leap 0-0'",
            &["line 3: x.pieces.N: 'leap 0-0' leads nowhere"],
        ),
        (
            "pieces.N = 'leap 1'",
            &[
                "line 3: x.pieces.N: 'leap 1' is not a leap; write it like 'leap 1-4', with files and ranks from 0 to 15",
            ],
        ),
        (
            "pieces.N = 'bishop 0'",
            &[
                "line 3: x.pieces.N: 'bishop 0' has no valid range; write it like 'bishop 3', with 1 to 15 squares",
            ],
        ),
        (
            "pieces.N = ['bishop 9-2', 'rook 0-', 'gold', 'gold']",
            &[
                "line 3: x.pieces.N: 'bishop 9-2' has no valid range; write it like 'bishop 2-9' or 'bishop 2-', with 1 to 15 squares",
                "line 3: x.pieces.N: 'rook 0-' has no valid range; write it like 'bishop 2-9' or 'bishop 2-', with 1 to 15 squares",
                "line 3: x.pieces.N: 'gold' overlaps with 'gold'",
            ],
        ),
        (
            "[x.pieces.N]\nmoves = 'knigt'\nbetza = 'WEF'\npaths = ['SD', 'SSX', 'SD', 3]",
            &[
                "line 4: x.pieces.N.moves: there is no move 'knigt'; did you mean 'knight'?",
                "line 5: x.pieces.N.betza: 'E' at character 2: it is not the letter of a leap",
                "line 6: x.pieces.N.paths: paths are strings, not an integer",
                "line 6: x.pieces.N.paths: path 'SSX': 'X' at character 3: a path consists of S, a straight step, and D, a diagonal step",
                "line 6: x.pieces.N.paths: there is already a path 'SD'",
            ],
        ),
        (
            "[x.pieces.N]\nbetza = 'R10'\ndialect = 'fairy-stockfish'",
            &["line 4: x.pieces.N.betza: '0' at character 3: Fairy-Stockfish reads only one digit"],
        ),
        (
            "[x.pieces.N]\nbetza = 'R10'\ndialect = 'fairy-stockfsh'",
            &[
                "line 5: x.pieces.N.dialect: there is no dialect 'fairy-stockfsh'; did you mean 'fairy-stockfish'?",
            ],
        ),
        (
            "[x.pieces.N]\nbetza = 'WimR2'",
            &[
                "line 4: x.pieces.N.betza: initial moves ('i') need the squares that they start from: 'starts'",
            ],
        ),
        (
            "[x.pieces.N]\nmoves = 'knight'\ndialect = 'diagram'",
            &[
                "line 5: x.pieces.N.dialect: a dialect is of a text in Betza notation, but there is no 'betza'",
            ],
        ),
        (
            "[x.pieces.N]\nbetza = 'aaaaaK'\npaths = []",
            &[
                "line 4: x.pieces.N.betza: the movement has too many different moves (more than 2048)",
                "line 5: x.pieces.N.paths: a list of paths contains at least one",
            ],
        ),
        (
            "pieces.N = []",
            &["line 3: x.pieces.N: a piece needs at least one move"],
        ),
        (
            "pieces.N = 4",
            &["line 3: x.pieces.N: moves are strings, not an integer"],
        ),
        (
            "[x.pieces.N]\nmvoes = 'knight'",
            &[
                "line 3: x.pieces.N: a piece needs its 'moves', 'betza' or 'paths'",
                "line 4: x.pieces.N.mvoes: unknown key; did you mean 'moves'?",
            ],
        ),
        (
            "[x.pieces.N]\nmoves = [\n 'knight',\n 'zebrra',\n 3 ]\nname = 7\nxboard = 'NN'",
            &[
                "line 6: x.pieces.N.moves: there is no move 'zebrra'; did you mean 'zebra'?",
                "line 7: x.pieces.N.moves: moves are strings, not an integer",
                "line 8: x.pieces.N.name: invalid type: integer `7`, expected a string",
                "line 9: x.pieces.N.xboard: XBoard needs one letter from A to Z, not 'NN'",
            ],
        ),
    ]);
    let letters: Vec<String> = ["", "'"]
        .iter()
        .flat_map(|wing| ('A'..='Z').map(move |letter| format!("{letter}{wing}")))
        .filter(|letter| !["K", "P", "R"].contains(&&**letter))
        .collect();
    let leaps = (0..8).flat_map(|far| (0..=far).map(move |near| (near, far)));
    let leaps = leaps
        .filter(|leap| ![(0, 0), (1, 2)].contains(leap))
        .cycle();
    let many: String = letters
        .iter()
        .zip(leaps)
        .map(|(letter, (near, far))| format!("pieces.\"{letter}\" = 'leap {near}-{far}'\n"))
        .collect();
    assert_faults(&[(
        &format!("{many}pawns.zones = [{{ squares = 8, to = {letters:?} }}]"),
        &[
            "line 50: x.pieces.Y': a game has at most 47 pieces other than compounds of bishop, rook, knight and falcon",
        ],
    )]);
}

#[test]
fn faults_of_start_positions() {
    let rest = "pppppppp/8/8/8/8/PPPPPPPP";
    let start = |ranks: &str, reason: &str| {
        assert_faults(&[(
            &format!("start = \"{ranks}\""),
            &[&format!("line 3: x.start: {reason}")],
        )]);
    };
    let knights = format!("rnbqkbnr/{rest}/RNBQKBN");
    start(
        &format!("{knights} w Qkq - 0 1"),
        "rank 1 must be 8 squares long, but is 7",
    );
    start(
        "rnbqkbnr/8/RNBQKBNR w - - 0 1",
        "the board has 8 ranks, the FEN gives 3",
    );
    start(
        "rnbqkbnr/8/8/8/8/8/8/9 w - - 0 1",
        "'9' at column 22 is not a run of empty squares on a board of 8 files",
    );
    start(
        &format!("{knights}Y w Qkq - 0 1"),
        "'Y' at column 43 is not a piece of this game (its pieces: P K Q R B N)",
    );
    start(
        &format!("{knights}R x KQkq - 0 1"),
        "the side to move must be 'w' or 'b', not 'x'",
    );
    start(
        &format!("{knights}R w KZ - 0 1"),
        "'Z' in the castling field 'KZ' is not one of KQkq or a file",
    );
    start(
        &format!("{knights}1 w K - 0 1"),
        "castling right 'K': White has no Rook on that side of its King on e1",
    );
    start(
        &format!("{knights}R w KHkq - 0 1"),
        "castling right 'H' is given twice in 'KHkq'",
    );
    start(
        &format!("{knights}R w KQkq e9 0 1"),
        "the en-passant field must be '-' or a square of the board, not 'e9'",
    );
    start(
        &format!("{knights}R w KQkq - -1 1"),
        "the halfmove clock must be a number from 0 to 65535, not '-1'",
    );
    start(
        &format!("{knights}R w KQkq"),
        "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, move number) or the first 4 of them, not 3",
    );
    start(
        "4k3/8/8/8/4R3/8/8/4K2R w K - 0 1",
        "White is to move and could capture the King on e8",
    );
    start(
        "4k2R/7R/8/8/8/8/8/R3K3 b - - 0 1",
        "the start position is a checkmate",
    );
    start(
        "k7/8/1Q6/8/8/8/8/K6R b - - 0 1",
        "the start position is a stalemate",
    );
    start(
        "k7/7p/8/8/8/8/8/KR5P w - - 0 1",
        "a White Pawn cannot stand on h1",
    );
    start("kk6/8/8/8/8/8/8/K6R w - - 0 1", "Black has 2 Kings");
    assert_faults(&[(
        "start = '8/8/8/8/8/8/8/R7 w - - 0 1'",
        &[
            "line 3: x.start: White has no King",
            "line 3: x.start: Black has no King",
        ],
    )]);
}

#[test]
fn faults_of_castling_and_shuffling() {
    let lot = "line 3: x.shuffled: the first rank cannot be shuffled";
    assert_faults(&[
        (
            "castling = ['orthodox', 'king-swap']",
            &[
                "line 3: x.castling: 'king-swap' cannot be combined with other castling rules, \
               because it uses the castling field of a FEN differently",
            ],
        ),
        (
            "start = '1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1'",
            &[
                "line 2: x.castling: castling 'orthodox' needs a piece to castle with, but no piece of this game moves exactly like a Rook; name the piece with castling-partner, or \
               set castling = \"none\" (inherited from chess)",
            ],
        ),
        (
            "start = 'r3k1*r/pppppppp/8/8/8/8/PPPPPPPP/R3K1*R w Qq - 0 1'",
            &[
                "line 2: x.castling: the King on e1 cannot castle with the Rook on h1 over the hole g1; \
               set castling = \"none\" (inherited from chess)",
            ],
        ),
        (
            "shuffled = true\nstart = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
            &[
                &format!("{lot}: d1 and d8 must have the same kind of piece"),
                &format!("{lot}: e1 and e8 must have the same kind of piece"),
            ],
        ),
        (
            "shuffled = true\nstart = '8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1'",
            &[&format!("{lot}: the King must stand on the first rank")],
        ),
        (
            "castling = ['none', 'wide']\nstart = '1n2k3/8/8/8/8/8/8/1R2K2R w KQk - 0 1'",
            &[
                "line 3: x.castling: with castling 'wide': castling right 'k': Black has no Rook on that side of its King on e8",
            ],
        ),
        (
            "castling = ['none', 'free']\nstart = '1n2k3/8/8/8/8/8/8/1R2K1*R w - - 0 1'",
            &[
                "line 3: x.castling: the King on e1 cannot castle with the Rook on h1 over the hole g1; set castling = \"none\"",
            ],
        ),
        (
            "castling = 'free'\nshuffled = true\nstart = '*nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kk - 0 1'",
            &[
                "line 4: x.shuffled: the first rank cannot be shuffled: Kings cannot castle over the hole a8",
            ],
        ),
    ]);
}

#[test]
fn faults_of_pawns() {
    assert_faults(&[
        (
            "pawns.start-rank = 9",
            &["line 3: x.pawns.start-rank: there is no rank 9: ranks go from 1 to 8"],
        ),
        (
            "pawns.double-step = [\n2,\n'a9',\n'h7',\n0, true]",
            &[
                "line 5: x.pawns.double-step: there is no square 'a9'",
                "line 6: x.pawns.double-step: h7 does not have two squares in front of it",
                "line 7: x.pawns.double-step: there is no rank 0: ranks go from 1 to 8",
                "line 7: x.pawns.double-step: squares are given as names or rank numbers, not as a boolean",
            ],
        ),
        (
            "pawns.double-step = { white = 2, blue = 3 }",
            &["line 3: x.pawns.double-step: unknown key (known: white, black)"],
        ),
        (
            "pawns.double-step = { white = 2 }",
            &[
                "line 3: x.pawns.double-step: a table with sides has a value for 'white' and one for 'black'",
            ],
        ),
        (
            "pawns.triple-step = 9\npawns.en-passant = 'z9'\npawns.resets-count = 1\npawns.stuck = 'no'",
            &[
                "line 3: x.pawns.triple-step: there is no rank 9: ranks go from 1 to 8",
                "line 4: x.pawns.en-passant: there is no square 'z9'",
                "line 5: x.pawns.resets-count: invalid type: integer `1`, expected a boolean",
                "line 6: x.pawns.stuck: invalid type: string \"no\", expected a boolean",
            ],
        ),
        (
            "pawns.triple-step = 4\npawns.pool = 'loses'\npawns.en-passant-promotion = false\n\
             pawns.zones = [{ squares = 8 }, { squares = 3 }]",
            &[
                "line 3: x.pawns.triple-step: a triple step from a4 would pass over a6, where the other side's Pawns must promote",
            ],
        ),
        (
            "pieces.R = { moves = 'rook', promotes = { squares = 8 } }\n\
             pieces.B = { moves = 'bishop', promotes = [] }\n\
             pieces.N = { moves = 'knight', promotes = { zone = 8, to = 'K', limit = { Q = 0 } } }",
            &[
                "line 3: x.pieces.R.promotes.squares: unknown key (known: zone, to, optional, leaving, only-lost, always, limit)",
                "line 3: x.pieces.R.promotes: a zone needs its 'zone'",
                "line 3: x.pieces.R.promotes: a zone needs the pieces that it promotes 'to'",
                "line 4: x.pieces.B: the list of promotion zones is empty",
                "line 5: x.pieces.N.promotes.to: a Pawn cannot become 'K', which is a King or a Pawn",
                "line 5: x.pieces.N.promotes.limit: a limit is from 1 to 128, not 0",
            ],
        ),
        (
            "pawns.double-step = 5\npawns.pool = 'loses'\npawns.en-passant-promotion = false\n\
             pawns.zones = [{ squares = 8 }, { squares = 3 }]",
            &[
                "line 3: x.pawns.double-step: a double step from a5 would pass over a6, where the other side's Pawns must promote",
            ],
        ),
        (
            "pawns.sideways = 'z1'",
            &["line 3: x.pawns.sideways: there is no square 'z1'"],
        ),
        (
            "pawns.sideways = 4\npawns.steps = ['a5c5', 'a5a6', 'a4b4', 'b2b1', 'a5', 'a5i6', 'c5b5', 'c5b5']",
            &[
                "line 4: x.pawns.steps: 'a5c5' is not a single King step",
                "line 4: x.pawns.steps: Pawns already have the step 'a5a6'",
                "line 4: x.pawns.steps: Pawns already have the step 'a4b4'",
                "line 4: x.pawns.steps: 'b2b1' leads behind the Pawns' starting rank",
                "line 4: x.pawns.steps: 'a5' is not a step; write it as two squares, like 'a8b9'",
                "line 4: x.pawns.steps: there is no square 'i6'",
                "line 4: x.pawns.steps: Pawns already have the step 'c5b5'",
            ],
        ),
        (
            "pawns.steps = ['a4b5','b4c5','c4d5','d4e5','e4f5','f4g5','g4h5','b4a5','c4b5','d4c5','e4d5','f4e5','g4f5','h4g5','a3b4','b3c4','c3d4']",
            &["line 3: x.pawns.steps: 17 steps, but a game has at most 16"],
        ),
        (
            "pawns.steps = ['a5b6', 'b6a5', 'a5b5', 'a6b7']",
            &["line 3: x.pawns.steps: 'a5b6' would be written like an en-passant capture"],
        ),
        (
            "pawns.zones = []",
            &["line 3: x.pawns.zones: Pawns need at least one promotion zone"],
        ),
        (
            "[x.pawns]\nzones = [\n{ squares = 8, to = ['Q', 'K', 'X', 'Q'], optinal = true },\n{ squares = ['a8', 'a7'], to = [] },\n{ to = 'Q' },\n5,\n{ squares = 5, optional = 1 }]",
            &[
                "line 4: x.pawns.zones: 5 zones, but a game has at most 4",
                "line 5: x.pawns.zones.to: a Pawn cannot become 'K', which is a King or a Pawn",
                "line 5: x.pawns.zones.to: there is no piece 'X' (pieces: Q R B N)",
                "line 5: x.pawns.zones.to: 'Q' is listed twice",
                "line 5: x.pawns.zones.optinal: unknown key; did you mean 'optional'?",
                "line 6: x.pawns.zones.to: the list of promotion pieces is empty",
                "line 6: x.pawns.zones: a8 is already in another zone",
                "line 7: x.pawns.zones: a zone needs its 'squares'",
                "line 8: x.pawns.zones: a zone must be a table, not an integer",
                "line 9: x.pawns.zones.optional: invalid type: integer `1`, expected a boolean",
            ],
        ),
        (
            "pawns.zones = [{ squares = 8 }, { squares = 7 }, { squares = 'c5' }, { squares = 'a5' }, { squares = 'b5' }]",
            &["line 3: x.pawns.zones: 5 zones, but a game has at most 4"],
        ),
        (
            "pawns.zones = [{ squares = 7 }]",
            &["line 3: x.pawns.zones: a Pawn on a8 can go no further but cannot promote there"],
        ),
        (
            "pawns.zones = [{ squares = 8, optional = true }]",
            &["line 3: x.pawns.zones: a Pawn on a8 can go no further but cannot promote there"],
        ),
        (
            "promotion = ['any', 'no-queen']\npawns.zones = [{ squares = 8, to = 'Q' }]",
            &[
                "line 4: x.pawns.zones: with promotion 'no-queen', a Pawn on a8 has nothing to become",
            ],
        ),
        (
            "pawns.pool = 'lose'",
            &["line 3: x.pawns.pool: unknown pool rule 'lose' (known: none, loses, forbidden)"],
        ),
        (
            "pieces.Z = 'zebra'\n[x.pawns]\npool = 'loses'\nzones = [{ squares = 8, to = ['Q', 'Z'] }]",
            &[
                "line 6: x.pawns.zones: no Pawn can become 'Z': the start position has none that could be lost",
            ],
        ),
    ]);
}

/// Holes that only one side has.
#[test]
fn faults_of_squares_that_are_holes_for_black() {
    let start = "start = 'rnbqkbnr/pppppppp/8/8/8/*7/PPPPPPPP/RNBQKBNR w KQkq - 0 1'";
    assert_faults(&[
        (
            &format!("{start}\npawns.steps = ['b5a6', 'a6b5', 'a4b5']"),
            &[
                "line 4: x.pawns.steps: for Black, 'b5a6' is 'b4a3', but a3 is a hole",
                "line 4: x.pawns.steps: for Black, 'a6b5' is 'a3b4', but a3 is a hole",
            ],
        ),
        (
            &format!("{start}\npawns.double-step = ['a2', 'b2', 'a4', 'a6']"),
            &[
                "line 4: x.pawns.double-step: a2 does not have two squares in front of it",
                "line 4: x.pawns.double-step: for Black, a4 is a5, which does not have two squares in front of it",
                "line 4: x.pawns.double-step: for Black, a6 is a3, which is a hole",
            ],
        ),
        (
            "start = '*nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1'\n\
             pawns.zones = [{ squares = ['b8', 'c8', 'd8', 'e8', 'f8', 'g8', 'h8'] }]",
            &[
                "line 4: x.pawns.zones: a Black Pawn on a1 can go no further but cannot promote there",
            ],
        ),
        (
            "start = '4k3/8/8/8/8/********/8/4K2R w K - 0 1'\n\
             pawns.double-step = [5]\npawns.pool = 'loses'\n\
             pawns.en-passant-promotion = false\npawns.zones = [{ squares = 8 }, { squares = 3 }]",
            &[
                "line 4: x.pawns.double-step: a double step from a5 would pass over a6, where the other side's Pawns must promote",
            ],
        ),
    ]);
}
