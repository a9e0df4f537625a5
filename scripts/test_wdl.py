"""Checks what scripts/wdl.py makes of games, and that it finds what it is to find."""

import json
import math
import os
import random
import tempfile
import unittest

import wdl

START = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"
GAME = """[Event "A match"]
[Variant "falcon"]
[Result "{result}"]

1. d4 g5 2. Bxg5 {{-0.08/6 0.029s,
4003 n}} 2... h6 {{+1.19/8 0.038s}} 3. {move} {{+0.31/7}} 3... fxg5 {{-M3/9}} 4. a4
{{+2.00/9}} {result}

"""


def match(folder, texts):
    identity = {"variant": "falcon", "start": START}
    with open(os.path.join(folder, "results.jsonl"), "w", encoding="utf-8") as file:
        file.write(json.dumps({"identity": identity}) + "\n")
    with open(os.path.join(folder, "games.pgn"), "w", encoding="utf-8") as file:
        file.write("".join(texts))


class Games(unittest.TestCase):
    def test_men_are_counted_without_holes_runs_and_wings(self):
        self.assertEqual(wdl.men(START), 40)
        self.assertEqual(wdl.men("3**3/q'fb'1k/10/K9 w - - 0 1"), 5)

    def test_a_score_is_of_the_position_before_the_move(self):
        (tags, text), = wdl.games(GAME.format(result="1-0", move="e3"))
        self.assertEqual(tags["Result"], "1-0")
        found, moves = wdl.positions(text, 40)
        self.assertEqual(found, [(-8, 40, 0), (119, 39, 1), (31, 39, 0), (200, 38, 0)])
        self.assertEqual(moves, ["d4", "g5", "Bxg5", "h6", "e3", "fxg5", "a4"])

    def test_small_minus_scores_keep_their_sign(self):
        found, _ = wdl.positions("1. e4 {-0.05/3} 1... e5 {+0.05/3}", 32)
        self.assertEqual([score for score, _, _ in found], [-5, 5])

    def test_cells(self):
        self.assertEqual(wdl.cell(-8, 40, 40), (0, 10))
        self.assertEqual(wdl.cell(13, 39, 40), (25, 10))
        self.assertEqual(wdl.cell(-9999, 3, 40), (-2000, 1))

    def test_outcomes_are_the_movers(self):
        self.assertEqual([wdl.outcome("1-0", side) for side in (0, 1)], [0, 2])
        self.assertEqual([wdl.outcome("1/2-1/2", side) for side in (0, 1)], [1, 1])
        self.assertIsNone(wdl.outcome("*", 0))

    def test_a_repeated_game_counts_once_and_every_tenth_pair_is_held_out(self):
        with tempfile.TemporaryDirectory() as folder:
            moves = [f"{piece}{file}3" for piece in ("", "N") for file in "abcdefghij"]
            texts = [GAME.format(result="1-0", move=move) for move in moves]
            match(folder, texts + texts[:2])
            name, used, counts = wdl.count([folder])
            self.assertEqual((name, used), ("falcon", [18, 2]))
            self.assertEqual(counts[0, 0, 10, 0], 18)
            self.assertEqual(counts[0, 125, 10, 2], 18)
            self.assertEqual(counts[1, 200, 10, 0], 2)
            path = os.path.join(folder, "falcon.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(wdl.write(name, used, counts)) + "\n")
            again = wdl.read(path)
            self.assertEqual(again[0], "falcon")
            self.assertIn((125, 1.0, [0, 0, 18]), again[2][0])
            self.assertEqual(sum(sum(row[2]) for row in again[2][1]), 8)

    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("held,score\n")
            with self.assertRaises(wdl.Failed):
                wdl.read(path)


class Model(unittest.TestCase):
    def test_chances_are_chances(self):
        for score in range(-2000, 2001, 100):
            for share in (0.0, 0.5, 1.0):
                chances = wdl.probabilities((150, 110, 90, 60, 100, 110), score, share)
                self.assertAlmostEqual(sum(chances), 1)
                self.assertTrue(all(-1e-12 <= chance <= 1 for chance in chances))
                mirrored = wdl.probabilities((150, 110, 90, 60, 100, 110), -score, share)
                self.assertAlmostEqual(chances[0], mirrored[2])

    def test_the_fit_finds_what_the_games_were_made_with(self):
        drawn = random.Random(1)
        truth, rows = (200, 90, 80, 50, 100, 120), []
        for score in range(-800, 801, 25):
            for share in range(1, 11):
                outcomes = [0, 0, 0]
                for _ in range(300):
                    chances = wdl.probabilities(truth, score, share / 10)
                    outcomes[drawn.choices(range(3), chances)[0]] += 1
                rows.append((score, share / 10, outcomes))
        found = wdl.fit(rows)
        for number, true in zip(found, truth):
            self.assertLess(abs(number - true), 12, (found, truth))
        table, error = wdl.calibration(found, rows)
        self.assertLess(error, 0.005)
        self.assertEqual(sum(row[2] for row in table), 300 * len(rows))
        # A wrong model is seen to be wrong.
        self.assertGreater(wdl.calibration((80, 80, 80, 400, 400, 400), rows)[1], 0.05)

    def test_a_parabola_goes_through_its_three_values(self):
        for share, value in ((0, 200), (0.5, 90), (1, 80), (0.25, 132.5)):
            self.assertAlmostEqual(wdl.parabola(200, 90, 80, share), value)

    def test_a_row_and_its_mirror_image_are_one(self):
        rows = [(-50, 0.5, [1, 2, 3]), (50, 0.5, [10, 20, 30]), (0, 1.0, [1, 0, 0])]
        self.assertEqual(wdl.folded(rows), [(0, 1.0, [1, 0, 0]), (50, 0.5, [13, 22, 31])])
        parameters = (150, 110, 90, 60, 100, 110)
        self.assertAlmostEqual(wdl.cost(parameters, rows), wdl.cost(parameters, wdl.folded(rows)))

    def test_the_simplex_finds_a_minimum(self):
        found = wdl.minimum(lambda at: (at[0] - 3) ** 2 + (at[1] + 7) ** 4, [1.0, 1.0])
        self.assertTrue(math.isclose(found[0], 3, abs_tol=0.01))
        self.assertTrue(math.isclose(found[1], -7, abs_tol=0.1))


class Table(unittest.TestCase):
    def test_the_engine_has_what_the_counts_give(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "..", "src", "search", "wdl.rs"), encoding="utf-8") as file:
            source = file.read()
        folder = os.path.join(here, "..", "data", "wdl")
        names = sorted(os.listdir(folder))
        self.assertTrue(names)
        for name in names:
            game, _, (rows, _) = wdl.read(os.path.join(folder, name))
            self.assertEqual(name, f"{game}.csv")
            numbers = ", ".join(map(str, wdl.fit(rows)))
            self.assertIn(f'("{game}", Fit::new([{numbers}]))', source)


if __name__ == "__main__":
    unittest.main()
