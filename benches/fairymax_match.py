#!/usr/bin/env python3
"""A match of two XBoard engines in Falcon Chess, refereed here.

    benches/fairymax_match.py --engine target/release/peregrine --opponent fairymax

The referee is independent of both engines: it has its own rules of the game, its own clocks and its own openings.
The game is the one that XBoard's built-in variant `falcon` plays: castling moves the King three squares, promotion is
to Q, R, B, N or F. Openings are random legal moves that a short search of `--judge` finds balanced; each is played
twice, with both colours. Progress goes to standard error, the summary in Markdown to standard output.

    python3 -m unittest discover benches

checks the referee: its move generator against known node counts, and that it finds out engines that misbehave.

The exit status is 0 if `--engine` played all its games without an illegal move, a time loss, a false claim or a crash.
Only the Python standard library is needed.
"""

import argparse
import math
import os
import queue
import random
import re
import shlex
import signal
import subprocess
import sys
import threading
import time

from falcon_rules import Game

# ----------------------------------------------------------------------------------------------------------------------
# The engines


class EngineGone(Exception):
    """The engine has ended, or does not answer when it must."""


class Engine:
    """An engine that speaks the XBoard protocol."""

    def __init__(self, command):
        self.command = command
        self.name = os.path.basename(shlex.split(command)[0])
        self.features = {"ping": "0", "usermove": "0"}
        self.errors = []
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise SystemExit(f"cannot start `{command}`: {error}") from error
        self.lines = queue.Queue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        self._greet()

    def _listen(self):
        for raw in self.process.stdout:
            self.lines.put((time.monotonic(), raw.decode("utf-8", "replace").strip()))
        self.lines.put((time.monotonic(), None))

    def send(self, *commands):
        try:
            self.process.stdin.write("".join(command + "\n" for command in commands).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise EngineGone(f"{self.name} cannot be written to: {error}") from error

    def receive(self, deadline):
        """The next line and the moment of its arrival."""
        try:
            moment, line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineGone(f"{self.name} does not answer") from None
        if line is None:
            raise EngineGone(f"{self.name} has ended")
        if line.startswith("Error"):
            self.errors.append(line)
        return moment, line

    def _greet(self):
        self.send("xboard", "protover 2")
        deadline = time.monotonic() + 10
        while True:
            _, line = self.receive(deadline)
            if not line.startswith("feature "):
                continue
            for key, value in re.findall(r'(\w+)=("[^"]*"|\S+)', line):
                self.features[key] = value.strip('"')
                if key != "option":
                    self.send(f"accepted {key}")
            if self.features.get("done") == "1":
                break
        self.name = self.features.get("myname", self.name)
        if self.features["ping"] != "1":
            raise SystemExit(f"{self.name} does not support ping, without which this script cannot work")

    def sync(self):
        """Waits until the engine has done all that it was told; returns the complaints that came meanwhile."""
        complaints = []
        token = str(random.randrange(10**6))
        self.send(f"ping {token}")
        deadline = time.monotonic() + 10
        while True:
            _, line = self.receive(deadline)
            if line == f"pong {token}":
                return complaints
            if "llegal" in line:
                complaints.append(line)

    def move_command(self, move):
        return f"usermove {move}" if self.features["usermove"] == "1" else move

    def new_game(self, moves, *limits):
        """Sets up a game after some moves, without starting to think."""
        self.send("new", "variant falcon", *limits, "post", "easy", "force")
        self.sync()  # Whatever is left over from the last game ends here.
        self.send(*(self.move_command(move) for move in moves))
        complaints = self.sync()
        if complaints:
            raise EngineGone(f"{self.name} refuses the opening {' '.join(moves)}: {complaints[0]}")

    def close(self):
        try:
            self.send("quit")
            self.process.wait(2)
        except (EngineGone, subprocess.TimeoutExpired):
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # It ended by itself meanwhile.
            self.process.wait()
        try:
            self.process.stdin.close()
        except OSError:
            pass  # What was still to be written has lost its reader.
        self.listener.join(2)
        self.process.stdout.close()


THINKING = re.compile(r"^\s*(\d+)\S?\s+([+-]?\d+)\s+\d+\s+\d+")


class Thought:
    """What came out of one turn to think: a move, or one of the ways to end the game."""

    def __init__(self, kind, text, elapsed, depth, score):
        self.kind, self.text, self.elapsed, self.depth, self.score = kind, text, elapsed, depth, score


def think(engine, commands, patience):
    """Sends the commands that make an engine think and waits for what it decides."""
    depth, score = 0, None
    start = time.monotonic()
    engine.send(*commands)
    while True:
        moment, line = engine.receive(start + patience)
        words = line.split()
        if not words:
            continue
        kind = None
        if words[0] == "move" and len(words) == 2:
            kind = "move"
        elif words[0] in ("resign", "1-0", "0-1", "1/2-1/2"):
            kind = words[0]
        elif line.lower().startswith("illegal move"):
            kind = "complaint"
        elif shown := THINKING.match(line):
            depth, score = int(shown[1]), int(shown[2])
        if kind:
            return Thought(kind, words[1] if kind == "move" else line, moment - start, depth, score)


# ----------------------------------------------------------------------------------------------------------------------
# The openings


def random_line(rng, plies):
    game = Game()
    for _ in range(plies):
        if game.over():
            return None
        game.play(rng.choice(sorted(game.position.legal())))
    return None if game.over() else game


def make_openings(count, plies, seed, judge, depth, bound):
    """Distinct random openings that the judge, searching to a fixed depth, finds balanced within the bound."""
    rng = random.Random(seed)
    chosen, seen, tried = [], set(), 0
    while len(chosen) < count:
        tried += 1
        if tried > 100 * count + 1000:
            raise SystemExit(f"only {len(chosen)} balanced openings among {tried} random ones; raise --bound")
        game = random_line(rng, plies)
        if game is None or game.position.key() in seen:
            continue
        seen.add(game.position.key())
        if judge:
            judge.new_game(game.moves, "level 0 5 0", f"sd {depth}")
            thought = think(judge, ["go"], 60)
            judge.send("force")
            if thought.kind != "move" or thought.score is None or abs(thought.score) > bound:
                continue
        chosen.append(game.moves)
    print(f"{count} openings out of {tried} random lines of {plies} plies", file=sys.stderr)
    return chosen


def read_openings(path):
    """Openings from a file, one line of coordinate moves each."""
    openings = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            moves = line.split("#")[0].split()
            game = Game()
            for move in moves:
                if move not in game.position.legal():
                    raise SystemExit(f"{path}:{number}: {move} is illegal in {game.position.fen()}")
                game.play(move)
            if moves:
                openings.append(moves)
    return openings


# ----------------------------------------------------------------------------------------------------------------------
# The games

FAULTS = ("time loss", "illegal move", "false claim", "refused legal move", "crash")
# Longer games are broken off and counted as drawn.
MOST_PLIES = 800


class Record:
    """One game: who was White, how it went, how it ended."""

    def __init__(self, index, opening, names, engine_is_white):
        self.index, self.opening, self.names, self.engine_is_white = index, opening, names, engine_is_white
        self.moves, self.notes = list(opening), [""] * len(opening)
        self.result, self.reason, self.fault = "*", "", None

    def end(self, result, reason, fault=None):
        """A fault is a pair: whether it was White's, and its kind."""
        self.result, self.reason, self.fault = result, reason, fault

    def engine_points(self):
        white_points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[self.result]
        return white_points if self.engine_is_white else 1.0 - white_points

    def pgn(self):
        tags = {
            "Event": "Falcon Chess match",
            "Round": self.index + 1,
            "White": self.names[0],
            "Black": self.names[1],
            "Result": self.result,
            "Variant": "falcon",
            "Opening": " ".join(self.opening),
            "Termination": self.reason,
        }
        words = []
        for ply, (move, note) in enumerate(zip(self.moves, self.notes, strict=True)):
            if ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            words.append(move)
            words.extend([f"{{{note}}}"] if note else [])
        words.append(f"{{{self.reason}}} {self.result}")
        lines = [""]
        for word in words:
            if len(lines[-1]) + len(word) > 100:
                lines.append("")
            lines[-1] += (" " if lines[-1] else "") + word
        return "\n".join([f'[{tag} "{value}"]' for tag, value in tags.items()] + ["", *lines, "", ""])


def seconds_to_level(base, increment):
    """The time control in the form of the `level` command."""
    minutes, seconds = divmod(base, 60)
    return f"level 0 {int(minutes)}:{int(seconds):02d} {increment:g}"


def play_game(record, players, base, increment, margin):
    """Plays one game; `players` are the engines of White and Black."""
    game = Game()
    for move in record.opening:
        game.play(move)
    clocks = {True: base, False: base}
    begun = set()
    last = None

    def loses(white, reason, kind):
        record.end("0-1" if white else "1-0", f"{reason} by {'White' if white else 'Black'}", (white, kind))

    for white in (True, False):
        try:
            players[white].new_game(record.opening, seconds_to_level(base, increment))
        except EngineGone as error:
            loses(white, f"crash ({error})", "crash")
            return
    while True:
        over = game.over()
        if over:
            record.end(*over)
            return
        if len(game.moves) >= MOST_PLIES:
            record.end("1/2-1/2", f"broken off after {MOST_PLIES} plies")
            return
        white = game.position.white
        engine, clock = players[white], clocks[white]
        commands = [f"time {int(clock * 100)}", f"otim {int(clocks[not white] * 100)}"]
        if last:
            commands.append(engine.move_command(last))
        if white not in begun:
            commands.append("go")
            begun.add(white)
        try:
            # An engine that oversteps its time by far is not waited for.
            thought = think(engine, commands, clock + margin + 2)
        except EngineGone as error:
            if engine.process.poll() is None and "does not answer" in str(error):
                loses(white, "time loss (no answer)", "time loss")
            else:
                loses(white, f"crash ({error})", "crash")
            return
        if thought.kind == "complaint":
            loses(white, f"refused legal move ({thought.text})", "refused legal move")
            return
        if thought.elapsed > clock + margin:
            loses(white, f"time loss ({thought.elapsed - clock:.3f} s over)", "time loss")
            return
        clocks[white] = max(0.0, clock - thought.elapsed) + increment
        if thought.kind == "resign":
            record.end("0-1" if white else "1-0", f"{'White' if white else 'Black'} resigns")
            return
        if thought.kind != "move":
            # The referee would have ended the game already if the claim were true; only giving up is allowed.
            if thought.kind == ("0-1" if white else "1-0"):
                record.end(thought.kind, f"{'White' if white else 'Black'} gives up ({thought.text})")
            else:
                loses(white, f"false claim ({thought.text})", "false claim")
            return
        move = thought.text
        if move not in game.position.legal() and move + "q" in game.position.legal():
            move += "q"  # Fairy-Max leaves out the only piece it promotes to.
        if move not in game.position.legal():
            loses(white, f"illegal move ({move} in {game.position.fen()})", "illegal move")
            return
        game.play(move)
        last = move
        score = "" if thought.score is None else f"{thought.score / 100:+.2f}/{thought.depth} "
        record.moves.append(move)
        record.notes.append(f"{score}{thought.elapsed:.2f}s")


class Match:
    """All games, played by some workers at once, each with its own pair of engines."""

    def __init__(self, options, openings):
        self.options = options
        self.jobs = queue.Queue()
        for index in range(options.games):
            self.jobs.put((index, openings[index // 2 % len(openings)], index % 2 == 0))
        self.records, self.errors = [], {"engine": {}, "opponent": {}}
        self.names = {"engine": options.engine, "opponent": options.opponent}
        self.lock = threading.Lock()
        self.failure = None

    def run(self):
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self.options.concurrency)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if self.failure:
            raise self.failure
        self.records.sort(key=lambda record: record.index)

    def _work(self):
        engines = {}
        try:
            while self.failure is None:
                try:
                    index, opening, engine_is_white = self.jobs.get_nowait()
                except queue.Empty:
                    return
                for role in ("engine", "opponent"):
                    if role not in engines:
                        engines[role] = Engine(getattr(self.options, role))
                        self.names[role] = engines[role].name
                white, black = ("engine", "opponent") if engine_is_white else ("opponent", "engine")
                record = Record(index, opening, (engines[white].name, engines[black].name), engine_is_white)
                players = {True: engines[white], False: engines[black]}
                play_game(record, players, self.options.tc, self.options.inc, self.options.margin)
                for role in list(engines):
                    self._part(engines, role, record)
                self._note(record)
        except BaseException as error:  # Also SystemExit, which a thread would swallow.
            self.failure = error
        finally:
            for engine in engines.values():
                engine.close()

    def _part(self, engines, role, record):
        """Ends a game for one engine. After a fault both start afresh."""
        engine = engines[role]
        try:
            engine.send(f"result {record.result} {{{record.reason}}}", "force")
        except EngineGone:
            pass
        with self.lock:
            for line in engine.errors:
                self.errors[role][line] = self.errors[role].get(line, 0) + 1
        engine.errors = []
        if record.fault:
            engine.close()
            del engines[role]

    def _note(self, record):
        with self.lock:
            self.records.append(record)
            if self.options.pgn:
                with open(self.options.pgn, "a", encoding="utf-8") as file:
                    file.write(record.pgn() + "\n")
            points = [r.engine_points() for r in self.records]
            tally = f"+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}"
            print(
                f"[{len(points)}/{self.options.games}] game {record.index + 1}: {record.names[0]} - {record.names[1]} "
                f"{record.result} {{{record.reason}}} after {len(record.moves)} plies; {tally}",
                file=sys.stderr,
                flush=True,
            )


# ----------------------------------------------------------------------------------------------------------------------
# The statistics


def elo(score):
    """The difference in Elo that a score between 0 and 1 means."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def interval(points):
    """Score and its 95 % interval. The two games of an opening depend on each other and count as one sample."""
    pairs = [sum(points[i : i + 2]) / 2 for i in range(0, len(points) - 1, 2)]
    score = sum(points) / len(points)
    if len(pairs) < 2:
        return score, 0.0, 1.0
    mean = sum(pairs) / len(pairs)
    variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    half = 1.96 * math.sqrt(variance / len(pairs))
    if variance == 0 and score in (0.0, 1.0):
        # No spread at all, so take Wilson's interval over the pairs.
        n, z = len(pairs), 1.96
        bound = n / (n + z * z)
        return (1.0, bound, 1.0) if score == 1.0 else (0.0, 0.0, 1 - bound)
    return score, max(0.0, score - half), min(1.0, score + half)


def show_elo(value):
    return f"{round(value):+d}" if math.isfinite(value) else ("+inf" if value > 0 else "-inf")


def summary(match):
    options, records = match.options, match.records
    points = [record.engine_points() for record in records]
    wins, draws, losses = points.count(1.0), points.count(0.5), points.count(0.0)
    score, low, high = interval(points)
    faults = {role: dict.fromkeys(FAULTS, 0) for role in ("engine", "opponent")}
    endings = {}
    for record in records:
        endings_key = re.sub(r" \(.*\)", "", record.reason)
        endings[endings_key] = endings.get(endings_key, 0) + 1
        if record.fault:
            white, kind = record.fault
            faults["engine" if white == record.engine_is_white else "opponent"][kind] += 1
    by_colour = {
        colour: sum(r.engine_points() for r in records if r.engine_is_white == white)
        for colour, white in (("White", True), ("Black", False))
    }
    clean = [record.engine_points() for record in records if not record.fault]
    names = match.names
    lines = [
        f"## {names['engine']} against {names['opponent']}, Falcon Chess, {options.tc:g} s + {options.inc:g} s",
        "",
        f"{len(records)} games from {len({tuple(r.opening) for r in records})} openings, each with both colours; "
        f"seed {options.seed}; {options.concurrency} at a time.",
        "",
        "| won | drawn | lost | score | Elo | 95 % interval |",
        "|---:|---:|---:|---:|---:|---|",
        f"| {wins} | {draws} | {losses} | {100 * score:.1f} % | {show_elo(elo(score))} | "
        f"{show_elo(elo(low))} to {show_elo(elo(high))} |",
        "",
        f"Points with White {by_colour['White']:g}, with Black {by_colour['Black']:g}. "
        f"Without the games that a fault decided: +{clean.count(1.0)} ={clean.count(0.5)} -{clean.count(0.0)}.",
        "",
        f"| | {names['engine']} | {names['opponent']} |",
        "|---|---:|---:|",
    ]
    lines += [f"| {kind} | {faults['engine'][kind]} | {faults['opponent'][kind]} |" for kind in FAULTS]
    lines += ["", "| how the games ended | |", "|---|---:|"]
    lines += [f"| {reason} | {count} |" for reason, count in sorted(endings.items(), key=lambda item: -item[1])]
    for role in ("engine", "opponent"):
        for line, count in sorted(match.errors[role].items()):
            lines += ["", f"{names[role]} said {count} times: `{line}`"]
    return "\n".join(lines), sum(faults["engine"].values())


# ----------------------------------------------------------------------------------------------------------------------
# The command line


def parse_options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/peregrine", help="command of the engine under test")
    parser.add_argument("--opponent", default="fairymax", help="command of its opponent")
    parser.add_argument("--games", type=int, default=100, help="number of games, even (default 100)")
    parser.add_argument("--tc", type=float, default=5, help="seconds for the game (default 5)")
    parser.add_argument("--inc", type=float, default=0.05, help="seconds for each move (default 0.05)")
    parser.add_argument("--margin", type=float, default=0, help="seconds of overstepping forgiven (default 0)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (default 1)")
    parser.add_argument("--plies", type=int, default=6, help="length of the random openings (default 6)")
    parser.add_argument("--openings", help="read the openings from this file instead, one line of moves each")
    parser.add_argument("--save-openings", help="write the openings to this file")
    parser.add_argument(
        "--judge",
        help="command of the engine that finds openings balanced, or `none`; "
        "by default the opponent, so that the openings do not change with the engine under test",
    )
    parser.add_argument("--depth", type=int, default=5, help="depth of the judge's search (default 5)")
    parser.add_argument("--bound", type=int, default=50, help="centipawns that count as balanced (default 50)")
    parser.add_argument("--pgn", help="append the games to this file as they end")
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2:
        parser.error("--games must be even, since each opening is played with both colours")
    if options.concurrency < 1:
        parser.error("--concurrency must be at least 1")
    return options


def main():
    options = parse_options()
    # Another game's referee must not hold up the thread that takes the time of a move.
    sys.setswitchinterval(0.001)
    if options.openings:
        openings = read_openings(options.openings)
    else:
        command = options.judge or options.opponent
        judge = None if command == "none" else Engine(command)
        openings = make_openings(
            options.games // 2, options.plies, options.seed, judge, options.depth, options.bound
        )
        if judge:
            judge.close()
    if options.save_openings:
        with open(options.save_openings, "w", encoding="utf-8") as file:
            file.writelines(" ".join(moves) + "\n" for moves in openings)
    match = Match(options, openings)
    match.run()
    text, faults = summary(match)
    print(text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
