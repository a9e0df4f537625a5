#!/usr/bin/env python3
"""How the engine mates with King and Falcon against the King alone.

usage: king_and_falcon.py ENGINE [--count N] [--time SECONDS] [--workers N] [--seed N]

Plays random positions of `falcon` with White to move, each once, both sides by
the same UCI engine with a fixed time for each move, every game with two
processes of its own, so that neither side knows what the other has seen. Prints
the games that were not won, and how many moves the others took.
"""

import argparse
import concurrent.futures
import random
import statistics
import subprocess
import sys
import time

FILES, RANKS = 10, 8
LONGEST = 100  # plies, after which the fifty moves are over


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("uci")
        self.lines_until("uciok")
        self.say("setoption name UCI_Variant value falcon")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def lines_until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(word):
                return lines
        sys.exit(f"king_and_falcon.py: the engine ended before it said '{word}'")

    def accepts(self, fen):
        """Whether the position is one of the game."""
        self.say(f"position fen {fen}")
        self.say("isready")
        return len(self.lines_until("readyok")) == 1

    def best_move(self, fen, moves, seconds):
        """The move it plays, None if there is none, and whether it mates at once."""
        self.say(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go movetime {round(1000 * seconds)}")
        lines = self.lines_until("bestmove")
        move = lines[-1].split()[1]
        mates = any(" score mate 1 " in line for line in lines)
        return None if move in ("(none)", "0000") else move, mates

    def quit(self):
        self.say("quit")
        self.process.wait()


def fen(pieces):
    """The position of pieces on squares (file, rank), White to move."""
    ranks = []
    for rank in reversed(range(RANKS)):
        text = "".join(pieces.get((file, rank), "1") for file in range(FILES))
        for empty in range(FILES, 1, -1):
            text = text.replace("1" * empty, str(empty))
        ranks.append(text)
    return "/".join(ranks) + " w - - 0 1"


def positions(engine, count, seed):
    """Different legal positions drawn by lot."""
    chance = random.Random(seed)
    squares = [(file, rank) for file in range(FILES) for rank in range(RANKS)]
    drawn = []
    while len(drawn) < count:
        king, falcon, bare = chance.sample(squares, 3)
        position = fen({king: "K", falcon: "F", bare: "k"})
        near = max(abs(king[0] - bare[0]), abs(king[1] - bare[1])) < 2
        if not near and position not in drawn and engine.accepts(position):
            drawn.append(position)
    return drawn


def play(command, position, seconds):
    """White's moves until the mate; None if there was none within the fifty."""
    engines = [Engine(command), Engine(command)]
    moves = []
    mated = False
    while len(moves) < LONGEST and not mated:
        move, mates = engines[len(moves) % 2].best_move(position, moves, seconds)
        if move is None:
            break
        moves.append(move)
        mated = mates and len(moves) % 2 == 1
    for engine in engines:
        engine.quit()
    return (len(moves) + 1) // 2 if mated else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("--count", type=int, default=100, help="positions")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move")
    parser.add_argument("--workers", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    engine = Engine(options.engine)
    drawn = positions(engine, options.count, options.seed)
    engine.quit()
    began = time.monotonic()
    lengths = []
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        games = {
            pool.submit(play, options.engine, position, options.time): position
            for position in drawn
        }
        for done, game in enumerate(concurrent.futures.as_completed(games), 1):
            if game.result() is None:
                print(f"not won: {games[game]}", flush=True)
            else:
                lengths.append(game.result())
            passed = time.monotonic() - began
            left = passed / done * (len(drawn) - done)
            print(f"{done} of {len(drawn)}, {len(lengths)} won, {left:.0f} s left",
                  file=sys.stderr, flush=True)
    print(f"{len(lengths)} of {len(drawn)} won at {options.time} s a move", end="")
    if lengths:
        print(f", in {min(lengths)} to {max(lengths)} moves, median {statistics.median(lengths):g}")
    else:
        print()
    sys.exit(len(lengths) < len(drawn))


if __name__ == "__main__":
    main()
