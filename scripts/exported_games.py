#!/usr/bin/env python3
"""Checks with Fairy-Stockfish that exported games are the same games.

    python3 scripts/exported_games.py PEREGRINE [POSITIONS]

needs the package pyffish. Every game that 'PEREGRINE variants export' can write is read by
Fairy-Stockfish, which counts the moves of its start position and of POSITIONS positions of random
play (by default 8) to depth 2; 'PEREGRINE perft --suite' must find the same counts. The
exit status is 1 if a count differs, or if hardly a game could be exported.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish
from fairy_stockfish_counts import perft

# Where Fairy-Stockfish differs, and why: no fault of the export.
KNOWN: dict[str, str] = {}

# The number of games that can be exported, at least.
LEAST = 110


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def positions(game: str, start: str, count: int) -> list[str]:
    """The start position and some of random play."""
    found = [start]
    choose = random.Random(game)
    while len(found) <= count:
        moves: list[str] = []
        for _ in range(choose.randrange(4, 60)):
            legal = pyffish.legal_moves(game, start, moves)
            if not legal or pyffish.is_immediate_game_end(game, start, moves)[0]:
                break
            moves.append(choose.choice(legal))
        found.append(pyffish.get_fen(game, start, moves))
    return found


def main() -> int:
    peregrine = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    listed = run(peregrine, "variants", "--all").stdout
    names = re.findall(r"^(\S+)$", listed, re.MULTILINE)
    exported = {}
    for name in names:
        written = run(peregrine, "variants", "export", name)
        if written.returncode == 0:
            game = re.search(r"^\[(.+)\]$", written.stdout, re.MULTILINE)[1]
            exported[name] = game, written.stdout
        elif written.returncode != 1:
            print(f"{name}: {written.stderr}")
            return 1
    pyffish.load_variant_config("\n".join(text for _, text in exported.values()))
    lines, games = [], 0
    for name, (game, text) in exported.items():
        if name in KNOWN:
            print(f"{name}: left out: {KNOWN[name]}")
            continue
        if game not in pyffish.variants():
            print(f"{name}: Fairy-Stockfish does not take it")
            return 1
        games += 1
        start = re.search(r"^startFen = (.+)$", text, re.MULTILINE)[1]
        for position in positions(game, start, count):
            if len(position.split()[3]) > len("a10"):
                # After a triple step Fairy-Stockfish names both squares.
                continue
            counts = [perft(game, position, [], depth) for depth in (1, 2)]
            lines.append(f"{position} ;variant {name} ;D1 {counts[0]} ;D2 {counts[1]}")
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder) / "exported.epd"
        suite.write_text("\n".join(lines) + "\n", encoding="utf-8")
        checked = run(peregrine, "perft", "--suite", str(suite))
    print(checked.stdout[-4000:], checked.stderr[-2000:], sep="")
    print(f"{games} of {len(names)} games exported, {len(lines)} positions")
    return 1 if checked.returncode or games < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
