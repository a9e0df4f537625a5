#!/usr/bin/env python3
"""Checks the counts of an EPD file of Fairy-Stockfish's games with Fairy-Stockfish itself.

    python3 scripts/fairy_stockfish_counts.py GAMES.ini COUNTS.epd [MAX_NODES]

needs the package pyffish. Each line of the EPD file is a position with the operations
'variant NAME' and 'D1 COUNT', 'D2 COUNT' and so on, as in tests/data/import/. Counts above
MAX_NODES (100000 without it) are skipped. The exit status is 1 if a count differs.
"""

import sys

import pyffish


def perft(game: str, position: str, moves: list[str], depth: int) -> int:
    if pyffish.is_immediate_game_end(game, position, moves)[0]:
        return 0
    legal = pyffish.legal_moves(game, position, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(game, position, [*moves, move], depth - 1) for move in legal)


def main() -> int:
    games, counts = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    with open(games, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    passed = failed = 0
    with open(counts, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            position, *operations = (part.strip() for part in line.split(";"))
            words = dict(part.split(" ", 1) for part in operations)
            for name, count in words.items():
                if name == "variant" or int(count) > most:
                    continue
                found = perft(words["variant"], position, [], int(name[1:]))
                if found == int(count):
                    passed += 1
                else:
                    failed += 1
                    print(f"{counts}:{number}: {name} is {found}, not {count}: {position}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
