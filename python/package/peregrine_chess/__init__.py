"""Falcon Chess and two dozen related games: rules, notations, analysis.

    >>> from peregrine_chess import Board, Engine
    >>> board = Board("falcon")
    >>> board.push_san("e4")
    <Move e2e4>
    >>> analysis = Engine(hash=16).analyse(board, depth=4)
    >>> analysis.best in board.legal_moves
    True

A `Board` is a game in progress, an `Engine` analyses its position, and a `Game` is a game with
variations that is read from PGN and written as PGN. `variants()` lists the games.

Errors of the library are `PeregrineError`, which is a `ValueError`; a file that cannot be opened
raises `OSError`, a value of the wrong type `TypeError`, as everywhere in Python.

Threads: searches, `perft` and the reading of files release the interpreter's lock. The module
declares that it does not need the lock, so that a free-threaded interpreter leaves it switched
off; there, two threads that use the same `Board` or `Game` at the same moment, one of them to
change it, get a `RuntimeError`. Sub-interpreters cannot import the module: only the first
interpreter of a process that imports it can, and others get an `ImportError`. The catalog of
games belongs to the process. After a fork, an `Engine` of the parent raises an `EngineError`.
"""

from ._peregrine_chess import (
    BLACK,
    WHITE,
    Analysis,
    Board,
    Engine,
    EngineError,
    Evaluation,
    FenError,
    Game,
    Headers,
    Info,
    Move,
    MoveError,
    NetworkError,
    Node,
    Outcome,
    PeregrineError,
    PgnError,
    PgnReader,
    Piece,
    Score,
    Search,
    TableValue,
    TablebaseError,
    Tablebases,
    Variant,
    VariantError,
    VariantFileError,
    __version__,
    add_variants,
    get_fen,
    get_san,
    get_san_moves,
    gives_check,
    legal_moves,
    load_variants,
    parse_pgn,
    read_pgn,
    start_fen,
    variant,
    variants,
)

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "Board",
    "Engine",
    "EngineError",
    "Evaluation",
    "FenError",
    "Game",
    "Headers",
    "Info",
    "Move",
    "MoveError",
    "NetworkError",
    "Node",
    "Outcome",
    "PeregrineError",
    "PgnError",
    "PgnReader",
    "Piece",
    "Score",
    "Search",
    "TableValue",
    "TablebaseError",
    "Tablebases",
    "Variant",
    "VariantError",
    "VariantFileError",
    "__version__",
    "add_variants",
    "get_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "legal_moves",
    "load_variants",
    "parse_pgn",
    "read_pgn",
    "start_fen",
    "variant",
    "variants",
]


def _board(variant, fen, castling, promotion, moves):
    """The board that `pickle` has stored."""
    return Board(variant, fen, castling=castling, promotion=promotion, moves=moves)
