#!/usr/bin/env python3
"""Claims about the games, put to the test by games of the engine against itself.

usage: claims.py QUESTION [...] --out DIRECTORY [--openings N] [--nodes N]

    games      how often the first player wins, and how many games are drawn, in each game
    castling   the same in Falcon Chess by each castling rule, and what the right to castle is worth
    leaper     what a leaping Falcon is worth against other pieces, and one that cannot leap
    pawn       what a Pawn is worth in each game, by the points of the side with one more
    bishops    what a second Bishop is worth in each game, and Bishops against Knights
    moves      how White fares after each first move in Falcon Chess

Each row of the table has N openings of a few random plies (`peregrine openings`), whatever they are worth,
from the start position or, if the question is about pieces or first moves, from others. Each opening is
played twice: one player has NODES nodes a move and the other a fifth more, because with the same number the
games would be the same. The error (95 %) is that of the mean over openings. Where men are missing, half of
the games give them to White and half to Black.

DIRECTORY keeps the openings and the matches; the same command resumes. Only the Python standard library is
needed.
"""

import argparse
import collections
import dataclasses
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

STARTS = {
    "falcon": "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR",
    "capablanca": "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
}
STARTS["falcon-leap"] = STARTS["falcon"]


@dataclasses.dataclass
class Row:
    """A line of the table, or a part of one: rows of the same title are added up."""

    title: str
    variant: str
    castling: str | None = None
    # A position that the games begin from, if not that of the variant.
    start: str | None = None
    # Whether the points are Black's.
    black: bool = False
    # How many random plies an opening has.
    plies: str = "4-6"


def side(pieces, missing, from_right, center):
    """A side's first rank and its Pawns, without some of them; the Pawns go from the center outwards."""
    rank, pawns = list(pieces), ["P"] * len(pieces)
    for kind in missing:
        if kind == "P":
            pawns[center.pop(0)] = "1"
        else:
            places = [place for place, other in enumerate(rank) if other == kind]
            rank[places[-1 if from_right else 0]] = "1"
    return "".join(rank), "".join(pawns)


def merged(text):
    """A rank of FEN with neighboring empty squares counted."""
    return re.sub("1+", lambda ones: str(len(ones[0])), text)


def position(variant, white, black, from_right):
    """The start position of a game without these pieces of either side."""
    ranks = STARTS[variant].split("/")
    pieces = ranks[-1]
    middle = len(pieces) // 2
    center = [middle - 1, middle, middle - 2, middle + 1]
    if from_right:
        center = [len(pieces) - 1 - place for place in center]
    ours, ours_pawns = side(pieces, white, from_right, list(center))
    theirs, theirs_pawns = side(pieces, black, from_right, list(center))
    rows = [merged(row) for row in (theirs.lower(), theirs_pawns.lower(), ours_pawns, ours)]
    board = "/".join([*rows[:2], *ranks[2:-2], *rows[2:]])
    rights = "".join(
        letter for letter, rook in zip("KQkq", (ours[-1], ours[0], theirs[-1], theirs[0])) if rook == "R"
    )
    return f"{board} w {rights or '-'} - 0 1"


def imbalance(title, variant, lacks, opponent_lacks):
    """The side that lacks some pieces, against one that lacks others; the points are those of the first."""
    for from_right in (False, True):
        yield Row(title, variant, start=position(variant, lacks, opponent_lacks, from_right))
        yield Row(title, variant, start=position(variant, opponent_lacks, lacks, from_right), black=True)


def games():
    for variant in ("falcon", "falcon-leap", "falcon-random", "capablanca", "chess", "falcon100", "permutation"):
        yield Row(variant, variant)
    yield Row("`falcon --castling three`", "falcon", "three")


def castling():
    for rule in ("free", "modified-free", "three", "orthodox", "none"):
        yield Row(f"{rule}", "falcon", rule)
    for rule in ("free", "three", "orthodox"):
        for rights, black in (("KQ", False), ("kq", True)):
            yield Row(f"{rule}, one side only", "falcon", rule, f"{STARTS['falcon']} w {rights} - 0 1", black)


def leaper():
    for variant in ("falcon-leap", "falcon"):
        for more, less in (("Q", "F"), ("R", "F"), ("FF", "Q"), ("RR", "Q"), ("BP", "F"), ("BN", "F")):
            # Who has the first lacks the second.
            yield from imbalance(f"{variant}: {less} against {more}", variant, more, less)


def pawn():
    for variant in ("falcon", "falcon-leap", "capablanca", "chess"):
        yield from imbalance(f"{variant}: a Pawn more", variant, "", "P")
        yield from imbalance(f"{variant}: two Pawns for a Knight", variant, "N", "PP")
        yield from imbalance(f"{variant}: two Pawns for a Bishop", variant, "B", "PP")
        yield from imbalance(f"{variant}: three Pawns for a Bishop", variant, "B", "PPP")


def bishops():
    for variant in ("falcon", "falcon-leap", "capablanca", "chess"):
        yield from imbalance(f"{variant}: BB against BN", variant, "NN", "BN")
        yield from imbalance(f"{variant}: BN against NN", variant, "BN", "BB")
        yield from imbalance(f"{variant}: BB against NN", variant, "NN", "BB")


def moves(peregrine):
    """Each legal first move, as `perft 1` lists them."""
    listed = run(peregrine, "perft", "1", "--divide")
    for move in re.findall(r"^([a-j]\d[a-j]\d):", listed, re.MULTILINE):
        yield Row(move, "falcon", start=after(move), plies="2-3")


def after(move):
    """The start position after a first move, which captures nothing."""
    ranks = [list(re.sub(r"\d+", lambda count: "." * int(count[0]), rank)) for rank in STARTS["falcon"].split("/")]
    (file, rank), (to_file, to_rank) = ((ord(text[0]) - ord("a"), 8 - int(text[1])) for text in (move[:2], move[2:]))
    ranks[to_rank][to_file], ranks[rank][file] = ranks[rank][file], "."
    board = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(rank)) for rank in ranks)
    return f"{board} b KQkq - 0 1"


# How much the random moves of openings may lose, in centipawns. Where a piece is attacked from the start, few
# moves lose little, and the next number is tried.
MARGINS = (100, 200, 400, 1000)


def run(*command, others=False):
    """What a command prints. If it fails, `None` if there are others to try."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode and not others:
        sys.exit(f"claims.py: '{' '.join(map(str, command))}' failed")
    return None if done.returncode else done.stdout


def play(row, number, folder, options):
    """Plays a row; yields (opening, points of the side that is asked about) of each game."""
    folder = folder / f"{number:03}"
    folder.mkdir(parents=True, exist_ok=True)
    variant = ["--variant", row.variant]
    if row.castling:
        variant += ["--castling", row.castling]
    if row.start:
        text = f'[position]\nbase = "{row.variant}"\ntitle = "A position of {row.variant}"\nstart = "{row.start}"\n'
        (folder / "position.toml").write_text(text, encoding="utf-8")
        variant[1] = "position"
        variant += ["--variants", folder / "position.toml"]
    openings = folder / "openings.epd"
    for margin in MARGINS:
        if not openings.exists():
            run(options.peregrine, "openings", options.openings, *variant, "--plies", row.plies, "--margin", margin,
                "--window", 5000, "--nodes", 300, "--seed", options.seed, "--format", "epd", "--out", openings,
                others=margin < MARGINS[-1])
    each = f"protocol=uci hash=4 command={options.peregrine}"
    path = f" option.VariantPath={folder / 'position.toml'}" if row.start else ""
    run(options.peregrine, "match", "--out", folder / "match", "--rounds", options.openings, "--concurrency", 2,
        "--openings", openings, *variant, "--win", "moves=4 score=1000", "--draw", "from=60 moves=8 score=8",
        "--each", each + path,
        "--engine", f"name=one nodes={options.nodes}", "--engine", f"name=other nodes={options.nodes * 6 // 5}")
    for fen, result in results(folder / "match" / "games.pgn"):
        yield (number, fen), 1 - result if row.black else result


def results(path):
    """The opening and White's points of each finished game."""
    for text in path.read_text(encoding="utf-8").split("[Event ")[1:]:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', text, re.MULTILINE))
        points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(tags["Result"])
        if points is not None:
            yield tags.get("FEN", ""), points


def line(title, played):
    """A row of the table, by games as (opening, points)."""
    openings = collections.defaultdict(list)
    for opening, points in played:
        openings[opening].append(points)
    count = len(played)
    share = sum(points for _, points in played) / count
    spread = sum(sum(point - share for point in points) ** 2 for points in openings.values())
    error = 1.96 * math.sqrt(spread) / count
    drawn = sum(points == 0.5 for _, points in played) / count
    elo = ""
    if 0 < share < 1:
        slope = 400 / math.log(10) / (share * (1 - share))
        elo = f"{-400 * math.log10(1 / share - 1):+.0f} ± {slope * error:.0f}"
    return f"| {title} | {count} | {100 * share:.1f} ± {100 * error:.1f} % | {elo} | {100 * drawn:.1f} % |"


def main():
    questions = {"games": games, "castling": castling, "leaper": leaper, "pawn": pawn, "bishops": bishops}
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("question", nargs="+", choices=[*questions, "moves"])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder for openings and matches")
    parser.add_argument("--openings", type=int, default=200, help="of each row, or of each part of one")
    parser.add_argument("--nodes", type=int, default=2500, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peregrine", type=pathlib.Path, default=ROOT / "target" / "release" / "peregrine")
    options = parser.parse_args()
    options.out, options.peregrine = options.out.resolve(), options.peregrine.resolve()
    for question in options.question:
        rows = list(moves(options.peregrine) if question == "moves" else questions[question]())
        print(f"\n{question}: {options.openings} openings, {options.nodes} nodes a move\n")
        print("| | games | points | Elo | drawn |\n|---|---:|---:|---:|---:|", flush=True)
        table = collections.defaultdict(list)
        for number, row in enumerate(rows):
            table[row.title].extend(play(row, number, options.out / question, options))
            if number + 1 == len(rows) or rows[number + 1].title != row.title:
                print(line(row.title, table[row.title]), flush=True)


if __name__ == "__main__":
    main()
