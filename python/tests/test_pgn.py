"""PGN: reading, changing and writing games with variations."""

import peregrine_chess
import pytest
from peregrine_chess import Board, Game, PgnError, parse_pgn, read_pgn

TEXT = """[Event "Study"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Variant "chess"]

{start} 1. e4! e5 (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 $14 1-0

"""


def only(text, **options):
    (game,) = parse_pgn(text, **options)
    return game


def test_reading():
    game = only(TEXT)
    assert dict(game.headers.items())["Event"] == "Study" and game.result == "1-0"
    assert game.root.comment == "start" and game.complaints == []
    e4 = game.root.next()
    assert (e4.san(), e4.uci(), e4.nags, e4.ply(), e4.number()) == ("e4", "e2e4", [1], 1, "1.")
    e5, c5 = e4.variations
    assert c5.comment == "sharp" and [node.san() for node in c5.variations] == ["Nf3", "c3"]
    assert c5.variations[1].nags == [5] and c5.parent == e4 and c5.game is game
    assert c5.number() == "1..." and e4.turn == peregrine_chess.BLACK
    assert c5.variations[1].board().move_stack == [
        node.move for node in (e4, c5, c5.variations[1])
    ]
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3"]
    assert game.mainline()[-1] == game.end() == e5.next() and hash(e5) == hash(e4.next())
    assert game.end().fen() == game.end().board().fen()
    assert len(game.mainline_moves()) == 3 and game.board() == Board("chess")
    assert game.root.parent is None and game.root.move is None and game.root.san() is None


def test_writing_what_was_read():
    written = str(only(TEXT))
    assert written.endswith(
        "\n\n{start} 1. e4 $1 e5 (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 $14 1-0\n\n"
    )
    assert str(only(written)) == written


def test_building():
    game = Game(Board("chess"))
    e4 = game.root.add_variation("e4", comment="best by test")
    d4 = game.root.add_main_variation("d2d4", nags=[1])
    assert game.root.variations == [d4, e4]
    e4.promote_to_main()
    assert game.root.next() == e4
    assert game.root.add_variation("d4") == d4 and d4.nags == [1]
    d4.nags, d4.comment = {3}, "  solid "
    assert d4.nags == [3] and d4.comment == "solid"
    e4.add_variation("e5")
    game.headers["White"] = 'the "Duke"'
    game.result = "1/2-1/2"
    again = only(str(game))
    assert again.headers["White"] == 'the "Duke"' and again.result == "1/2-1/2"
    assert str(again) == str(game)
    assert e4.remove() == game.root and game.root.variations == [d4]
    with pytest.raises(PgnError, match="the game has no position number"):
        e4.san()
    with pytest.raises(PgnError, match="start position"):
        game.root.remove()


def test_headers_are_a_mapping():
    headers = Game().headers
    headers["Event"], headers["Site"] = "a", "b"
    headers["Event"] = "c"
    assert list(headers) == headers.keys() == ["Event", "Site"] and headers.values() == ["c", "b"]
    assert len(headers) == 2 and "Site" in headers and headers.get("Round", 3) == 3
    del headers["Site"]
    assert dict(headers) == {"Event": "c"}
    with pytest.raises(KeyError):
        headers["Site"]
    with pytest.raises(KeyError):
        del headers["Site"]
    for name, value in [("Result", "1-0"), ("FEN", "x"), ("two words", "x"), ("", "x"), ("A", "x\ny")]:
        with pytest.raises(PgnError):
            headers[name] = value


def test_a_board_becomes_a_game():
    board = Board("falcon", castling="wide", moves=["e4", "e5", "Nc3"])
    text = str(Game(board))
    assert '[Variant "falcon"]\n[Castling "wide"]\n' in text and text.endswith("1. e4 e5 2. Nc3 *\n\n")
    again = only(text).end().board()
    assert again == board and again.move_stack == board.move_stack
    mated = Game(Board("chess", moves="f3 e5 g4 Qh4".split()))
    assert mated.result == "0-1"
    random = Game(Board("falcon-random", array=5))
    assert only(str(random)).board().array() == 5


def test_files(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TEXT + "1. Ke2 *\n\n" + TEXT)
    reader = read_pgn(path)
    assert next(reader).result == "1-0"
    with pytest.raises(PgnError, match="'Ke2' is not legal here") as caught:
        next(reader)
    assert (caught.value.number, caught.value.line) == (2, 9)
    assert next(reader).headers["White"] == "A"
    with pytest.raises(StopIteration):
        next(reader)
    with pytest.raises(FileNotFoundError):
        read_pgn(tmp_path / "none.pgn")
    with pytest.raises(OSError):
        next(read_pgn(tmp_path))


def test_other_games_by_default():
    assert only("1. e4 *").board() == Board("falcon")
    assert only("1. e4 *", variant="capablanca").board() == Board("capablanca")
    assert only("1. e4 *", castling="wide").board().castling == "wide"
    with pytest.raises(peregrine_chess.VariantError):
        parse_pgn("1. e4 *", variant="draughts")


def test_a_result_that_contradicts_the_board():
    game = only('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0', variant="chess")
    assert game.complaints == ["the result is 1-0, but on the board Black wins by checkmate"]


def test_hostile_texts_are_errors():
    with pytest.raises(PgnError, match="nested at most 100 deep"):
        only("1. e4 " + "(1. d4 " * 100_000 + ")" * 100_000 + " *", variant="chess")
    long = "1. Nf3 Nf6 2. Ng1 Ng8 " + "Nf3 Nf6 Ng1 Ng8 " * 6_000 + "*"
    with pytest.raises(PgnError, match="20000 positions"):
        only(long, variant="chess")
    board = Board("chess")
    for _ in range(5_001):
        for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push_san(move)
    with pytest.raises(PgnError, match="20000 positions"):
        Game(board)
    game = Game(board=Board("chess"))
    for glyph in (-1, 256, 10**30):
        with pytest.raises((PgnError, OverflowError)):
            game.root.add_variation("e4", nags=[glyph])
    assert game.root.variations == []
