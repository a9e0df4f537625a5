"""Tests of the match script: python3 -m unittest discover benches"""

import glob
import math
import os
import shlex
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO

import fairymax_match
from fairymax_match import Match, Record, elo, interval, parse_options, read_openings, seconds_to_level, summary
from falcon_rules import FALCON, START, Game, Position, perft

HERE = os.path.dirname(os.path.abspath(__file__))
# Greater counts are right as well, but Python takes too long to find them.
LARGEST_COUNT = 50_000


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
            if not lines[0].startswith("# variant falcon"):
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

    def test_start(self):
        position = Position.from_fen(START)
        self.assertEqual(len(position.legal()), 24)
        self.assertEqual(position.fen(), START)

    def test_falcon(self):
        d4, e7, f7 = 33, 64, 65
        self.assertEqual(len(FALCON[d4]), 16)
        self.assertEqual(sorted(dict(FALCON[d4])[e7]), [(43, 53), (43, 54), (44, 54)])
        self.assertEqual(sorted(dict(FALCON[d4])[f7]), [(43, 54), (44, 54), (44, 55)])

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


class Statistics(unittest.TestCase):
    def test_elo(self):
        self.assertEqual(elo(0.5), 0)
        self.assertAlmostEqual(elo(0.75), 190.85, places=2)
        self.assertAlmostEqual(elo(0.25), -190.85, places=2)
        self.assertEqual(elo(1.0), math.inf)

    def test_interval(self):
        # Openings that always split the point say nothing about a difference, and say so with certainty.
        self.assertEqual(interval([1.0, 0.0] * 10), (0.5, 0.5, 0.5))
        # 50 pairs, half of them won twice, half lost twice: standard error sqrt(50/49 / 4 / 50).
        score, low, high = interval([1.0, 1.0, 0.0, 0.0] * 25)
        self.assertEqual(score, 0.5)
        self.assertAlmostEqual(high - score, 1.96 * math.sqrt(50 / 49 / 4 / 50))
        self.assertAlmostEqual(score - low, 1.96 * math.sqrt(50 / 49 / 4 / 50))
        # A clean score still leaves doubt.
        self.assertAlmostEqual(interval([1.0] * 100)[1], 50 / (50 + 1.96**2))
        self.assertAlmostEqual(interval([0.0] * 100)[2], 1 - 50 / (50 + 1.96**2))

    def test_level(self):
        self.assertEqual(seconds_to_level(5, 0.05), "level 0 0:05 0.05")
        self.assertEqual(seconds_to_level(90, 1), "level 0 1:30 1")


# An engine that plays random legal moves until, in its third turn, it does what its argument says.
MOCK = """
import os, random, sys, time
sys.path.insert(0, sys.argv[1])
from falcon_rules import Game
mode, turn, forced, game, rng = sys.argv[2], 0, False, Game(), random.Random(7)
def say(text): print(text, flush=True)
def think():
    global turn
    turn += 1
    bad = turn == 3
    if bad and mode == 'illegal': return say('move a1j8')
    if bad and mode == 'late': time.sleep(1.2)
    if bad and mode == 'silent': time.sleep(60)
    if bad and mode == 'crash': os._exit(1)
    if bad and mode == 'resign': return say('resign')
    if bad and mode == 'win': return say('1-0 {White mates}' if game.position.white else '0-1 {Black mates}')
    if bad and mode == 'draw': return say('1/2-1/2 {Draw by repetition}')
    if bad and mode == 'refuse': return say('Illegal move: ' + game.moves[-1])
    if bad and mode == 'error': say('Error (unknown command): spam')
    move = rng.choice(sorted(game.position.legal()))
    game.play(move)
    say('1 12 0 99 ' + move)
    say('move ' + move)
for line in sys.stdin:
    words = line.split()
    if words[0] == 'protover': say('feature ping=1 usermove=1 myname="Mock ' + mode + '" done=1')
    elif words[0] == 'new': game, turn, forced = Game(), 0, False
    elif words[0] == 'force': forced = True
    elif words[0] == 'ping': say('pong ' + words[1])
    elif words[0] == 'quit': break
    elif words[0] == 'usermove':
        game.play(words[1])
        if not forced: think()
    elif words[0] == 'go':
        forced = False
        think()
"""


class Matches(unittest.TestCase):
    def play(self, mode, *options):
        """Two games of an engine that misbehaves against one that does not."""
        with tempfile.TemporaryDirectory() as directory:
            script = os.path.join(directory, "mock.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write(MOCK)
            mock = shlex.join([sys.executable, script, HERE]) + " "
            arguments = ["--engine", mock + mode, "--opponent", mock + "good", "--games", "2", "--tc", "1", *options]
            match = Match(parse_options(arguments), [["e2e4", "e7e5"]])
            with redirect_stderr(StringIO()):
                match.run()
            return match

    def assert_fault(self, mode, kind):
        match = self.play(mode)
        for record in match.records:
            self.assertEqual(record.fault, (record.engine_is_white, kind), record.reason)
            self.assertEqual(record.engine_points(), 0.0)
        text, faults = summary(match)
        self.assertEqual(faults, 2)
        self.assertIn(f"| {kind} | 2 | 0 |", text)
        self.assertIn("| 0 | 0 | 2 | 0.0 % | -inf |", text)

    def test_illegal_move(self):
        self.assert_fault("illegal", "illegal move")

    def test_time_losses(self):
        self.assert_fault("late", "time loss")
        self.assert_fault("silent", "time loss")

    def test_crash(self):
        self.assert_fault("crash", "crash")

    def test_false_claims(self):
        self.assert_fault("win", "false claim")
        self.assert_fault("draw", "false claim")

    def test_refused_move(self):
        self.assert_fault("refuse", "refused legal move")

    def test_resignation_is_no_fault(self):
        match = self.play("resign")
        self.assertEqual([record.reason for record in match.records], ["White resigns", "Black resigns"])
        self.assertEqual([record.result for record in match.records], ["0-1", "1-0"])
        self.assertEqual([record.fault for record in match.records], [None, None])

    def test_good_game_and_errors(self):
        limit = fairymax_match.MOST_PLIES
        fairymax_match.MOST_PLIES = 40
        try:
            match = self.play("error", "--tc", "20")
        finally:
            fairymax_match.MOST_PLIES = limit
        self.assertEqual([record.fault for record in match.records], [None, None])
        self.assertEqual(match.errors, {"engine": {"Error (unknown command): spam": 2}, "opponent": {}})
        self.assertEqual(match.names, {"engine": "Mock error", "opponent": "Mock good"})
        text, faults = summary(match)
        self.assertEqual(faults, 0)
        self.assertIn("Mock error said 2 times", text)

    def test_openings_are_checked(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("# a comment\ne2e4 e7e5 # another\n\nd2d4\n")
            file.flush()
            self.assertEqual(read_openings(file.name), [["e2e4", "e7e5"], ["d2d4"]])
            file.write("e2e5\n")
            file.flush()
            with self.assertRaisesRegex(SystemExit, "e2e5 is illegal"):
                read_openings(file.name)

    def test_record(self):
        record = Record(0, ["e2e4", "e7e5"], ("A", "B"), True)
        record.moves.append("d2d4")
        record.notes.append("+0.12/5 0.10s")
        record.end("1-0", "Black resigns")
        self.assertIn("1. e2e4 e7e5 2. d2d4 {+0.12/5 0.10s} {Black resigns} 1-0", record.pgn())
        self.assertIn('[Result "1-0"]', record.pgn())


if __name__ == "__main__":
    unittest.main()
