#!/usr/bin/env python3
"""What scores mean: probabilities of win, draw and loss, fitted to games.

    python3 scripts/wdl.py count MATCH... > data/wdl/GAME.csv
    python3 scripts/wdl.py fit data/wdl/*.csv
    python3 scripts/wdl.py table data/wdl/*.csv

`count` reads the folders of matches of one game (results.jsonl for the game,
games.pgn for moves and scores) and writes how often what came of a score. `fit`
writes the rows of the table in src/search/wdl.rs. `table` holds the fit against the games
that it has not seen, as docs/research/wdl.md shows it.

From the view of the side to move, with a score of x centipawns, the probability of
a win is 1 / (1 + exp((a - x) / b)), that of a loss the same of -x, and a draw is
the rest; a and b are parabolas in the share of the men of the start position that
are still on the board. They are chosen for the greatest likelihood.

The positions of a game share its result: a game counts once in each cell of score,
men and side to move, however long it stays there. Two games share an opening: every
tenth pair is held out as a whole. Games whose moves repeat an earlier one's are left
out. Needs Python 3.8, nothing else.
"""

import json
import math
import os
import re
import sys
from collections import Counter, defaultdict

STEP = 25  # width of a cell in centipawns
MOST = 2000  # scores beyond it are counted with it
SHARES = 10  # cells of the share of men on the board
HELD_OUT = 10  # one pair of games of so many is held out

OUTCOMES = ("won", "drawn", "lost")
RANGES = (-MOST, -600, -300, -150, -75, -25, 25, 75, 150, 300, 600, MOST + 1)


class Failed(Exception):
    """Something is not as it must be; the message says what."""


# Games


def games(text):
    """The tags and the text of the moves of each game of a PGN text."""
    for part in re.split(r"(?m)^(?=\[Event )", text):
        if part.strip():
            tags = dict(re.findall(r'(?m)^\[(\w+) "([^"]*)"\]', part))
            yield tags, re.sub(r"(?m)^\[.*\]$", "", part)


def men(fen):
    """How many men a FEN has; an apostrophe marks the man before it."""
    return sum(character.isalpha() for character in fen.split()[0])


def positions(movetext, at_start):
    """The scores of a game as (centipawns, men before the move, 0 if White moves else 1),
    without mates, and its moves."""
    found, moves = [], []
    left, before, side = at_start, at_start, 0
    for comment, word in re.findall(r"\{([^}]*)\}|(\S+)", movetext):
        if comment:
            score = re.match(r"([+-]\d+)\.(\d\d)/", comment)
            if score and moves:
                whole, rest = score.groups()
                found.append((int(whole + rest), before, 1 - side))
            continue
        number = re.fullmatch(r"\d+(\.+)", word)
        if number:
            side = 0 if number.group(1) == "." else 1
        elif word not in ("1-0", "0-1", "1/2-1/2", "*"):
            moves.append(word)
            before = left
            left -= "x" in word
            side = 1 - side
    return found, moves


def cell(score, left, at_start):
    """The cell of a score and so many men: in centipawns and in tenths."""
    nearest = STEP * math.floor(score / STEP + 0.5)
    return max(-MOST, min(MOST, nearest)), math.floor(SHARES * left / at_start + 0.5)


def outcome(result, side):
    """0, 1 or 2 for won, drawn or lost by that side, or nothing without a result."""
    white = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(result)
    return white if white is None or side == 0 else 2 - white


def count(matches):
    """The game, how many games were fitted to and held out, and the counts: by whether the
    game is held out, score, share and outcome."""
    name, seen, used, counts = None, set(), [0, 0], Counter()
    for folder in matches:
        with open(os.path.join(folder, "results.jsonl"), encoding="utf-8") as lines:
            identity = json.loads(lines.readline())["identity"]
        if name not in (None, identity["variant"]):
            raise Failed(f"{folder} is of {identity['variant']}, not {name}")
        name = identity["variant"]
        with open(os.path.join(folder, "games.pgn"), encoding="utf-8") as file:
            text = file.read()
        for number, (tags, movetext) in enumerate(games(text)):
            at_start = men(tags.get("FEN", identity["start"]))
            found, moves = positions(movetext, at_start)
            if tags["Result"] == "*" or tuple(moves) in seen:
                continue
            seen.add(tuple(moves))
            held = int(number // 2 % HELD_OUT == HELD_OUT - 1)
            used[held] += 1
            cells = {(*cell(score, left, at_start), side) for score, left, side in found}
            for score, share, side in cells:
                counts[held, score, share, outcome(tags["Result"], side)] += 1
    return name, used, counts


def write(name, used, counts):
    """The counts as text."""
    rows = sorted({key[:3] for key in counts})
    yield f"# {name}: {used[0]} games, and {used[1]} held out"
    yield "held,score,men,won,drawn,lost"
    for row in rows:
        yield ",".join(str(number) for number in (*row, *(counts[(*row, n)] for n in range(3))))


def read(path):
    """What `write` has written: the name of the game, the line about its games, and the
    rows of the games fitted to and of those held out."""
    rows = ([], [])
    with open(path, encoding="utf-8") as lines:
        about = lines.readline()
        if not re.match(r"# \S+: \d+ games, and \d+ held out$", about):
            raise Failed(f"{path}: the first line tells of no games")
        if lines.readline().strip() != "held,score,men,won,drawn,lost":
            raise Failed(f"{path}: the second line is not the names of the columns")
        for line in lines:
            held, score, share, *outcomes = map(int, line.split(","))
            rows[held].append((score, share / SHARES, outcomes))
    return about[2:].split(":")[0], about[2:].strip(), rows


# The model


LEAST_B = 10  # so that a better score is never worse


def parabola(none, half, full, share):
    """The parabola with those values without men, with half of them and with all."""
    return (
        none * (1 - share) * (1 - 2 * share)
        + half * 4 * share * (1 - share)
        + full * share * (2 * share - 1)
    )


def probabilities(parameters, score, share):
    """Of a win, a draw and a loss; parameters are a and then b, each without men, with half of
    them and with all."""
    a = max(0, parabola(*parameters[:3], share))
    b = max(LEAST_B, parabola(*parameters[3:], share))
    win, loss = (1 / (1 + math.exp(min(700, (a - x) / b))) for x in (score, -score))
    return win, 1 - win - loss, loss


def cost(parameters, rows):
    """Minus the logarithm of the likelihood, for each position; much where the model makes no
    sense: a draw is never less than impossible."""
    if min(parameters[:3]) < 0 or min(parameters[3:]) < LEAST_B:
        return 1e9
    total = number = 0
    for score, share, outcomes in rows:
        for chance, times in zip(probabilities(parameters, score, share), outcomes):
            if times:
                total -= times * math.log(max(chance, 1e-9))
                number += times
    return total / number


def minimum(function, start, steps=600, spread=1e-9):
    """Where a function of several numbers is least, by the simplex of Nelder and Mead: after so
    many steps, or when its values at the corners differ by no more than that."""
    size = len(start)
    points = [list(start)]
    for axis in range(size):
        points.append([x * (1.3 if n == axis else 1) for n, x in enumerate(start)])
    values = [function(point) for point in points]
    for _ in range(steps):
        order = sorted(range(size + 1), key=values.__getitem__)
        points, values = [points[n] for n in order], [values[n] for n in order]
        if values[-1] - values[0] <= spread:
            break
        center = [sum(point[n] for point in points[:-1]) / size for n in range(size)]

        def along(factor):
            point = [c + factor * (w - c) for c, w in zip(center, points[-1])]
            return point, function(point)

        point, value = along(-1)
        if value < values[0]:
            point, value = min((point, value), along(-2), key=lambda pair: pair[1])
        elif value >= values[-2]:
            point, value = min((point, value), along(0.5), key=lambda pair: pair[1])
        if value < values[-1]:
            points[-1], values[-1] = point, value
        else:
            points[1:] = [[(x + y) / 2 for x, y in zip(point, points[0])] for point in points[1:]]
            values[1:] = [function(point) for point in points[1:]]
    return min(zip(values, points))[1]


def folded(rows):
    """The same rows without minus scores: what is won with one is lost with the other."""
    sums = defaultdict(lambda: [0, 0, 0])
    for score, share, outcomes in rows:
        for n, times in enumerate(outcomes if score >= 0 else reversed(outcomes)):
            sums[abs(score), share][n] += times
    return [(score, share, outcomes) for (score, share), outcomes in sorted(sums.items())]


def fit(rows):
    """The parameters of the greatest likelihood, in whole centipawns."""
    rows = folded(rows)
    found = minimum(lambda parameters: cost(parameters, rows), [100.0] * 3 + [150.0] * 3)
    return [round(number) for number in found]


def calibration(parameters, rows):
    """By range of scores: positions, and what was predicted and seen of each outcome as
    shares; and the calibration error, the mean difference of the expected points."""
    ranges = defaultdict(lambda: [0, [0.0] * 3, [0] * 3])
    for score, share, outcomes in rows:
        at = max(n for n, least in enumerate(RANGES) if least <= score)
        entry = ranges[at]
        times = sum(outcomes)
        entry[0] += times
        for n, chance in enumerate(probabilities(parameters, score, share)):
            entry[1][n] += times * chance
            entry[2][n] += outcomes[n]
    table, error, number = [], 0.0, 0
    for at, (times, predicted, seen) in sorted(ranges.items()):
        predicted, seen = ([x / times for x in sums] for sums in (predicted, seen))
        table.append((RANGES[at], RANGES[at + 1], times, predicted, seen))
        points = [shares[0] + shares[1] / 2 for shares in (predicted, seen)]
        error += times * abs(points[0] - points[1])
        number += times
    return table, error / max(number, 1)


def show(path):
    """The check of a game on what its fit has not seen, as a table of Markdown."""
    name, about, (rows, held) = read(path)
    parameters = fit(rows)
    table, error = calibration(parameters, held)
    draws = " and ".join(
        f"{100 * sum(row[2] * row[3][1] for row in rows) / sum(row[2] for row in rows):.0f} / "
        f"{100 * sum(row[2] * row[4][1] for row in rows) / sum(row[2] for row in rows):.0f}"
        for rows in (table, calibration(parameters, rows)[0])
    )
    frequencies = [sum(row[2][n] for row in rows) for n in range(3)]
    shares = [x / sum(frequencies) for x in frequencies]
    plain = -sum(
        times * math.log(share) for row in held for share, times in zip(shares, row[2])
    ) / sum(sum(row[2]) for row in held)
    yield f"### {name}"
    yield ""
    yield f"Fitted to {about.split(': ')[1]}. Calibration error: {100 * error:.1f} points of"
    yield f"100 on those held out, {100 * calibration(parameters, rows)[1]:.1f} on the others. Mean"
    yield f"log-likelihood on those held out: {-cost(parameters, held):.3f}, against {-plain:.3f} of a"
    yield "prediction that does not look at the score. Draws, predicted and seen, there and"
    yield f"on the others: {draws}."
    yield ""
    yield "| score | positions | won | drawn | lost |"
    yield "|---|---:|---:|---:|---:|"
    for least, most, times, predicted, seen in table:
        cells = " | ".join(f"{100 * p:.0f} / {100 * s:.0f}" for p, s in zip(predicted, seen))
        first = "below" if least == -MOST else f"{least} to"
        last = most if least == -MOST else most - 1
        label = f"{least} and above" if most > MOST else f"{first} {last}"
        yield f"| {label} | {times} | {cells} |"
    yield ""


def main(arguments):
    """Does what the words say; the status to end with."""
    command, *paths = arguments or ["help"]
    try:
        if command == "count" and paths:
            lines = write(*count(paths))
        elif command == "fit" and paths:
            fits = ((read(path)[0], fit(read(path)[2][0])) for path in paths)
            lines = (f'    ("{name}", Fit::new({list(numbers)})),' for name, numbers in fits)
        elif command == "table" and paths:
            lines = (line for path in paths for line in show(path))
        else:
            print(__doc__, file=sys.stderr)
            return 2
        for line in lines:
            print(line)
    except (Failed, OSError, ValueError, KeyError) as error:
        print(f"wdl.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
