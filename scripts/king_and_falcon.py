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
import contextlib
import random
import statistics
import sys
import time

from falcon_rules import FILES, RANKS, Position, attacked
from speed import Engine, Failed

LONGEST = 100  # plies, after which the fifty moves are over


def placed(king, falcon, bare):
    """The position with White to move and these pieces on squares (file, rank)."""
    board = ["."] * (FILES * RANKS)
    for piece, (file, rank) in zip("KFk", (king, falcon, bare)):
        board[rank * FILES + file] = piece
    return Position(board, True, frozenset(), None, 0, 1, "three")


def is_legal(position):
    """Whether Black, who is not to move, is not in check."""
    return not attacked(position.board, position.board.index("k"), True)


def positions(count, seed):
    """Different legal positions drawn at random."""
    chance = random.Random(seed)
    squares = [(file, rank) for file in range(FILES) for rank in range(RANKS)]
    drawn = {}
    while len(drawn) < count:
        position = placed(*chance.sample(squares, 3))
        if is_legal(position):
            drawn[position.fen()] = position
    return list(drawn.values())


def best_move(engine, start, moves, seconds):
    """The move it plays."""
    engine.say(f"position fen {start.fen()}" + (" moves " + " ".join(moves) if moves else ""))
    engine.say(f"go movetime {round(1000 * seconds)}")
    _, match = engine.until(r"^bestmove (\S+)")
    return match[1]


def play(command, start, seconds):
    """White's moves until the mate; None if there was none within the fifty."""
    position, moves = start, []
    with contextlib.ExitStack() as stack:
        engines = [stack.enter_context(Engine([command])) for _ in range(2)]
        for engine in engines:
            engine.prepare(UCI_Variant="falcon")
        while len(moves) < LONGEST and position.legal() and not position.insufficient():
            move = best_move(engines[len(moves) % 2], start, moves, seconds)
            if move not in position.legal():
                raise Failed(f"{move} is no legal move of {position.fen()}")
            position = position.legal()[move]
            moves.append(move)
    mated = not position.white and position.in_check() and not position.legal()
    return (len(moves) + 1) // 2 if mated else None


def measure(options):
    """Plays the games; whether one was not won."""
    drawn = positions(options.count, options.seed)
    began = time.monotonic()
    lengths = []
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        games = {pool.submit(play, options.engine, position, options.time): position for position in drawn}
        for done, game in enumerate(concurrent.futures.as_completed(games), 1):
            if game.result() is None:
                print(f"not won: {games[game].fen()}", flush=True)
            else:
                lengths.append(game.result())
            passed = time.monotonic() - began
            left = passed / done * (len(drawn) - done)
            print(f"{done} of {len(drawn)}, {len(lengths)} won, {left:.0f} s left", file=sys.stderr, flush=True)
    print(f"{len(lengths)} of {len(drawn)} won at {options.time} s a move", end="")
    if lengths:
        print(f", in {min(lengths)} to {max(lengths)} moves, median {statistics.median(lengths):g}")
    else:
        print()
    return len(lengths) < len(drawn)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("--count", type=int, default=100, help="positions")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move")
    parser.add_argument("--workers", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    try:
        sys.exit(measure(options))
    except Failed as failure:
        sys.exit(f"king_and_falcon.py: {failure}")


if __name__ == "__main__":
    main()
