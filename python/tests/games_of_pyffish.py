"""The games that both this library and pyffish play, and how their notations are made equal.

Each game is named as pyffish names it. Where this library does not have it built in, its rules
are given as a variant file; where pyffish does not, as one of Fairy-Stockfish's.
"""

import json
from pathlib import Path

import peregrine_chess

ROOT = Path(__file__).resolve().parents[2]

USUAL = {"Q": ["queen"], "R": ["rook"], "B": ["bishop"], "N": ["knight"]}


def definition(name, first_rank, ranks, castling, *, rest="", **compounds):
    """A game with this first rank on so many ranks; compounds move like two usual pieces."""
    files, pieces = len(first_rank), {**USUAL, **compounds}
    empty = "/".join([str(files)] * (ranks - 4))
    pawns, rights = files * "P", "-" if castling == "none" else "KQkq"
    rows = [first_rank.lower(), pawns.lower(), empty, pawns, first_rank]
    letters = dict.fromkeys(letter for letter in first_rank if letter != "K")
    moves = "\n".join(f"{letter} = {json.dumps(pieces[letter])}" for letter in letters)
    return f"""
[{name}]
board = "{files}x{ranks}"
start = "{"/".join(rows)} w {rights} - 0 1"
castling = "{castling}"
{rest}
[{name}.pieces]
{moves}
"""


DEFINITIONS = [
    definition(
        "embassy", "RNBQKCABNR", 8, "three", A=["bishop", "knight"], C=["rook", "knight"]
    ),
    definition("janus", "RJNBKQBNJR", 8, "wide", J=["bishop", "knight"]),
    definition("amazon", "RNBAKBNR", 8, "orthodox", A=["queen", "knight"]),
    definition("almost", "RNBCKBNR", 8, "orthodox", C=["rook", "knight"]),
    definition("losalamos", "RNQKNR", 6, "none", rest="pawns.double-step = []"),
]

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
    peregrine_chess.add_variants("".join(DEFINITIONS))
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

