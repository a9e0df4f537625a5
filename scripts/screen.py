#!/usr/bin/env python3
"""Estimates what each of up to 23 changes of tunables is worth, in games in which all of them vary at once.

    scripts/screen.py changes.toml --program target/release/peregrine --out screening

Each line of the file names a tunable of the search and its two values:

    razoring_depth = [4, 0]
    hindsight_margin = [180, 400]

The engine plays 24 matches against itself. In each, one side has half of the changes and the other side the others,
by the design of Plackett and Burman ("The design of optimum multifactorial experiments", Biometrika 1946). So every
game says something about every change: the error of each estimate is that of a match of all games. Effects of two
changes together are not seen, and with many changes the best ones look better than they are, so those that seem to
gain are then tried in a match of their own.

A run that was stopped goes on where it was. Only the Python standard library is needed.
"""

import argparse
import math
import pathlib
import re
import subprocess
import sys
import tomllib

from speed import ROOT, Failed, default_engine

# The first row of the design for 23 factors; 22 others shift it, and the last has every factor off.
GENERATOR = "+++++-+-++--++--+-+----"
FACTORS = len(GENERATOR)

# Elo for a mean difference of one point, near equality.
ELO = 800 / math.log(10)

# The standard deviation of a game's result, from -1 to 1, with few draws.
DEVIATION = 0.95


def design():
    """24 rows of 23 signs; any two columns agree in half of the rows."""
    rows = [[1 if GENERATOR[(n - shift) % FACTORS] == "+" else -1 for n in range(FACTORS)] for shift in range(FACTORS)]
    return [*rows, [-1] * FACTORS]


def read_changes(path):
    """Names, and the value without and with each change."""
    try:
        changes = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Failed(f"{path}: {error}") from error
    if not 1 <= len(changes) <= FACTORS:
        raise Failed(f"{path} has {len(changes)} changes; 1 to {FACTORS} can be screened at once")
    for name, values in changes.items():
        is_pair = isinstance(values, list) and len(values) == 2 and all(type(value) is int for value in values)
        if not is_pair:
            raise Failed(f"{path}: {name} needs two whole numbers, [without, with]")
    return changes


def tunables(changes, signs):
    """A file of tunables with the changes that have a positive sign, in all iterations."""
    lines = [f"{name} = {values[sign > 0]}" for (name, values), sign in zip(changes.items(), signs)]
    return "".join(f"[{table}]\n" + "\n".join(lines) + "\n" for table in ("search", "shallow"))


def play(arguments, changes, number, signs):
    """Plays a match of the design, unless its result is there."""
    result = arguments.out / f"{number}.txt"
    if result.exists():
        return
    players = []
    for name, side in (("half", signs), ("others", [-sign for sign in signs])):
        file = arguments.out / f"{number}-{name}.toml"
        file.write_text(tunables(changes, side), encoding="utf-8")
        players += ["--engine", f"name={name} argument=--tunables argument={file.resolve()}"]
    command = [
        arguments.program, "match", "--out", arguments.out / f"{number}", "--rounds", arguments.rounds,
        "--concurrency", arguments.concurrency, "--order", "shuffled", "--seed", arguments.seed + number,
        "--variant", arguments.variant, "--openings", ROOT / "data" / "openings" / f"{arguments.variant}.txt",
        "--each", f"nodes={arguments.nodes} protocol=uci hash=16 command={arguments.program}",
        "--win", "moves=4 score=1000", "--draw", "from=60 moves=8 score=5", *players,
    ]  # fmt: skip
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Failed(f"match {number} failed")
    result.write_text(done.stdout, encoding="utf-8")


def read_score(path):
    """Wins, draws and losses of the first engine."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Failed(f"{path}: {error}") from error
    found = re.search(r"^Score .*\+(\d+) =(\d+) -(\d+)", text, re.MULTILINE)
    if not found:
        raise Failed(f"{path} has no line that begins with 'Score'")
    return [int(count) for count in found.groups()]


def estimate(scores):
    """The Elo of each change, and the 95 % error that all of them have, from a score for each row of the design."""
    rows = design()
    games = sum(map(sum, scores))
    means = [ELO * (win - loss) / (win + draw + loss) for win, draw, loss in scores]
    effects = [sum(row[n] * mean for row, mean in zip(rows, means)) / len(rows) for n in range(FACTORS)]
    return effects, 1.96 * ELO * DEVIATION / math.sqrt(games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", type=pathlib.Path, help="the file of changes")
    parser.add_argument("--program", type=pathlib.Path, default=default_engine())
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the matches")
    parser.add_argument("--variant", default="falcon", help="a game that has a file in data/openings")
    parser.add_argument("--nodes", type=int, default=12_000, help="nodes a move")
    parser.add_argument("--rounds", type=int, default=40, help="rounds of each match; a round has two games")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    changes = read_changes(arguments.changes)
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = design()
    for number, signs in enumerate(rows):
        print(f"Match {number + 1} of {len(rows)}", file=sys.stderr)
        play(arguments, changes, number, signs)
    effects, error = estimate([read_score(arguments.out / f"{number}.txt") for number in range(len(rows))])
    for effect, name in sorted(zip(effects, changes), reverse=True):
        print(f"{name:32} {effect:+6.1f} ± {error:.1f}")


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(f"screen.py: {failed}")
