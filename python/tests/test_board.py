"""Boards: rules, moves, notations, equality, pictures."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree

import peregrine_chess
import pytest
from peregrine_chess import BLACK, WHITE, Board

FALCON = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"


def test_the_catalog():
    names = peregrine_chess.variants()
    assert names[0] == "falcon" and {"chess", "capablanca", "permutation"} <= set(names)
    for name in names:
        variant = peregrine_chess.variant(name)
        assert variant.name == name and variant.title
        board = Board(name)
        assert board.fen() == variant.start_fen == peregrine_chess.start_fen(name)
        assert (board.castling, board.promotion) == (variant.castling[0], variant.promotion[0])
        assert board.variant == name and len(board.legal_moves) > 5
        assert all(board.piece_map()[square] == board.piece_at(square) for square in board.piece_map())
    falcon = peregrine_chess.variant("falcon")
    assert falcon == peregrine_chess.variant("freefalcon")
    assert (falcon.files, falcon.ranks, len(falcon.squares)) == (10, 8, 80)
    assert falcon.squares[0] == "a1" and falcon.squares[-1] == "j8"
    assert falcon.arrays is None
    assert peregrine_chess.variant("falcon-random").arrays == 226_800
    assert peregrine_chess.variant("falcon100").squares[0] == "x0"


@pytest.mark.parametrize(
    ("variant", "leaves"), [("falcon", 15766), ("chess", 8902), ("capablanca", 25228)]
)
def test_perft(variant, leaves):
    board = Board(variant)
    assert board.perft(0) == 1
    divided = board.perft_divide(3)
    assert board.perft(3) == board.perft(3, threads=2) == sum(divided.values()) == leaves
    assert set(divided) == {str(move) for move in board.legal_moves}


def test_options():
    fen = "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1"
    counts = {
        rule: sum(move.kind == "castling" for move in Board("falcon", fen, castling=rule).legal_moves)
        for rule in peregrine_chess.variant("falcon").castling
    }
    assert counts == {
        "free": 7, "modified-free": 5, "orthodox": 2, "three": 2, "wide": 2, "none": 0
    }
    one_step = Board("falcon", fen).parse_uci("f1j1")
    assert (one_step.to_square, str(one_step), one_step.kind) == ("g1", "f1j1", "castling")
    pawn = Board("falcon", "9k/P9/10/10/10/10/10/K9 w - - 0 1", promotion="no-queen")
    assert sorted(move.promotion for move in pawn.legal_moves if move.promotion) == list("BFNR")


def test_a_game():
    board = Board()
    assert board.turn == WHITE
    moves = [board.push_san("e4"), board.push_uci("e7e5"), board.push("Nc3"), board.push("b8c6")]
    assert board.move_stack == moves and board.ply() == 4
    assert board.peek() == moves[-1]
    assert board.turn == WHITE and board.fullmove_number == 3 and board.halfmove_clock == 2
    assert board.root().fen() == FALCON
    assert board.root().variation_san(moves) == "1. e4 e5 2. Nc3 Nc6"
    assert [str(board.pop()) for _ in range(4)] == ["b8c6", "b1c3", "e7e5", "e2e4"]
    assert board.fen() == FALCON
    board.push(moves[0])
    assert board.ep_square == "e3" and board.turn == BLACK


def test_moves():
    board = Board("chess", "r3k2r/8/8/3pP3/8/8/1P6/R3K2R w KQkq d6 0 1")
    passing = board.parse_san("exd6")
    assert passing.kind == "en passant" and board.is_capture(passing)
    castling = board.parse_san("O-O")
    assert str(castling) == "e1g1" and not board.is_capture(castling)
    assert board.gives_check("Rxa8") and not board.gives_check(castling)
    assert board.uci("O-O-O") == "e1c1" and board.san("e1c1") == "O-O-O"
    assert castling == board.parse_uci("e1g1") and hash(castling) == hash(board.parse_uci("e1g1"))
    assert castling != passing and castling != "e1g1"
    # The same two squares on another board are another move.
    assert Board("chess").parse_san("e4") != Board("capablanca").parse_san("e4")


def test_ends():
    mate = Board("chess", moves="f3 e5 g4 Qh4#".split())
    outcome = mate.outcome()
    assert (outcome.termination, outcome.winner, outcome.result()) == ("checkmate", BLACK, "0-1")
    assert str(outcome) == "Black wins by checkmate" and mate.result() == "0-1"
    assert mate.is_game_over() and mate.is_check() and mate.is_checkmate()
    assert mate.checkers() == ["h4"] and mate.legal_moves == []
    stalemate = Board("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert stalemate.is_stalemate() and not stalemate.is_checkmate()
    assert (stalemate.outcome().termination, stalemate.outcome().winner) == ("stalemate", None)
    bare = Board("chess", "7k/8/8/8/8/8/8/K1N5 w - - 0 1")
    assert bare.is_insufficient_material()
    assert bare.outcome().termination == "insufficient material"
    assert Board("falcon", "9k/10/10/10/10/10/10/K1F7 w - - 0 1").outcome() is None
    old = Board("chess", "7k/8/8/8/8/8/8/R3K3 w Q - 100 80")
    assert old.outcome().termination == "fifty moves" and old.result() == "1/2-1/2"
    shuffle = "Nf3 Nf6 Ng1 Ng8".split()
    twice = Board("chess", moves=shuffle)
    assert (twice.repetitions(), twice.outcome(), twice.result()) == (2, None, "*")
    assert twice.is_repetition(2) and not twice.is_repetition()
    thrice = Board("chess", moves=2 * shuffle)
    assert thrice.outcome().termination == "repetition" and thrice.is_repetition()
    assert mate.outcome() == Board("chess", moves="f3 e5 g4 Qh4".split()).outcome() != stalemate.outcome()


def test_mental_cruelty():
    # White has lost no piece that the Pawn could become.
    fen = (
        "1fbb'mqc'a'kan'r'cnrm'/Pppppppppppppppp/16/16/16/16/1PPPPPPPPPPPPPPP/"
        "Q'FBB'MQC'A'KAN'R'CNRM' w - - 0 1"
    )
    board = Board("permutation", fen)
    board.push("a7a8")
    assert board.outcome().termination == "mental cruelty" and board.outcome().winner == BLACK


def test_equality_is_that_of_repetition():
    one, other = Board("chess"), Board("chess", moves="Nf3 Nf6 Ng1 Ng8".split())
    assert one == other and hash(one) == hash(other) and one.fen() != other.fen()
    assert len({one, other}) == 1
    assert one != Board("chess", moves=["e4"]) and one != Board("falcon") and one != "board"
    # A right that is lost makes another position, and so do other rules.
    rook = Board("chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1")
    assert rook != Board("chess", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert Board("falcon") != Board("falcon", castling="three")
    # En passant counts only where a capture is legal.
    idle = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"
    assert Board("chess", idle) == Board("chess", idle.replace("e3", "-"))
    legal = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
    assert Board("chess", legal) != Board("chess", legal.replace("e3", "-"))


def test_copies():
    board = Board("falcon", castling="wide", moves=["e4", "e5"])
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack and twin.castling == "wide"
        twin.push("Nc3")
        assert twin != board and board.ply() == 2
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=False) == board


def test_shuffled_arrays():
    board = Board("falcon-random", array=226_800)
    assert board.array() == 226_800
    assert Board("falcon-random", board.fen()) == board
    assert Board("falcon-random", seed=7) == Board("falcon-random", seed=7)
    assert Board("falcon-random", seed=7) != Board("falcon-random", seed=8)
    assert Board("chess").array() is None


def test_texts_and_pictures():
    board = Board()
    assert " 1   R  N  B  F  Q  K  F  B  N  R" in str(board) and "Legal moves: 24" in str(board)
    assert "\u2654" in board.unicode()
    assert repr(board) == f"Board('falcon', '{FALCON}')"
    assert eval(repr(board)) == board
    move = board.push("e4")
    inline = board._repr_svg_()
    assert inline.startswith("<svg") and 'class="mark"' in inline
    whole = board.svg(squares=["e4", "e5"], arrows=[move, "Nc6", ["g8", "g7", "f5"]], lastmove=move)
    assert whole.startswith("<?xml") and whole.count('class="arrow"') == 3
    for picture in (inline, whole, board.svg(reversed_colors=True)):
        ElementTree.fromstring(picture)


def test_functions():
    fen = peregrine_chess.get_fen("chess", "startpos", ["e2e4", "e7e5"])
    assert fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
    board = Board("chess", fen)
    assert sorted(peregrine_chess.legal_moves("chess", fen)) == sorted(map(str, board.legal_moves))
    assert peregrine_chess.get_san("chess", fen, "g1f3") == "Nf3"
    assert peregrine_chess.get_san_moves("chess", fen, ["g1f3", "b8c6"]) == ["Nf3", "Nc6"]
    assert not peregrine_chess.gives_check("chess", fen)


def test_variant_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[knightless]\nbase = 'chess'\nstart = '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'\n")
    assert peregrine_chess.load_variants(path) == ["knightless"]
    before = Board("knightless")
    path.write_text("[knightless]\nbase = 'chess'\nstart = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'\n")
    assert peregrine_chess.load_variants(str(path)) == ["knightless"]
    # Boards in use keep their rules.
    assert before.root().piece_at("a1") is not None and Board("knightless").piece_at("a1") is None
    path.write_text("[a]\nbase = 'chess'\nbord = '8x8'\n\n[b]\nbase = 'no-such'\n")
    with pytest.raises(peregrine_chess.VariantFileError) as caught:
        peregrine_chess.load_variants(path)
    assert f"{path}:3: a.bord: unknown key; did you mean 'board'?" in str(caught.value)
    assert "b.base" in str(caught.value) and "a" not in peregrine_chess.variants()
    with pytest.raises(FileNotFoundError):
        peregrine_chess.load_variants(tmp_path / "none.toml")
    with pytest.raises(OSError):
        peregrine_chess.load_variants(tmp_path)


def test_tablebases(tmp_path):
    tables = peregrine_chess.Tablebases("falcon", tmp_path)
    assert tables.faults == [] and tables.most_men >= 3
    board = Board("falcon", "k9/10/10/1K8/10/10/10/8Q1 w - - 0 1")
    value = tables.probe(board)
    assert (value.wdl, value.plies, str(value)) == (1, 5, "mate in 3")
    for move in tables.line(board):
        board.push(move)
    assert board.is_checkmate() and tables.probe(board).plies == 0
    assert tables.probe(board) < value
    assert tables.probe(Board()) is None
    with pytest.raises(peregrine_chess.TablebaseError, match="for falcon, castling free"):
        tables.probe(Board("chess"))
    with pytest.raises(FileNotFoundError):
        peregrine_chess.Tablebases("falcon", tmp_path / "none")
    (tmp_path / "falcon-KQvK.tablebase").write_bytes(b"nothing")
    (fault,) = peregrine_chess.Tablebases("falcon", tmp_path).faults
    assert "falcon-KQvK.tablebase" in fault
