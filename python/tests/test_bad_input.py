"""Bad input of every kind: an exception with a message, never a panic.

A panic in Rust arrives as `PanicException`, which is no `Exception`: nothing here catches it, so
that it fails the test.
"""

import random
import string

import peregrine_chess
import pytest
from peregrine_chess import Board, Engine, FenError, Game, MoveError, PeregrineError, VariantError

EXPECTED = (PeregrineError, TypeError, OverflowError, OSError, UnicodeError)
LONG = 1_000_000
ODD = ["", " ", "\0", "é", "♞" * 50, "x" * LONG, "9" * 1000, "e" * 1000, "\n", "'", "\U0010ffff", "-"]


def message_of(call):
    """The message of the exception that a call raises; it never repeats long input."""
    with pytest.raises(EXPECTED) as caught:
        call()
    message = str(caught.value)
    assert message.strip()
    # Python's own errors of files name them in full.
    assert len(message) < 5_000 or isinstance(caught.value, OSError)
    return message


@pytest.mark.parametrize("text", ODD + ["\ud800"], ids=range(len(ODD) + 1))
def test_odd_texts(text):
    board = Board()
    for call in (
        lambda: Board(text),
        lambda: Board("falcon", text),
        lambda: Board(castling=text),
        lambda: Board(promotion=text),
        lambda: board.push(text),
        lambda: board.push_san(text),
        lambda: board.push_uci(text),
        lambda: board.san(text),
        lambda: board.piece_at(text),
        lambda: board.svg(squares=[text]),
        lambda: board.svg(arrows=[text]),
        lambda: board.svg(arrows=[[text, text]]),
        lambda: peregrine_chess.variant(text),
        lambda: peregrine_chess.load_variants(text),
        lambda: peregrine_chess.read_pgn(text),
        lambda: peregrine_chess.parse_pgn("", variant=text),
        lambda: peregrine_chess.legal_moves(text, "startpos"),
        lambda: peregrine_chess.legal_moves("falcon", text),
        lambda: peregrine_chess.get_san("falcon", "startpos", text),
        lambda: Engine(network=text),
        lambda: Game().root.add_variation(text),
        lambda: setattr(Game(), "result", text),
        lambda: Game().headers.__setitem__(text, "\n"),
    ):
        # An empty path or folder name may be refused as a file of the system.
        try:
            message_of(call)
        except ValueError as error:
            # Python itself refuses a zero byte in the name of a file.
            assert "null" in str(error) or "nul" in str(error)
    assert board == Board()


@pytest.mark.parametrize("value", [None, 7, 1.5, b"e2e4", [], {}, object(), Board, float("nan")])
def test_wrong_types(value):
    board = Board()
    calls = [
        lambda: Board(7 if value is None else value),
        lambda: board.push(value),
        lambda: board.push_san(value),
        lambda: board.piece_at(value),
        lambda: board.is_legal(value),
        lambda: board.svg(squares=[value]),
        lambda: board.svg(arrows=[7 if value == [] or value == {} else value]),
        lambda: peregrine_chess.parse_pgn(value),
        lambda: peregrine_chess.add_variants(value),
        lambda: Engine().analyse(value, depth=1),
        lambda: Game().root.add_variation(value),
    ]
    if not isinstance(value, int):
        calls += [lambda: board.perft(value), lambda: Engine(hash=value)]
    for call in calls:
        with pytest.raises((TypeError, MoveError)) as caught:
            call()
        assert str(caught.value)


@pytest.mark.parametrize("number", [0, -1, 226_801, 2**62, -(2**62), 2**64, -(2**80)])
def test_numbers_out_of_range(number):
    message_of(lambda: Board("falcon-random", array=number))
    for depth in (number, -3, 65):
        if depth != 0:
            with pytest.raises((ValueError, OverflowError)):
                Board().perft(depth)
    with pytest.raises((ValueError, OverflowError)):
        Board().perft(1, threads=number)


def test_words_of_the_library():
    for kind, call, words in (
        (VariantError, lambda: Board("falkon"), "falcon"),
        (VariantError, lambda: Board("chess", castling="free"), "chess cannot be played with castling 'free'"),
        (VariantError, lambda: Board("chess", array=1), "chess has a fixed array, not a random one"),
        (FenError, lambda: Board("chess", "8/8/8/8/8/8/8/8 w - - 0 1"), "has no King"),
        (FenError, lambda: Board("chess", Board().fen()), "'f' at column 4 is not a piece of this game"),
        (MoveError, lambda: Board().push_uci("e4e5"), "'e4e5' is not possible: e4 is empty"),
        (MoveError, lambda: Board().piece_at("k9"), "'k9' is not a square of the board of falcon"),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert words in str(caught.value) and isinstance(caught.value, ValueError)
    with pytest.raises(TypeError, match="only one of fen, array and seed"):
        Board("falcon-random", array=1, seed=1)


def test_moves_of_other_boards():
    for variant in peregrine_chess.variants():
        for move in Board(variant).legal_moves:
            for other in ("chess", "capablanca", "permutation", "falcon100"):
                board = Board(other)
                try:
                    board.push(move)
                except MoveError:
                    assert board.ply() == 0
                else:
                    assert str(move) in {str(legal) for legal in Board(other).legal_moves}


def changed(rng, text):
    """The text with a few random changes."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        match rng.randrange(4):
            case 0:
                letters.insert(at, rng.choice(string.printable + "é♞\0"))
            case 1 if letters:
                del letters[at % len(letters)]
            case 2 if letters:
                letters[at % len(letters)] = rng.choice(string.printable)
            case _:
                length = rng.randint(1, 8)
                letters[at:at] = letters[at : at + length]
    return "".join(letters)


@pytest.mark.parametrize("variant", ["falcon", "chess", "permutation", "falcon100", "falcon-random"])
def test_random_fens(variant):
    rng = random.Random(variant)
    accepted = 0
    for _ in range(3_000):
        board = Board(variant)
        for _ in range(rng.randrange(6)):
            board.push(rng.choice(board.legal_moves))
        fen = changed(rng, board.fen())
        try:
            board = Board(variant, fen)
        except FenError as error:
            assert str(error)
            continue
        accepted += 1
        assert Board(variant, board.fen()).fen() == board.fen()
        for move in board.legal_moves:
            assert board.parse_san(board.san(move)) == move
            assert board.parse_uci(str(move)) == move
        board.outcome(), str(board), board.svg(), board.is_check()
    assert accepted > 10


@pytest.mark.parametrize("variant", ["falcon", "chess", "permutation"])
def test_random_moves(variant):
    rng = random.Random(variant)
    board = Board(variant)
    for _ in range(3_000):
        legal = board.legal_moves
        if not legal or rng.random() < 0.01:
            board, legal = Board(variant), Board(variant).legal_moves
        move = rng.choice(legal)
        for text in (changed(rng, str(move)), changed(rng, board.san(move))):
            try:
                made = board.push(text)
            except MoveError as error:
                assert str(error)
            else:
                assert made in legal and board.pop() == made
        board.push(move)


def test_random_pgn():
    rng = random.Random(1)
    game = "[White \"A\"]\n[Variant \"{}\"]\n\n{{start}} 1. {} $1 {{c}} (1. {} {{x}}) 1... {} *\n\n"
    read = 0
    for _ in range(3_000):
        variant = rng.choice(["falcon", "chess", "permutation"])
        board = Board(variant)
        first, other = (board.san(rng.choice(board.legal_moves)) for _ in range(2))
        board.push(first)
        second = board.san(rng.choice(board.legal_moves))
        text = changed(rng, game.format(variant, first, other, second))
        reader = peregrine_chess.parse_pgn(text)
        while True:
            try:
                tree = next(reader)
            except StopIteration:
                break
            except PeregrineError as error:
                assert str(error)
                continue
            read += 1
            (again,) = peregrine_chess.parse_pgn(str(tree))
            assert [node.san() for node in again.mainline()] == [node.san() for node in tree.mainline()]
    assert read > 300


def test_random_variant_files():
    rng = random.Random(2)
    text = "[mine]\nbase = 'chess'\ntitle = 'Mine'\nstalemate = 'loss'\nstart = 'rfbqkbfr/pppppppp/8/8/8/8/PPPPPPPP/RFBQKBFR w KQkq -'\npieces.F = 'falcon'\n"
    added = 0
    for _ in range(300):
        try:
            (name,) = peregrine_chess.add_variants(changed(rng, text))
        except PeregrineError as error:
            assert str(error)
        except ValueError:
            pass
        else:
            added += 1
            assert Board(name).legal_moves
    assert added > 3
    message_of(lambda: peregrine_chess.add_variants("#" * (2 << 20)))


def test_counters_do_not_overflow():
    board = Board("chess", "7k/8/8/8/8/8/8/R3K3 w Q - 65535 65535")
    for _ in range(3):
        for move in ("Ra2", "Kg8", "Ra1", "Kh8"):
            board.push(move)
    assert Board("chess", board.fen()).fullmove_number == board.fullmove_number


def test_nothing_can_be_made_that_boards_make():
    for kind in ("Move", "Piece", "Outcome", "Score", "Info", "Analysis", "Search", "Node", "Headers",
                 "PgnReader", "Variant", "TableValue", "Evaluation"):
        with pytest.raises(TypeError):
            getattr(peregrine_chess, kind)()
