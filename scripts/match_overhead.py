#!/usr/bin/env python3
"""Measures what `peregrine match` costs the engines that play in it, and prints it as a Markdown table.

    cargo build --release
    scripts/match_overhead.py

One game at a time is played, the dialogue of each kept. Afterward what one engine was told in a game is told to an
engine alone; the nodes of the two are the same, for nodes limit each move, and this checks it. The ratio of the times from
question to answer, each as seen from outside, is what is left of the engine's speed in a match.

The time that the runner itself takes is what the system says of its process, the engines not counted, as a share of
the time on the wall.

The exit status is 0 whatever the numbers are: this measures, it does not judge. Only the Python standard library is
needed.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE = re.compile(r"^(?P<engine>\w+): +(?P<second>[0-9.]+) (?P<side>[<>]) (?P<text>.*)$")
TICKS = 100.0


def run_match(arguments, directory):
    """Plays a match; returns the share of a core that the runner itself took."""
    command = [
        arguments.engine,
        "match",
        *("--out", str(directory), "--rounds", str(arguments.rounds), "--log", "all"),
        *("--each", f"command='{arguments.engine}' protocol=uci nodes={arguments.nodes} hash=16"),
        *("--engine", "name=one", "--engine", "name=other"),
        *("--openings", str(arguments.openings), "--length", "40"),
    ]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    used = 0.0
    while process.poll() is None:
        used = processor_time(process.pid) or used
        time.sleep(0.05)
    elapsed = time.monotonic() - begin
    if process.returncode != 0:
        sys.exit(f"the match ended with status {process.returncode}: {' '.join(command)}")
    return used / elapsed


def processor_time(process):
    """Seconds that a process took of the processor, its children not counted; 0 if it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


class Searches:
    """The searches of one engine in one game."""

    def __init__(self, log, name):
        self.questions = []  # Pairs of what was told: the position and the limits.
        self.seen = []  # Seconds of each search as seen from outside.
        self.nodes = 0
        position, asked, last = None, None, None
        for line in log.read_text().splitlines():
            match = LINE.match(line)
            if not match or match["engine"] != name:
                continue
            text, second = match["text"], float(match["second"])
            if text.startswith("position "):
                position = text
            elif text.startswith("go "):
                asked, last = second, None
                self.questions.append((position, text))
            elif text.startswith("info ") and " nodes " in text:
                last = text
            elif text.startswith("bestmove ") and asked is not None:
                self.seen.append(second - asked)
                self.add(last)
                asked = None

    def add(self, last):
        """Takes what the last line about a search says."""
        words = last.split() if last else []
        values = dict(zip(words, words[1:]))
        self.nodes += int(values.get("nodes", 0))


def alone(engine, questions):
    """Seconds that an engine takes for these searches when nobody plays with it, and the nodes of them."""
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def tell(text):
        process.stdin.write(text + "\n")
        process.stdin.flush()

    def wait(word):
        last = ""
        for line in process.stdout:
            if line.startswith(word):
                return last
            if " nodes " in line:
                last = line
        sys.exit(f"the engine ended before it said {word}")

    tell("uci")
    wait("uciok")
    tell("setoption name Hash value 16\nucinewgame\nisready")
    wait("readyok")
    seconds, nodes = 0.0, 0
    for position, limits in questions:
        tell(position + "\nisready")
        wait("readyok")
        begin = time.monotonic()
        tell(limits)
        last = wait("bestmove").split()
        seconds += time.monotonic() - begin
        nodes += int(dict(zip(last, last[1:])).get("nodes", 0))
    tell("quit")
    process.wait()
    return seconds, nodes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "target/release/peregrine"), help="the program")
    parser.add_argument("--openings", default=ROOT / "data/openings/falcon.txt", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5, help="pairs of games (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes of a move (default: %(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder) / "match"
        share = run_match(arguments, directory)
        ratios = []
        for log in sorted(directory.glob("logs/*.txt")):
            for name in ("one", "other"):
                searches = Searches(log, name)
                seconds, nodes = alone(arguments.engine, searches.questions)
                if nodes != searches.nodes:
                    sys.exit(f"{log.name}, {name}: {searches.nodes} nodes in the match, {nodes} alone")
                ratios.append(seconds / sum(searches.seen))
    ratios.sort()
    print(f"{len(ratios)} games of an engine, {arguments.nodes} nodes a move.\n")
    print("| what | median | least | greatest | bound |")
    print("|---|---|---|---|---|")
    print(
        f"| nodes per second in a match against alone | {statistics.median(ratios):.3f} "
        f"| {ratios[0]:.3f} | {ratios[-1]:.3f} | 0.98 |"
    )
    print(f"| the runner's share of a core | {share:.4f} | | | 0.02 |")


if __name__ == "__main__":
    main()
