"""Games of the library, and games whose pieces are given in Betza notation or as paths."""

import peregrine_chess
from peregrine_chess import Board

DEFINITIONS = """
[python-cannons]
base = "chess"
title = "Orthodox chess with Cannons for Knights"
pieces.N = { name = "Cannon", betza = "mRcpR" }

[python-paths]
base = "falcon"
title = "Falcon Chess with the Falcon as paths"
pieces.F = { paths = ["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"] }
"""


def texts(board):
    return sorted(str(move) for move in board.legal_moves)


def test_games_of_the_library_are_found_by_name():
    assert "shako" not in peregrine_chess.variants()
    assert peregrine_chess.variant("shako").files == 10
    board = Board("falcon-cannon")
    assert "b2b8" in texts(board)
    board.push("b2b8")
    assert board.fen().split()[0].count("C") == 2


def test_pieces_of_other_movements():
    peregrine_chess.add_variants(DEFINITIONS)
    board = Board("python-cannons")
    # Over the own Pawn onto the enemy's, and nowhere else.
    cannons = [text for text in texts(board) if text.startswith("b1")]
    assert cannons == ["b1b7"]
    falcon, paths = Board("falcon"), Board("python-paths")
    for move in ("e2e4", "e7e5", "d1e4"):
        assert texts(falcon) == texts(paths)
        legal = texts(falcon)
        move = move if move in legal else legal[0]
        falcon.push(move)
        paths.push(move)
    assert falcon.fen() == paths.fen()
