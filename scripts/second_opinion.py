#!/usr/bin/env python3
"""Replays the games of a match by rules of its own, and says whether they ended as the match says.

    scripts/second_opinion.py DIRECTORY...

DIRECTORY is what `peregrine match --out` made, of matches in Falcon Chess with free castling or that by three squares
and promotion to any piece. All moves must be legal by `falcon_rules.py`, no game may have been over before its last
move, and what ended on the board must have ended for the reason given. An illegal move that was found must be illegal
here, too. The exit status is 1 if any game tells another story. Only the Python standard library is needed.
"""

import json
import pathlib
import re
import sys

from falcon_rules import Game

ON_THE_BOARD = {
    "checkmate": "checkmate",
    "stalemate": "stalemate",
    "repetition": "threefold repetition",
    "fifty-moves": "fifty moves",
    "insufficient-material": "insufficient material",
}


def complaint(record, castling):
    """What is wrong with a game, if anything."""
    if "start" in record:
        return "it does not begin with the start position"
    game = Game(castling)
    for number, move in enumerate(record["moves"]):
        if game.over():
            return f"it was over after {number} halfmoves: {game.over()}"
        if move["move"] not in game.position.legal():
            return f"halfmove {number + 1}, {move['move']}, is not legal in {game.position.fen()}"
        game.play(move["move"])
    over = game.over()
    reason = ON_THE_BOARD.get(record["termination"])
    if reason:
        return None if over == (record["result"], reason) else f"it ended with {over}, not {record['reason']}"
    if over:
        return f"it ended with {over}, not {record['reason']}"
    refused = re.search(r"makes an illegal move: '([^']*)'", record["reason"])
    if refused and refused[1] in game.position.legal():
        return f"{refused[1]} is legal in {game.position.fen()}"
    return None


def check(directory):
    """Tells of each game with another story; returns how many games there are, and how many of those."""
    with open(pathlib.Path(directory) / "results.jsonl", encoding="utf-8") as file:
        header, *records = map(json.loads, file)
    identity = header["identity"]
    game = (identity["variant"], identity["promotion"])
    if game != ("falcon", "any") or identity["castling"] not in ("free", "three"):
        sys.exit(f"{directory}: these rules are not known here: {identity['variant']}")
    wrong = 0
    for record in records:
        reason = complaint(record, identity["castling"])
        if reason:
            wrong += 1
            print(f"{directory}: game {record['game'] // 2 + 1}.{record['game'] % 2 + 1}: {reason}")
    return len(records), wrong


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    counts = [check(directory) for directory in sys.argv[1:]]
    games, wrong = (sum(column) for column in zip(*counts))
    print(f"{games} games, {wrong} with another story")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
