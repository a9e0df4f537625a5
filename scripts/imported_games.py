#!/usr/bin/env python3
"""Checks with Fairy-Stockfish that games imported from a variants.ini are the same games.

    python3 scripts/imported_games.py PEREGRINE FILE.ini... [--positions N] [--nodes N] [--strict]

needs the package pyffish. Each FILE is read by 'PEREGRINE variants import' and by
Fairy-Stockfish. For each game that both take, Fairy-Stockfish counts the moves of the start
position and of N positions of random play (by default 2) to depth 3, or to depth 4 where it has
fewer moves than --nodes (by default 40000); 'PEREGRINE perft' must find the same counts. A table
says for each game whether it agrees, differs or is refused, and why. The exit status is 1 if a
count differs.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish
from fairy_stockfish_counts import perft


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


def sections(text: str) -> list[str]:
    """The names of the games of a variants.ini, in order and each of them once."""
    found = re.findall(r"^\[([^\]:]+)(?::[^\]]*)?\]", text, re.MULTILINE)
    return list(dict.fromkeys(name.strip() for name in found))


def counts(game: str, position: str, most: int) -> list[int]:
    """Fairy-Stockfish's counts to depth 3, or 4 where few moves follow."""
    found: list[int] = []
    for depth in range(1, 5):
        if depth > 3 and found[-1] * found[0] > most:
            break
        if depth > 2 and found[-1] * max(found[0], 1) > 20 * most:
            break
        found.append(perft(game, position, [], depth))
    return found


def reasons(name: str, output: str) -> str:
    """The keys and reasons of a refused game."""
    refused: list[str] = []
    for line in output.splitlines():
        if "refused: " in line:
            refused.append(line.split("refused: ", 1)[1].removeprefix(f"{name}."))
        elif re.search(rf"\d+: {re.escape(name)}: (not )?imported", line):
            if "not imported" in line:
                return "; ".join(refused)
            return ""
        elif re.search(r"\d+: \S+: (not )?imported", line):
            refused.clear()
    return "; ".join(refused)


def compare(
    peregrine: str, variants: str, names: tuple[str, str], most: int, number: int
) -> tuple[bool, str]:
    """Whether the counts of a game with two names agree, and what there is to say."""
    name, ours = names
    if name not in pyffish.variants():
        return True, "Fairy-Stockfish does not take it"
    compared = 0
    start = pyffish.get_fen(name, pyffish.start_fen(name), [])
    for position in positions(name, start, number):
        expected = counts(name, position, most)
        depth = str(len(expected))
        words = ("--variants", variants, "--variant", ours, "--fen", position)
        done = run(peregrine, "perft", depth, *words)
        found = re.search(r"^Nodes searched: (\d+)", done.stdout, re.MULTILINE)
        if not found:
            return False, f"differs: {position}: {done.stderr.strip()}"
        if int(found[1]) != expected[-1]:
            said = f"differs: depth {depth} is {found[1]}, not {expected[-1]}"
            return False, f"{said}: {position}"
        compared += expected[-1]
    return True, f"agrees ({compared:,} moves)"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("peregrine")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--positions", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()
    failed = agreed = games = 0
    for file in options.files:
        text = Path(file).read_text(encoding="utf-8")
        pyffish.load_variant_config(text)
        with tempfile.TemporaryDirectory() as folder:
            variants = str(Path(folder) / "imported.toml")
            strict = ("--strict",) if options.strict else ()
            done = run(options.peregrine, "variants", "import", file, "--out", variants, *strict)
            output = done.stdout + done.stderr
            for name in sections(text):
                games += 1
                renamed = re.search(rf"{re.escape(name)}: imported as '([^']+)'", output)
                refused = reasons(name, output)
                if refused:
                    print(f"{file} {name}: refused: {refused}", flush=True)
                    continue
                names = (name, renamed[1] if renamed else name)
                same, said = compare(
                    options.peregrine, variants, names, options.nodes, options.positions
                )
                agreed += same and said.startswith("agrees")
                failed += not same
                print(f"{file} {name}: {said}", flush=True)
    print(f"{agreed} of {games} games agree, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
