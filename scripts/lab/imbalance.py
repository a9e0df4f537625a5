#!/usr/bin/env python3
"""What pieces are worth, by how games from imbalanced arrays ended.

usage: imbalance.py GAMES.pgn [...] [--samples N] [--least N]

Reads games of `peregrine match` that begin from positions (tag FEN), counts how
many more pieces of each kind White has there, and fits

    White's expectation = 1 / (1 + exp(-(first move + sum of value * difference)))

to the results by Newton's method; values are given in Pawns of the same fit. The
error is that of a bootstrap over openings (95 %): games from one opening are not
independent. Below that stands how the side with more fared in every imbalance
of which there are enough games, again with the error by openings.

This knows nothing of the engine's evaluation, only who won; it is what the
pieces are worth to the players of the games from the opening on.
"""

import argparse
import collections
import math
import random
import re
import sys

KINDS = "PNBRFQ"


def games(paths):
    """Yields (position, White's result) of each finished game."""
    for path in paths:
        fen = result = None
        with open(path, encoding="utf-8") as file:
            for line in file:
                tag = re.match(r'\[(\w+) "(.*)"\]', line)
                if not tag:
                    continue
                if tag[1] == "Event":
                    fen = result = None
                elif tag[1] == "Result":
                    result = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(tag[2])
                elif tag[1] == "FEN":
                    fen = tag[2]
                elif tag[1] == "PlyCount" and fen and result is not None:
                    yield fen, result


def difference(fen):
    """How many more pieces of each kind White has, then whether he moves first."""
    board, side = fen.split(" ")[:2]
    return [board.count(kind) - board.count(kind.lower()) for kind in KINDS] + [
        1 if side == "w" else -1
    ]


def solve(matrix, vector):
    """The solution of a system of linear equations, by elimination."""
    size = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[n][size] / rows[n][n] for n in range(size)]


def fit(groups):
    """The logistic regression of results on differences.

    `groups` is a list of (differences, games, points).
    """
    size = len(groups[0][0])
    together = collections.defaultdict(lambda: [0, 0.0])
    for numbers, count, points in groups:
        together[tuple(numbers)][0] += count
        together[tuple(numbers)][1] += points
    groups = [(numbers, *sums) for numbers, sums in together.items()]
    values = [0.0] * size
    for _ in range(30):
        gradient = [-0.01 * value for value in values]
        hessian = [[0.01 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for numbers, count, points in groups:
            expected = 1 / (1 + math.exp(-sum(v * n for v, n in zip(values, numbers))))
            weight = count * expected * (1 - expected)
            for i, a in enumerate(numbers):
                if a:
                    gradient[i] += (points - count * expected) * a
                    for j, b in enumerate(numbers):
                        hessian[i][j] += weight * a * b
        step = solve(hessian, gradient)
        values = [value + move for value, move in zip(values, step)]
        if max(map(abs, step)) < 1e-8:
            break
    return values


def name(numbers):
    """An imbalance in words: what White has more against what Black has more."""
    more, less = (
        "".join(kind * (sign * number) for kind, number in zip(KINDS[::-1], numbers[5::-1]))
        for sign in (1, -1)
    )
    return more or "nothing", less or "nothing"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--samples", type=int, default=300, help="of the bootstrap")
    parser.add_argument("--least", type=int, default=40, help="games for a line of the table")
    options = parser.parse_args()

    openings = collections.defaultdict(lambda: [0, 0.0])
    for fen, result in games(options.games):
        openings[fen][0] += 1
        openings[fen][1] += result
    if not openings:
        sys.exit("imbalance.py: no finished game begins from a position (tag FEN)")
    groups = [(difference(fen), count, points) for fen, (count, points) in openings.items()]

    values = fit(groups)
    chance = random.Random(1)
    samples = [
        fit(chance.choices(groups, k=len(groups))) for _ in range(options.samples)
    ]
    total = sum(count for _, count, _ in groups)
    print(f"{total} games from {len(groups)} positions\n")
    print("| piece | in Pawns | in Rooks |\n|---|---|---|")
    for index, kind in list(enumerate(KINDS))[1:]:
        cells = []
        for unit in (KINDS.index("P"), KINDS.index("R")):
            ratio = values[index] / values[unit]
            spread = [sample[index] / sample[unit] - ratio for sample in samples]
            error = 1.96 * math.sqrt(sum(x * x for x in spread) / len(spread))
            cells.append(f"{ratio:.2f} ± {error:.2f}")
        print(f"| {kind} | {' | '.join(cells)} |")
    for text, index in (("a Pawn", 0), ("the first move", 6)):
        elo = 400 / math.log(10) * values[index]
        print(f"\n{text}: {elo:+.0f} Elo")

    table = collections.defaultdict(list)
    for numbers, count, points in groups:
        key = name(numbers)
        if sum(v * n for v, n in zip(values, numbers[:6])) < 0:
            key, points = key[::-1], count - points
        table[key].append((count, points))
    print("\n| more | for | games | points |\n|---|---|---|---|")
    for (more, less), results in sorted(table.items(), key=lambda item: -len(item[1])):
        count, points = map(sum, zip(*results))
        share = points / count
        if count >= options.least and (more, less) != ("nothing", "nothing"):
            spread = sum((points - count * share) ** 2 for count, points in results)
            error = 1.96 * math.sqrt(spread) / count
            print(f"| {more} | {less} | {count} | {100 * share:.0f} ± {100 * error:.0f} % |")


if __name__ == "__main__":
    main()
