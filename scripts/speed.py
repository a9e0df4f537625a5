#!/usr/bin/env python3
"""Measures how fast Peregrine is, as ratios, and prints them as a Markdown table.

    cargo build --release
    scripts/speed.py

What is compared runs in turns on the same machine, so that whatever else the machine does meets both sides. A ratio is
the median of the ratios of the rounds; the least and the greatest of them stand beside it. The peer is Debian's
`fairy-stockfish` 11.1; without it the rows that need it say so.

The exit status is 0 whatever the numbers are: this measures, it does not judge. Only the Python standard library is
needed. `python3 -m unittest discover scripts` checks what is done with the numbers.
"""

import argparse
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEBIBYTE = 1 << 20
GAME = "capablanca"
# Games on large boards, and how much less deep their trees are counted than that of falcon.
LARGE = (("falcon100", 0), ("permutation", 1))
# The games that must not get slower when others are added.
COMPARED = ("falcon", "capablanca")


class Failed(Exception):
    """Something could not be measured."""


# ----------------------------------------------------------------------------------------------------------------------
# The engines


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, command, patience=300.0):
        self.name = os.path.basename(command[0])
        self.patience = patience
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
            )
        except OSError as error:
            raise Failed(f"cannot start {self.name}: {error.strerror}") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.say("quit")
            self.process.wait(5)
        except (Failed, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        with contextlib.suppress(OSError):
            # What could not be written is still there, and nobody reads it.
            self.process.stdin.close()
        self.process.stdout.close()

    def say(self, *lines):
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise Failed(f"{self.name} does not listen any more") from error

    def until(self, pattern):
        """The lines up to the first that the pattern matches, and the match."""
        watchdog = threading.Timer(self.patience, self.process.kill)
        watchdog.start()
        lines = []
        try:
            for line in self.process.stdout:
                lines.append(line.rstrip())
                if match := re.search(pattern, line):
                    return lines, match
        finally:
            watchdog.cancel()
        raise Failed(f"{self.name} ended, or took too long, before it said `{pattern}`")

    def prepare(self, **options):
        """Sets options and waits until they are in force."""
        self.say("uci")
        self.until("^uciok")
        self.say(*(f"setoption name {name} value {value}" for name, value in options.items()))
        self.settle()

    def settle(self):
        self.say("isready")
        self.until("^readyok")


def perft(engine, depth):
    """Leaves of the tree below the start position, and leaves per second."""
    start = time.perf_counter()
    engine.say("position startpos", f"go perft {depth}")
    _, match = engine.until(r"^Nodes searched: *(\d+)")
    elapsed = time.perf_counter() - start
    leaves = int(match[1])
    return leaves, leaves / elapsed


def last_count(lines):
    """Nodes and seconds of the last `info` line that has both."""
    for line in reversed(lines):
        nodes, milliseconds = (re.search(rf"^info .*\b{word} (\d+)", line) for word in ("nodes", "time"))
        if nodes and milliseconds and int(milliseconds[1]) > 0:
            return int(nodes[1]), int(milliseconds[1]) / 1000
    raise Failed("no line of the search has nodes and time")


def search(engine, seconds):
    """Nodes per second of a search of the start position."""
    engine.say("ucinewgame", "position startpos")
    engine.settle()
    engine.say(f"go movetime {round(1000 * seconds)}")
    lines, _ = engine.until("^bestmove")
    nodes, elapsed = last_count(lines)
    return nodes / elapsed


def peak_memory(process):
    """The most memory that a process has held at once, in bytes."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError as error:
        raise Failed("the peak of memory is read from /proc, which this system does not have") from error
    return 1024 * int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)[1])


# ----------------------------------------------------------------------------------------------------------------------
# What is done with the numbers


@dataclasses.dataclass
class Row:
    """A line of the table: what was compared, and the bound beyond which it has become too slow or too large."""

    what: str
    bound: float
    unit: str = "x"
    smaller_is_better: bool = False
    samples: list = dataclasses.field(default_factory=list)
    measured: str = ""
    failure: str = ""

    def value(self):
        return statistics.median(self.samples)

    def verdict(self):
        if self.failure:
            return "not measured"
        value = self.value()
        keeps = value <= self.bound if self.smaller_is_better else value >= self.bound
        return "yes" if keeps else "**no**"

    def cells(self):
        if self.failure:
            value = spread = "-"
            measured = self.failure
        else:
            value, measured = number(self.value(), self.unit), self.measured
            spread = f"{number(min(self.samples))}-{number(max(self.samples), self.unit)}"
        return [self.what, measured, value, spread, number(self.bound, self.unit), self.verdict()]

    def as_json(self):
        found = {} if self.failure else {"value": self.value()}
        return {**dataclasses.asdict(self), **found, "verdict": self.verdict()}


def number(value, unit=""):
    """Three digits, and the unit."""
    text = f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return text if not unit else text + unit if unit == "x" else f"{text} {unit}"


def speed(nodes_per_second):
    millions = statistics.median(nodes_per_second) / 1e6
    return f"{number(millions)} Mnps"


def ratios(above, below):
    """The ratio of each round."""
    return [a / b for a, b in zip(above, below)]


def table(rows):
    head = ["What", "Measured (medians)", "Value", "Least-greatest", "Bound", "Kept"]
    lines = [head, ["---"] * len(head), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# ----------------------------------------------------------------------------------------------------------------------
# The measurements; each fills rows


class Measurements:
    def __init__(self, options):
        self.options = options
        self.rounds = options.rounds
        self.rows = []

    def measure(self, rows, measurement):
        """Adds rows and fills them, or notes why that failed."""
        self.rows += rows
        print(f"{rows[0].what} ...", file=sys.stderr, flush=True)
        try:
            measurement(*rows)
        except Failed as failure:
            for row in rows:
                if not row.samples:
                    row.failure = str(failure)

    def engine(self, variant=GAME, **options):
        # The variant last: a change of it may touch the whole hash table, which must have its size by then.
        engine = Engine([self.options.engine])
        engine.prepare(**options, UCI_Variant=variant)
        return engine

    def peer(self, **options):
        if not self.options.peer:
            raise Failed("fairy-stockfish is not installed")
        engine = Engine([self.options.peer])
        engine.prepare(**options, UCI_Variant=GAME)
        return engine

    def perft_one_thread(self, against_peer, falcon):
        depth = self.options.depth
        peer, own, own_falcon = [], [], []
        with contextlib.ExitStack() as engines:
            engine = engines.enter_context(self.engine(Threads=1))
            falcon_engine = engines.enter_context(self.engine("falcon", Threads=1))
            try:
                other = engines.enter_context(self.peer(Threads=1))
            except Failed as failure:
                other, against_peer.failure = None, str(failure)
            for _ in range(self.rounds):
                expected, sample = perft(other, depth) if other else (None, None)
                peer.append(sample)
                leaves, sample = perft(engine, depth)
                own.append(sample)
                own_falcon.append(perft(falcon_engine, depth)[1])
                if other and leaves != expected:
                    against_peer.failure = f"the counts differ: {leaves} and {expected}"
        if other:
            against_peer.samples = ratios(own, peer)
            against_peer.measured = f"{speed(own)} against {speed(peer)}"
        falcon.samples = ratios(own_falcon, own)
        falcon.measured = f"{speed(own_falcon)} against {speed(own)}"

    def large_boards(self, *rows):
        """Perft of each game in LARGE against that of falcon."""
        depth = self.options.depth
        with contextlib.ExitStack() as engines:
            falcon = engines.enter_context(self.engine("falcon", Threads=1))
            others = [engines.enter_context(self.engine(variant, Threads=1)) for variant, _ in LARGE]
            falcon_speeds, speeds = [], [[] for _ in LARGE]
            for _ in range(self.rounds):
                falcon_speeds.append(perft(falcon, depth)[1])
                for other, (_, less), samples in zip(others, LARGE, speeds):
                    samples.append(perft(other, max(depth - less, 1))[1])
        for row, samples in zip(rows, speeds):
            row.samples = ratios(samples, falcon_speeds)
            row.measured = f"{speed(samples)} against {speed(falcon_speeds)}"

    def before(self, *rows):
        """Perft and search of the same games by an earlier build."""
        depth = self.options.depth + 1
        for n, variant in enumerate(COMPARED):
            samples = {name: ([], []) for name in ("perft", "search")}
            with self.engine(variant, Threads=1, Hash=64) as now, Engine([self.options.before]) as earlier:
                earlier.prepare(Threads=1, Hash=64, UCI_Variant=variant)
                for _ in range(self.rounds):
                    for which, engine in enumerate((earlier, now)):
                        samples["perft"][which].append(perft(engine, depth)[1])
                        samples["search"][which].append(search(engine, self.options.seconds))
            for row, (earlier, now) in zip(rows[2 * n :], samples.values()):
                row.samples = ratios(now, earlier)
                row.measured = f"{speed(now)} against {speed(earlier)}"

    def perft_two_threads(self, row):
        depth = self.options.depth + 1
        one, two = [], []
        with self.engine(Threads=1) as single, self.engine(Threads=2) as double:
            for _ in range(self.rounds):
                one.append(perft(single, depth)[1])
                two.append(perft(double, depth)[1])
        row.samples = ratios(two, one)
        row.measured = f"{speed(two)} against {speed(one)}"

    def attacks(self, against_queen, against_paths):
        if self.options.without_cargo:
            raise Failed("left out by --without-cargo")
        times = {"falcon": [], "falcon by 48 paths": [], "queen": []}
        for _ in range(self.rounds):
            bench = ["cargo", "bench", "--bench", "attacks", "--", "^attacks 10x8/(falcon|queen)"]
            try:
                subprocess.run(bench, cwd=ROOT, check=True, capture_output=True, text=True)
            except OSError as error:
                raise Failed(f"cannot start cargo: {error.strerror}") from error
            except subprocess.CalledProcessError as error:
                print(error.stderr, file=sys.stderr)
                raise Failed("`cargo bench --bench attacks` failed") from error
            for name, medians in times.items():
                medians.append(criterion_median("attacks 10x8", name))
        falcon, paths, queen = times["falcon"], times["falcon by 48 paths"], times["queen"]
        against_queen.samples = ratios(falcon, queen)
        against_queen.measured = f"{lookup_time(falcon)} against {lookup_time(queen)}"
        against_paths.samples = ratios(paths, falcon)
        against_paths.measured = f"{lookup_time(falcon)} against {lookup_time(paths)}"

    def search_speed(self, row):
        peer, own = [], []
        options = {"Hash": 64, "Threads": 1}
        with self.peer(**options) as other, self.engine(**options) as engine:
            for _ in range(self.rounds):
                peer.append(search(other, self.options.seconds))
                own.append(search(engine, self.options.seconds))
        row.samples = ratios(own, peer)
        row.measured = f"{speed(own)} against {speed(peer)}"

    def readiness(self, uci, cecp):
        conversations = [(uci, ["uci", "isready"], "^readyok"), (cecp, ["xboard", "protover 2"], r"\bdone=1\b")]
        for row, lines, _ in conversations:
            row.measured = f"from start to the answer to `{lines[-1]}`"
        for _ in range(4 * self.rounds):
            for row, lines, answer in conversations:
                start = time.perf_counter()
                with Engine([self.options.engine]) as engine:
                    engine.say(*lines)
                    engine.until(answer)
                    row.samples.append(1000 * (time.perf_counter() - start))

    def memory(self, row):
        beyond = {}
        for hash_size in (1, 16, 64):
            with self.engine(Hash=hash_size, Threads=1) as engine:
                search(engine, self.options.seconds)
                beyond[hash_size] = peak_memory(engine.process) / MEBIBYTE - hash_size
        row.samples = [max(beyond.values())]
        row.measured = ", ".join(f"{number(size, 'MiB')} at Hash {hash}" for hash, size in beyond.items())

    def all(self):
        depth, seconds = self.options.depth, self.options.seconds
        self.measure(
            [
                Row(f"perft {depth} of {GAME}, one thread, against fairy-stockfish", 6),
                Row(f"perft {depth} of falcon against own {GAME}, nodes per second", 0.8),
            ],
            self.perft_one_thread,
        )
        large = [Row(f"perft of {variant} against falcon, nodes per second", 0.5) for variant, _ in LARGE]
        self.measure(large, self.large_boards)
        if self.options.before:
            compared = [
                Row(f"{what}, against the earlier build", 0.97)
                for variant in COMPARED
                for what in (f"perft {depth + 1} of {variant}", f"search of {variant}, {seconds:g} s")
            ]
            self.measure(compared, self.before)
        if self.options.only_games:
            return
        self.measure(
            [
                Row("time of a Falcon lookup against a Queen lookup", 1.5, smaller_is_better=True),
                Row("speed of a Falcon lookup against the plain test of 48 paths", 5),
            ],
            self.attacks,
        )
        self.measure(
            [Row(f"search of {GAME}, {seconds:g} s, one thread, Hash 64, against fairy-stockfish", 2)],
            self.search_speed,
        )
        self.measure(
            [Row(f"perft {depth + 1} of {GAME}, two threads against one", 1.8)], self.perft_two_threads
        )
        self.measure(
            [
                Row(f"time until ready, {protocol}", 100, unit="ms", smaller_is_better=True)
                for protocol in ("UCI", "CECP")
            ],
            self.readiness,
        )
        self.measure(
            [Row("memory beyond the hash table, the most", 64, unit="MiB", smaller_is_better=True)], self.memory
        )


# ----------------------------------------------------------------------------------------------------------------------
# The machine and its directories


def target_directory():
    """Where cargo builds."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    try:
        answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return pathlib.Path(json.loads(answer)["target_directory"])
    except (OSError, subprocess.CalledProcessError):
        return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def default_engine():
    """Peregrine where cargo builds it."""
    suffix = ".exe" if os.name == "nt" else ""
    return str(target_directory() / "release" / f"peregrine{suffix}")


def criterion_median(group, name):
    """The median time of a bench in nanoseconds, as criterion left it."""
    path = target_directory() / "criterion" / group / name / "new" / "estimates.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))["median"]["point_estimate"]
    except (OSError, KeyError, ValueError) as error:
        raise Failed(f"criterion has left no estimates of {group}/{name}") from error


# How many lookups a loop of benches/attacks.rs makes.
LOOKUPS = 4096


def lookup_time(loops):
    return number(statistics.median(loops) / LOOKUPS, "ns")


def processor():
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    named = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return named[1].strip() if named else platform.processor() or platform.machine()


def load():
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def found_peer(wanted):
    """The path of the peer; Debian puts games where PATH need not lead."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    return shutil.which(wanted, path=path)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0], epilog="It takes about five minutes with five rounds."
    )
    parser.add_argument("--engine", help="Peregrine (default: peregrine in the release directory of cargo)")
    parser.add_argument("--peer", default="fairy-stockfish", help="the engine to compare with (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--depth", type=int, default=5, help="depth of perft (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="length of a search (default: %(default)s)")
    parser.add_argument("--without-cargo", action="store_true", help="leave out the lookups, which cargo bench measures")
    parser.add_argument("--before", metavar="PROGRAM", help="an earlier build of Peregrine to compare with as well")
    parser.add_argument("--only-games", action="store_true", help="leave out everything but perft and --before")
    parser.add_argument("--json", metavar="FILE", type=pathlib.Path, help="write all samples to this file as well")
    options = parser.parse_args()
    if options.rounds < 1 or options.depth < 1 or options.seconds <= 0:
        parser.error("--rounds, --depth and --seconds must be greater than zero")
    if options.engine is None:
        options.engine = default_engine()
    options.peer = found_peer(options.peer)
    return options


def main():
    options = arguments()
    machine = {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "date": datetime.date.today().isoformat(),
        "load before": load(),
        "rounds": options.rounds,
    }
    measurements = Measurements(options)
    measurements.all()
    print(", ".join(f"{name}: {value}" for name, value in machine.items()))
    print()
    print(table(measurements.rows), flush=True)
    if options.json:
        result = {"machine": machine, "rows": [row.as_json() for row in measurements.rows]}
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
