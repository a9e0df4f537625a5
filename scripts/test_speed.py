"""Checks what scripts/speed.py does with lines and numbers."""

import unittest

import speed


class Lines(unittest.TestCase):
    def test_the_last_line_with_nodes_and_time_counts(self):
        lines = [
            "info depth 1 nodes 100 time 0 pv e2e4",
            "info depth 9 seldepth 12 score cp 3 nodes 5000 nps 2500 time 2000 pv e2e4",
            "info depth 10 currmove e2e4 currmovenumber 1",
            "bestmove e2e4",
        ]
        self.assertEqual(speed.last_count(lines), (5000, 2.0))

    def test_no_line_is_an_honest_failure(self):
        with self.assertRaises(speed.Failed):
            speed.last_count(["bestmove e2e4"])

    def test_an_engine_that_is_not_there(self):
        with self.assertRaises(speed.Failed):
            speed.Engine(["./there-is-no-such-engine"])


class Rows(unittest.TestCase):
    def test_a_ratio_that_should_be_large(self):
        row = speed.Row("perft", bound=6)
        for samples, verdict in (([5, 5.9, 9], "**no**"), ([6], "yes"), ([9, 10, 11], "yes")):
            row.samples = samples
            self.assertEqual(row.verdict(), verdict)

    def test_a_time_that_should_be_small(self):
        row = speed.Row("start", bound=100, unit="ms", smaller_is_better=True)
        for samples, verdict in (([101], "**no**"), ([1, 100, 300], "yes"), ([20], "yes")):
            row.samples = samples
            self.assertEqual(row.verdict(), verdict)

    def test_each_round_has_its_ratio(self):
        self.assertEqual(speed.ratios([10, 30], [5, 10]), [2, 3])

    def test_the_table_says_what_failed(self):
        good = speed.Row("perft", bound=6, samples=[7, 8.25, 9], measured="a against b")
        bad = speed.Row("search", bound=2, failure="fairy-stockfish is not installed")
        _, _, *lines = speed.table([good, bad]).splitlines()
        self.assertEqual(
            lines,
            [
                "| perft | a against b | 8.25x | 7.00-9.00x | 6.00x | yes |",
                "| search | fairy-stockfish is not installed | - | - | 2.00x | not measured |",
            ],
        )
        self.assertEqual(good.as_json()["value"], 8.25)
        self.assertNotIn("value", bad.as_json())


if __name__ == "__main__":
    unittest.main()
