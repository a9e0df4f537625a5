"""Tests of the second rules of the game: python3 -m unittest discover scripts"""

import glob
import os
import re
import unittest

from falcon_rules import FALCON_CHESS, START, Game, Position, facts_of, perft, rules_of
from second_opinion import complaint

HERE = os.path.dirname(os.path.abspath(__file__))
# Greater counts are right as well, but Python takes too long to find them.
LARGEST_COUNT = 50_000
# ... and for the many boards and arrays.
LARGEST_OF_MANY = 4_000


def ending(fen):
    game = Game()
    game.position = Position.from_fen(fen)
    game.seen = {game.position.key(): 1}
    over = game.over()
    return over and over[1]


class Rules(unittest.TestCase):
    def test_perft(self):
        """Node counts that another program made, with castling by three squares and free."""
        checked = {"free": 0, "three": 0}
        for path in glob.glob(os.path.join(HERE, "..", "perft", "falcon*.epd")):
            with open(path, encoding="utf-8") as file:
                lines = [line.strip() for line in file]
            if not re.match(r"# variant falcon\b(?!-)", lines[0]):
                continue
            for line in lines[1:]:
                fen, *fields = line.split(";")
                facts = dict(field.split(None, 1) for field in fields)
                castling = facts.get("castling", "free").strip()
                if castling not in checked or facts.get("promotion", "any").strip() != "any":
                    continue
                position = Position.from_fen(fen, castling)
                self.assertEqual(position.fen(), fen.strip())
                for depth in range(1, 6):
                    expected = int(facts.get(f"D{depth}", LARGEST_COUNT + 1))
                    if expected <= LARGEST_COUNT:
                        self.assertEqual(perft(position, depth), expected, f"{line}, depth {depth}")
                        checked[castling] += 1
        self.assertGreater(checked["three"], 20)
        self.assertGreater(checked["free"], 20)

    def test_perft_of_embodiments(self):
        """Other boards and arrays, counted by another program and, where none knew them, by these rules."""
        checked = {}
        examples = glob.glob(os.path.join(HERE, "..", "docs", "examples", "falcon-[9g]*.epd"))
        for path in [os.path.join(HERE, "..", "perft", "embodiments.epd"), *examples]:
            with open(path, encoding="utf-8") as file:
                lines = [line for line in file if not line.startswith("#")]
            for line in lines:
                fen, facts = facts_of(line)
                name = facts["variant"].strip()
                if name in ("falcon-leap", "falcon-five", "falcon-random"):
                    continue  # These rules do not know them.
                rules = rules_of(name)
                position = Position.from_fen(fen, rules.castling, rules)
                self.assertEqual(position.fen(), fen)
                for depth in range(1, 4):
                    expected = int(facts.get(f"D{depth}", LARGEST_OF_MANY + 1))
                    if expected <= LARGEST_OF_MANY:
                        self.assertEqual(perft(position, depth), expected, f"{line}, depth {depth}")
                        checked[name] = checked.get(name, 0) + 1
        self.assertGreaterEqual(len(checked), 18)
        self.assertGreater(min(checked.values()), 6, checked)

    def test_arrays(self):
        for name, start in (
            ("falcon", "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR"),
            ("falcon-10x10-central", "rnbfqkfbnr/ppp4ppp/3pppp3/10/10/10/10/3PPPP3/PPP4PPP/RNBFQKFBNR"),
        ):
            self.assertEqual(rules_of(name).start.split()[0], start)

    def test_start(self):
        position = Position.from_fen(START)
        self.assertEqual(len(position.legal()), 24)
        self.assertEqual(position.fen(), START)

    def test_falcon(self):
        d4, e7, f7 = 33, 64, 65
        self.assertEqual(len(FALCON_CHESS.falcon[d4]), 16)
        self.assertEqual(sorted(dict(FALCON_CHESS.falcon[d4])[e7]), [(43, 53), (43, 54), (44, 54)])
        self.assertEqual(sorted(dict(FALCON_CHESS.falcon[d4])[f7]), [(43, 54), (44, 54), (44, 55)])

    def test_castling(self):
        empty = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
        sideways = {"f1j1", "f1i1", "f1h1", "f1d1", "f1c1", "f1b1", "f1a1"}
        three, free = (Position.from_fen(empty, castling).legal() for castling in ("three", "free"))
        self.assertEqual(sideways & three.keys(), {"f1i1", "f1c1"})
        self.assertEqual(sideways & free.keys(), sideways)
        self.assertEqual(three["f1c1"].fen(), "r4k3r/10/10/10/10/10/10/2KR5R b kq - 1 1")
        self.assertEqual(three["f1i1"].fen(), "r4k3r/10/10/10/10/10/10/R6RK1 b kq - 1 1")
        self.assertEqual(free["f1j1"].fen(), "r4k3r/10/10/10/10/10/10/R4RK3 b kq - 1 1")

    def test_repetition(self):
        game = Game()
        for move in "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1".split():
            game.play(move)
            self.assertIsNone(game.over())
        game.play("c6b8")
        self.assertEqual(game.over(), ("1/2-1/2", "threefold repetition"))

    def test_en_passant_counts_for_repetition_only_if_it_can_be_played(self):
        self.assertIsNotNone(Position.from_fen("5k4/10/10/10/3pP5/10/10/5K4 b - e3 0 1").key()[3])
        self.assertIsNone(Position.from_fen("5k4/10/10/10/4P5/10/10/5K4 b - e3 0 1").key()[3])

    def test_endings(self):
        for fen, reason in (
            ("5k4/10/10/10/10/10/10/5K4 w - - 0 1", "insufficient material"),
            ("5k4/10/10/10/10/10/10/4NK4 w - - 0 1", "insufficient material"),
            ("5k4/10/10/10/10/10/10/B1B2K2b1 w - - 0 1", "insufficient material"),
            ("5k4/10/10/10/10/10/10/B2B1K4 w - - 0 1", None),
            ("5k4/10/10/10/10/10/10/4FK4 w - - 0 1", None),
            ("5k4/10/10/10/10/10/10/3NNK4 w - - 0 1", None),
            ("5k4/10/10/10/10/10/10/5K3R w - - 100 90", "fifty moves"),
            ("5k4/10/10/10/10/10/10/5K3R w - - 99 90", None),
            ("k9/2Q7/10/1K8/10/10/10/10 b - - 0 1", "stalemate"),
            ("k9/1Q8/1K8/10/10/10/10/10 b - - 100 90", "checkmate"),
            # Mate by a Falcon over b6 and b7; with a Rook that can take it, none.
            ("kb8/p9/2K7/1F8/10/10/10/10 b - - 0 1", "checkmate"),
            ("kb8/p9/2K7/1F8/10/10/10/1r8 b - - 0 1", None),
        ):
            self.assertEqual(ending(fen), reason, fen)


class SecondOpinion(unittest.TestCase):
    def record(self, moves, termination, result="1/2-1/2", reason=""):
        moves = [{"move": move} for move in moves.split()]
        return {"moves": moves, "termination": termination, "result": result, "reason": reason}

    def test_games_that_tell_the_truth(self):
        shuffle = "b1c3 b8c6 c3b1 c6b8 "
        self.assertIsNone(complaint(self.record(2 * shuffle, "repetition"), "three"))
        self.assertIsNone(complaint(self.record(shuffle, "time-loss", "1-0"), "three"))
        illegal = "White (x) makes an illegal move: 'e2e5' in"
        self.assertIsNone(complaint(self.record(shuffle, "illegal-move", "0-1", illegal), "three"))

    def test_games_that_do_not(self):
        shuffle = "b1c3 b8c6 c3b1 c6b8 "
        for record, words in (
            (self.record("e2e5", "time-loss"), "halfmove 1, e2e5, is not legal"),
            (self.record(shuffle, "repetition"), "it ended with None"),
            (self.record(2 * shuffle, "time-loss"), "it ended with ('1/2-1/2', 'threefold repetition')"),
            (self.record(2 * shuffle + "e2e4", "time-loss"), "it was over after 8 halfmoves"),
            (self.record(2 * shuffle, "repetition", "1-0"), "it ended with ('1/2-1/2'"),
            (self.record("e2e4", "illegal-move", "1-0", "makes an illegal move: 'e7e5' in"), "e7e5 is legal"),
        ):
            self.assertIn(words, complaint(record, "three"))


if __name__ == "__main__":
    unittest.main()
