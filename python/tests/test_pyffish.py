"""Every game that both this library and pyffish play: do they agree?

Legal moves, SAN, FEN after each move, checks and outcomes of random positions. What differs, and
why, is in docs/guide/python.md; any other difference fails the test. Each call of pyffish takes
more than a millisecond: `PEREGRINE_PYFFISH_POSITIONS` is the
number of positions of all games together.
"""

import os
import random

import pytest
from games_of_pyffish import GAMES, board as board_of, prepare, without_idle_en_passant

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")

POSITIONS = int(os.environ.get("PEREGRINE_PYFFISH_POSITIONS", "2000"))

# Of one position in so many, SAN and FEN of all moves are compared.
EVERY = 20


@pytest.fixture(scope="module", autouse=True)
def known():
    prepare(pyffish)


def positions(name, count):
    """Boards of random games, whose moves are made by both sides."""
    rng = random.Random(name)
    while count > 0:
        board = board_of(name)
        for _ in range(rng.randrange(20, 300)):
            legal = board.legal_moves
            if not legal or rng.random() < 0.25:
                yield board
                count -= 1
            if not legal or count <= 0:
                break
            board.push(rng.choice(legal))


def compare_move(name, board, fen, move):
    text = str(move)
    assert board.san(move) == pyffish.get_san(name, fen, text), (fen, text)
    board.push(move)
    after = without_idle_en_passant(board)
    board.pop()
    assert after == pyffish.get_fen(name, fen, [text]), (fen, text)


def compare_end(name, board, fen):
    outcome = board.outcome()
    termination = outcome.termination if outcome else None
    assert board.is_check() == pyffish.gives_check(name, fen, []), fen
    if not board.legal_moves:
        wanted = {"checkmate": -pyffish.VALUE_MATE, "stalemate": pyffish.VALUE_DRAW}
        assert pyffish.game_result(name, fen, []) == wanted[termination], fen
    neither_mates = all(pyffish.has_insufficient_material(name, fen, []))
    assert neither_mates == board.is_insufficient_material(), fen
    moves = [str(move) for move in board.move_stack]
    ends, _ = pyffish.is_optional_game_end(name, board.root().fen(), moves)
    assert ends == (board.halfmove_clock >= 100 or board.is_repetition()), (fen, moves)


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name):
    """At each position the legal moves, the end, and SAN and FEN of a move; of all now and then."""
    rng = random.Random(name)
    wanted, seen, kinds = POSITIONS // len(GAMES) + 1, 0, set()
    for board in positions(name, wanted):
        fen = board.fen()
        legal = board.legal_moves
        assert {str(move) for move in legal} == set(pyffish.legal_moves(name, fen, [])), fen
        # Rare kinds of move would hardly be drawn.
        rare = [move for move in legal if move.kind != "plain" or move.promotion]
        chosen = legal if seen % EVERY == 0 else rare[:2] + rng.sample(legal, min(1, len(legal)))
        for move in chosen:
            compare_move(name, board, fen, move)
        kinds |= {"promotion" if move.promotion else move.kind for move in chosen}
        compare_end(name, board, fen)
        seen += 1
    assert seen == wanted
    # In fewer random positions there may be no castling; test_chosen_positions has some.
    if wanted >= 1000:
        assert {"plain", "promotion"} <= kinds, kinds
        has_castling = any(rule != "none" for rule in [board_of(name).castling])
        assert ("castling" in kinds) == has_castling, kinds


@pytest.mark.parametrize(
    ("name", "fen", "moves"),
    [
        # Shuffling repeats the position.
        ("chess", None, 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]),
        ("capablanca", None, ["b1c3", "b8c6", "c3b1", "c6b8"]),
        ("chess", "7k/8/8/8/8/8/R7/4K3 w - - 99 80", ["a2a3"]),
        ("chess", "7k/8/8/8/8/8/R7/4K3 w - - 98 80", ["a2a3"]),
        # En passant, legal and not because of a pin.
        ("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", ["e2e4"]),
        ("chess", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", ["e2e4"]),
        # Castling through an attacked square is illegal; past one beside the Rook it is not.
        ("capablanca", "5k4/10/10/10/10/10/1r8/R4K3R w KQ - 0 1", []),
        ("capablanca", "5k4/10/10/10/10/10/3r6/R4K3R w KQ - 0 1", []),
        ("janus", "4k5/10/10/10/10/10/1r8/R3K4R w KQ - 0 1", []),
        # Material: two Knights, Bishops of one and of both colors, an Archbishop.
        ("chess", "7k/8/8/8/8/8/8/KNN5 w - - 0 1", []),
        ("chess", "7k/8/8/8/8/8/8/KB1B4 w - - 0 1", []),
        ("chess", "6bk/8/8/8/8/8/8/KB6 w - - 0 1", []),
        ("chess", "5b1k/8/8/8/8/8/8/KB6 w - - 0 1", []),
        ("capablanca", "9k/10/10/10/10/10/10/KA8 w - - 0 1", []),
        ("capablanca", "9k/10/10/10/10/10/10/KN8 w - - 0 1", []),
    ],
)
def test_chosen_positions(name, fen, moves):
    board = board_of(name, fen, moves)
    here = board.fen()
    assert {str(move) for move in board.legal_moves} == set(pyffish.legal_moves(name, here, []))
    for move in board.legal_moves:
        compare_move(name, board, here, move)
    compare_end(name, board, here)


def test_starts():
    for name in GAMES:
        assert board_of(name).fen() == pyffish.start_fen(name)
