#!/usr/bin/env python3
"""Makes the seeds of those fuzz targets whose input can be read.

    fuzz/make_seeds.py [PEREGRINE]

writes fuzz/seeds/TARGET/* from perft/, data/, docs/ and tests/data/games/;
PEREGRINE, target/release/peregrine if it is not named, makes tables, games and networks. Files
of the same name are replaced and no others touched: what the fuzzer has found
stays. The seeds of `uci` and `cecp` are bytes at random, made once.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEDS = ROOT / "fuzz" / "seeds"

# A board so small that a table is a few hundred bytes; the target's own game.
TABLE_GAME = ROOT / "fuzz" / "table_game.toml"

PGN = {
    "comments": """[Event "All that a file can have"]
[Site "?"]
[Date "2026.??.??"]
[Round "1.2"]
[White "Duke, \\"George\\" \\\\ William"]
[Black "?"]
[Result "1-0"]

; a comment to the end of the line
% and a line that is none of the game
{before} 1. e4 $1 {king's pawn} e5 $2 2. Nf3 (2. f4 exf4 (2... d5 {deep}) 3. Nf3) 2... Nc6?!
3. Bb5 a6! 4. O-O Nf6 1-0
""",
    "castling": """[Variant "falcon"]
[SetUp "1"]
[FEN "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"]

1. O-Oi1 O-O-Oc8 *
""",
    "castling-coordinates": """[Variant "falcon"]
[SetUp "1"]
[FEN "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"]

1. f1i1 f8c8 2. h1h8+ 1/2-1/2
""",
    "promotion": """[Variant "falcon"]
[Promotion "no-queen"]
[SetUp "1"]
[FEN "9k/P9/10/10/10/10/9p/K9 w - - 0 40"]

40. a8=F j1=R+ 41. Kb2 *
""",
    "king-swap": """[Variant "permutation"]

1. K~a1 K~p8 *
""",
    "standard": """[Variant "Standard"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
""",
    "two": """[Variant "chess"] 1. e2e4 *
[Variant "falcon-8x8"] [Result "*"] 1. e4 e5 *
""",
}


def write(target, name, content):
    folder = SEEDS / target
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        content = content.encode()
    (folder / name).write_bytes(content)


def cases(path):
    """Lines of a file of positions: FEN, and the game that it is of."""
    said = {"variant": path.stem}
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            words = dict(re.findall(r"(variant|castling|promotion) ([a-z0-9-]+)", line))
            if "variant" in words:
                said = words
            continue
        fen, *fields = [field.strip() for field in line.split(";")]
        game = dict(said)
        game.update(field.split()[:2] for field in fields if field.split()[0] in game or
                    field.split()[0] in ("variant", "castling", "promotion"))
        yield line, fen, game


def positions():
    for path in sorted((ROOT / "perft").glob("*.epd")):
        kept = {}
        lines = list(cases(path))
        for line, fen, game in lines:
            words = tuple(game.get(key, "") for key in ("variant", "castling", "promotion"))
            kept[words] = kept.get(words, 0) + 1
            if kept[words] <= 4:
                number = sum(kept.values())
                write("fen", f"{path.stem}-{number:02}", " ".join(filter(None, words)) + "\n" + fen)
        header = path.read_text().splitlines()[0]
        write("epd", path.stem, "\n".join([header] + [line for line, _, _ in lines[:4]]) + "\n")
    for path in sorted((ROOT / "data" / "tactics").glob("*.epd")):
        text = path.read_text().splitlines()
        write("epd", f"tactics-{path.stem}", "\n".join(text[:8]) + "\n")
    for path in sorted((ROOT / "docs" / "examples").glob("*.epd")):
        write("epd", f"example-{path.stem}", "\n".join(path.read_text().splitlines()[:6]) + "\n")


def games():
    for name, text in PGN.items():
        write("pgn", name, text)
    for path in sorted((ROOT / "data" / "openings").glob("*.txt")):
        lines = path.read_text().splitlines()
        words = re.findall(r"(variant|castling) ([a-z0-9-]+)", lines[0])
        moves = next(line for line in lines if not line.startswith("#"))
        tags = "".join(f'[{key.capitalize()} "{value}"]\n' for key, value in words)
        write("pgn", f"opening-{path.stem}", f"{tags}\n{moves} *\n")


def variants():
    files = sorted((ROOT / "docs" / "examples").glob("*.toml"))
    files += sorted((ROOT / "tests" / "data" / "games").glob("*.toml"))
    files += sorted((ROOT / "data" / "games").glob("*.toml"))[::4]
    for path in files:
        write("variant_file", path.stem, path.read_text())
    manual = (ROOT / "docs" / "guide" / "variant-files.md").read_text()
    for number, block in enumerate(re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)):
        write("variant_file", f"manual-{number}", block)
    text = (ROOT / "src" / "variants" / "built_in.toml").read_text()
    # Each game with the tables that belong to it.
    for block in re.split(r"\n(?=\[[a-z0-9-]+\]\n)", text):
        name = re.search(r"^\[([a-z0-9-]+)\]$", block, re.MULTILINE)
        if name:
            own = re.sub(rf"^\[{name[1]}(?=[.\]])", "[mine", block, flags=re.MULTILINE)
            write("variant_file", f"built-in-{name[1]}", own)


def movements():
    # The first byte: a word, paths, or Betza notation of one of the dialects.
    words = (ROOT / "src" / "board" / "movement" / "words.rs").read_text()
    texts = re.findall(r'word\(\s*"([a-z-]+)",\s*"(\w+)"', words)
    write("movement", "word", "\0" + texts[0][0])
    for number, (word, betza) in enumerate(texts):
        write("movement", f"xboard-{word}", "\2" + betza)
        if number % 4 == 0:
            write("movement", f"fairy-stockfish-{word}", "\6" + betza)
            write("movement", f"diagram-{word}", "\n" + betza)
    write("movement", "falcon", "\1SSD SDS DSS DDS DSD SDD")
    write("movement", "scorpion", "\1SSSD SSDD SDSD DDDS DSSS")


def imports():
    # The first byte: the format, or 3 to find out.
    folder = ROOT / "tests" / "data" / "import"
    for name, choice in [("today.ini", "\0"), ("pieces.ini", "\0"), ("fmax.ini", "\1"),
                         ("falcon-diagram.txt", "\2")]:
        text = (folder / name).read_text()
        # The file as far as a fuzzer is quick with it, and its games one by one.
        write("import", pathlib.Path(name).stem, "\3" + text[:6000])
        games = re.split(r"\n(?=\[|Game:)", text)
        for number, game in enumerate(games[1:40:4]):
            write("import", f"{pathlib.Path(name).stem}-{number}", choice + game + "\n")


def tables(peregrine):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [peregrine, "--variants", TABLE_GAME, "tablebase", "build", "KPvK",
             "--variant", "fuzz-table", "--dir", folder],
            check=True, stdout=subprocess.DEVNULL)
        for path in sorted(pathlib.Path(folder).glob("*.tablebase")):
            content = path.read_bytes()
            material = path.stem.split("-")[-1]
            # The first byte: checksums as they are, checksums put right.
            write("table_file", f"{material}-as-it-is", b"\0" + content)
            write("table_file", f"{material}-put-right", b"\1" + content)


def training(peregrine):
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run([peregrine, "--variants", TABLE_GAME, *words],
                           cwd=folder, check=True, stdout=subprocess.DEVNULL)

        def make(games):
            run("datagen", "--variant", "fuzz-table", "--games", str(games), "--nodes", "30",
                "--least-plies", "1", "--most-plies", "4", "--window", "2000", "--no-network",
                "--seed", str(games), "--out", ".")
            return f"fuzz-table-{games}.prgdata"

        games, network = make(3), "network.prgnet"
        run("train", "--data", make(200), "--out", network, "--hidden", "32", "--epochs", "1",
            "--output-buckets", "2")
        for target, file in [("data_file", games), ("network_file", network)]:
            content = (pathlib.Path(folder) / file).read_bytes()
            # The first byte: checksums as they are, checksums put right.
            write(target, "as-it-is", b"\0" + content)
            write(target, "put-right", b"\1" + content)


def main():
    peregrine = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target" / "release" / "peregrine"
    positions()
    games()
    variants()
    movements()
    imports()
    tables(peregrine)
    training(peregrine)


if __name__ == "__main__":
    main()
