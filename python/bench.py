"""Measures this module against pyffish, in one process and in turn; prints medians and ratios.

    python bench.py [--rounds N] [--positions N] [--plies N] [--variant NAME]
"""

import argparse
import random
import statistics
import time

import peregrine_chess
import pyffish
from peregrine_chess import Board


def random_fens(variant, count, rng):
    """FENs of random games whose moves both programs accept."""
    fens = []
    while len(fens) < count:
        board = Board(variant)
        for _ in range(rng.randrange(100)):
            legal = board.legal_moves
            if not legal:
                break
            board.push(rng.choice(legal))
        fens.append(board.fen())
    return fens


def random_game(variant, plies, rng):
    """A random game of so many plies, as numbers that select among the sorted legal moves."""
    while True:
        board, choices = Board(variant), []
        while len(choices) < plies and board.legal_moves:
            legal = sorted(map(str, board.legal_moves))
            choices.append(legal[rng.randrange(len(legal))])
            board.push_uci(choices[-1])
        if len(choices) == plies:
            return choices


def moves_here(variant, fens):
    return sum(len(peregrine_chess.legal_moves(variant, fen)) for fen in fens)


def moves_pyffish(variant, fens):
    return sum(len(pyffish.legal_moves(variant, fen, [])) for fen in fens)


def game_here(variant, game):
    """Plays a game: at each ply the legal moves, the SAN of the chosen one, and the move."""
    board, texts = Board(variant), []
    for uci in game:
        move = next(move for move in board.legal_moves if str(move) == uci)
        texts.append(board.san(move))
        board.push(move)
    return texts, board.fen().split()[0]


def game_pyffish(variant, game):
    """The same with pyffish, which has no board: the FEN after each move takes its place."""
    fen, texts = pyffish.start_fen(variant), []
    for uci in game:
        move = next(move for move in pyffish.legal_moves(variant, fen, []) if move == uci)
        texts.append(pyffish.get_san(variant, fen, move))
        fen = pyffish.get_fen(variant, fen, [move])
    return texts, fen.split()[0]


def timed(work, *arguments):
    begin = time.perf_counter()
    result = work(*arguments)
    return time.perf_counter() - begin, result


def compare(title, rounds, here, there, *arguments):
    """Runs both in turn, checks that they agree, and prints the medians."""
    times = [], []
    for _ in range(rounds):
        (first, ours), (second, theirs) = timed(here, *arguments), timed(there, *arguments)
        if ours != theirs:
            raise SystemExit(f"{title}: the results differ")
        times[0].append(first)
        times[1].append(second)
    ours, theirs = map(statistics.median, times)
    ratio = theirs / ours
    print(f"{title}: {1000 * ours:.2f} ms, pyffish {1000 * theirs:.2f} ms, {ratio:.1f} times as fast")
    return ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--variant", default="capablanca")
    parser.add_argument("--least", type=float, help="fail below this ratio")
    options = parser.parse_args()
    rng = random.Random(1)
    fens = random_fens(options.variant, options.positions, rng)
    game = random_game(options.variant, options.plies, rng)
    title = f"{options.variant}, legal moves of {len(fens)} positions from FEN"
    ratios = [compare(title, options.rounds, moves_here, moves_pyffish, options.variant, fens)]
    title = f"{options.variant}, a random game of {options.plies} plies with SAN"
    ratios.append(
        compare(title, 5 * options.rounds, game_here, game_pyffish, options.variant, game)
    )
    if options.least and min(ratios) < options.least:
        raise SystemExit(f"a ratio is below {options.least}")


if __name__ == "__main__":
    main()
