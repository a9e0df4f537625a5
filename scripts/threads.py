#!/usr/bin/env python3
"""Measures how much sooner two threads reach a depth than one, and how many more nodes they search in a second.

    cargo build --release
    scripts/threads.py --depth 18

Openings are taken at even distances from a file of them. Each is searched to the same depth by one thread and by
two, in turns, every time with an empty table. With two threads no search is like another, so only the mean over many
positions says anything: the geometric mean of the ratios is printed, with its standard error.

Only the Python standard library is needed.
"""

import argparse
import contextlib
import math
import pathlib
import statistics
import sys

from speed import ROOT, Engine, Failed, default_engine, last_count

OPENINGS = ROOT / "data" / "openings"


def chosen(path, count):
    """So many lines of moves of a file of openings, at even distances."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Failed(f"{path}: {error}") from error
    openings = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if count > len(openings):
        raise Failed(f"{path} has {len(openings)} openings, {count} were asked for")
    return [openings[n * len(openings) // count] for n in range(count)]


def search(engine, opening, depth):
    """Nodes and seconds of a search to a depth."""
    engine.say("ucinewgame", f"position startpos moves {opening}")
    engine.settle()
    engine.say(f"go depth {depth}")
    lines, _ = engine.until("^bestmove")
    return last_count(lines)


def mean(ratios):
    """The geometric mean of ratios, and its standard error."""
    logarithms = [math.log(ratio) for ratio in ratios]
    middle = math.exp(statistics.mean(logarithms))
    error = statistics.stdev(logarithms) / math.sqrt(len(ratios)) if len(ratios) > 1 else math.inf
    return f"{middle:.2f} ± {middle * error:.2f}"


def measure(options):
    openings = chosen(options.openings or OPENINGS / f"{options.variant}.txt", options.count)
    searches = len(openings) * options.rounds
    sooner, faster, larger = [], [], []
    with contextlib.ExitStack() as stack:
        engines = [stack.enter_context(Engine([options.engine, *options.argument])) for _ in range(2)]
        for threads, engine in zip((1, options.threads), engines):
            engine.prepare(Threads=threads, Hash=options.hash, UCI_Variant=options.variant)
        for n, opening in enumerate(openings * options.rounds, 1):
            (nodes, seconds), (all_nodes, all_seconds) = (search(engine, opening, options.depth) for engine in engines)
            sooner.append(seconds / all_seconds)
            larger.append(all_nodes / nodes)
            faster.append(larger[-1] * sooner[-1])
            print(f"{n} of {searches}: {seconds:.2f} s and {all_seconds:.2f} s", file=sys.stderr)
    print(
        f"{options.variant}, depth {options.depth}, Hash {options.hash}, {options.threads} threads against one, "
        f"{len(openings)} positions, {options.rounds} rounds:"
    )
    print(f"time to depth, one thread's by theirs: {mean(sooner)}")
    print(f"nodes per second, theirs by one thread's: {mean(faster)}")
    print(f"nodes to depth, theirs by one thread's: {mean(larger)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--engine", help="Peregrine (default: peregrine in the release directory of cargo)")
    parser.add_argument("--argument", action="append", default=[], help="an argument for the engine")
    parser.add_argument("--variant", default="falcon", help="the game (default: %(default)s)")
    parser.add_argument("--openings", type=pathlib.Path, help="openings (default: those of the game)")
    parser.add_argument("--count", type=int, default=30, help="openings (default: %(default)s)")
    parser.add_argument("--depth", type=int, default=18, help="plies (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="threads against one (default: %(default)s)")
    parser.add_argument("--hash", type=int, default=64, help="MiB (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=1, help="how often each is measured (default: %(default)s)")
    options = parser.parse_args()
    for name in ("count", "depth", "threads", "hash", "rounds"):
        if getattr(options, name) < 1:
            parser.error(f"--{name} must be greater than zero")
    options.engine = options.engine or default_engine()
    try:
        measure(options)
    except Failed as failure:
        sys.exit(f"threads.py: {failure}")


if __name__ == "__main__":
    main()
