#!/usr/bin/env python3
"""How much stronger each level of strength is than the one below, by games between neighbors.

usage: levels.py --out DIRECTORY [--first N] [--last N] [--rounds N] [--concurrency N]

Prints a row of the table in docs/guide/levels.md for each pair. Each opening is played with both colors; a
game ends as won when both scores agree on 15 Pawns, and as drawn after 150 moves. The error (95 %) is that of
the match. DIRECTORY keeps the matches; the same command resumes. Only the Python standard library is needed.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def play(level, options):
    """Plays a level against the one below; returns the folder of the match."""
    folder = options.out / f"{level - 1}-{level}"
    command = [
        options.peregrine, "match", "--out", folder, "--rounds", options.rounds, "--order", "shuffled",
        "--concurrency", options.concurrency, "--openings", ROOT / "data" / "openings" / "falcon.txt",
        "--variant", "falcon", "--win", "moves=3 score=1500", "--length", 150,
        "--each", f"nodes=1000000 protocol=uci hash=16 command={options.peregrine}",
        "--engine", f"name=higher option.Skill\\ Level={level}",
        "--engine", f"name=lower option.Skill\\ Level={level - 1}",
    ]  # fmt: skip
    done = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"levels.py: the match of level {level} against {level - 1} failed")
    return folder


def row(level, folder):
    """The points of the higher level and the difference in Elo, from the summary of a match."""
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    higher = next(engine for engine in summary["standings"] if engine["name"] == "higher")
    elo = higher["estimate"]["elo"]
    # Without a bound on either side if all games went one way.
    difference = ""
    if None not in elo.values():
        difference = f"{elo['value']:+.0f} ± {(elo['high'] - elo['low']) / 2:.0f}"
    return f"| {level} | {higher['points']:g} of {summary['games-played']} | {difference} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder for the matches")
    parser.add_argument("--first", type=int, default=1, help="the lowest level that plays the one below it")
    parser.add_argument("--last", type=int, default=19, help="the highest")
    parser.add_argument("--rounds", type=int, default=40, help="of two games each")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--peregrine", type=pathlib.Path, default=ROOT / "target" / "release" / "peregrine")
    options = parser.parse_args()
    options.out, options.peregrine = options.out.resolve(), options.peregrine.resolve()
    print("| level | points against the level below | Elo difference |\n|---:|---:|---:|", flush=True)
    for level in range(options.first, options.last + 1):
        print(row(level, play(level, options)), flush=True)


if __name__ == "__main__":
    main()
