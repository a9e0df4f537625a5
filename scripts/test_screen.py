"""Tests of the screening of changes: python3 -m unittest discover scripts"""

import pathlib
import tempfile
import unittest

from screen import DEVIATION, ELO, FACTORS, Failed, design, estimate, read_changes, tunables


class Screening(unittest.TestCase):
    def test_design(self):
        """Every column is balanced, and any two agree in half of the rows."""
        rows = design()
        columns = list(zip(*rows))
        self.assertEqual((len(rows), len(columns)), (24, FACTORS))
        for n, column in enumerate(columns):
            self.assertEqual(sum(column), 0)
            for other in columns[:n]:
                self.assertEqual(sum(a * b for a, b in zip(column, other)), 0)

    def test_estimate(self):
        """From exact results of known effects the effects come out again."""
        effects = [3 * n - 30 for n in range(FACTORS)]
        scores = []
        for row in design():
            difference = sum(sign * effect for sign, effect in zip(row, effects)) / ELO
            scores.append((500_000 * (1 + difference), 0, 500_000 * (1 - difference)))
        found, error = estimate(scores)
        for effect, estimated in zip(effects, found):
            self.assertAlmostEqual(effect, estimated)
        self.assertAlmostEqual(error, 1.96 * ELO * DEVIATION / 24_000_000**0.5)

    def test_files(self):
        """Both tables of tunables get the values of a side, and faulty files are named."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "changes.toml"
            path.write_text("a = [1, 2]\nb = [0, -3]\n", encoding="utf-8")
            changes = read_changes(path)
            self.assertEqual(tunables(changes, [1, -1]), "[search]\na = 2\nb = 0\n[shallow]\na = 2\nb = 0\n")
            for text in ("", "a = 3", "a = [1]", "a = [1, true]", "a = [1", "\n".join(f"a{n} = [0, 1]" for n in range(24))):
                path.write_text(text, encoding="utf-8")
                with self.assertRaisesRegex(Failed, "changes.toml"):
                    read_changes(path)


if __name__ == "__main__":
    unittest.main()
