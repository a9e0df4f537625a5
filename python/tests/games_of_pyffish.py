"""The games that both this library and pyffish play, and how their notations are made equal.

Each game is named as pyffish names it. Where this library does not have it built in, its rules
are given as a variant file; where pyffish does not, as one of Fairy-Stockfish's.
"""

from pathlib import Path

import peregrine_chess

ROOT = Path(__file__).resolve().parents[2]

DEFINITIONS = """
[embassy]
board = "10x8"
start = "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1"
castling = "three"
[embassy.pieces]
Q = "queen"
C = ["rook", "knight"]
A = ["bishop", "knight"]
R = "rook"
B = "bishop"
N = "knight"

[janus]
board = "10x8"
start = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"
castling = "wide"
[janus.pieces]
Q = "queen"
J = ["bishop", "knight"]
R = "rook"
B = "bishop"
N = "knight"

[amazon]
board = "8x8"
start = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"
castling = "orthodox"
[amazon.pieces]
A = ["queen", "knight"]
R = "rook"
B = "bishop"
N = "knight"

[almost]
board = "8x8"
start = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"
castling = "orthodox"
[almost.pieces]
C = ["rook", "knight"]
R = "rook"
B = "bishop"
N = "knight"

[losalamos]
board = "6x6"
start = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
castling = "none"
pawns.double-step = []
[losalamos.pieces]
Q = "queen"
R = "rook"
N = "knight"
"""

# The game here, and its name, options and files on both sides.
GAMES = {
    "capablanca": {},
    "chess": {},
    "gothic": {"file": ROOT / "docs/examples/gothic.toml"},
    "embassy": {},
    "janus": {},
    "amazon": {},
    "almost": {},
    "losalamos": {},
    "falcon-leap": {"castling": "three", "ini": ROOT / "scripts/falcon-leap.ini"},
}


def prepare(pyffish):
    """Makes both sides know all games."""
    peregrine_chess.add_variants(DEFINITIONS)
    for game in GAMES.values():
        if "file" in game:
            peregrine_chess.load_variants(game["file"])
        if "ini" in game:
            pyffish.load_variant_config(game["ini"].read_text())


def board(name, fen=None, moves=()):
    return peregrine_chess.Board(name, fen, castling=GAMES[name].get("castling"), moves=moves)


def without_idle_en_passant(board, fen=None):
    """The FEN with the en passant square only if a capture there is legal.

    This library writes the square that any double step has passed over; Fairy-Stockfish, like
    Stockfish, only if an enemy Pawn attacks it and the capture is legal.
    """
    fields = (fen or board.fen()).split()
    captures = (move.kind == "en passant" for move in board.legal_moves)
    if fields[3] != "-" and not any(captures):
        fields[3] = "-"
    return " ".join(fields)

