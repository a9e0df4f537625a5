#!/usr/bin/env python3
"""Falcon Chess from imbalanced arrays, as a variant file.

usage: arrays.py > arrays.toml

The start position of each game lacks some pieces of either side: one Pawn, each
of the ten in turn, or what stands in IMBALANCES, with either color. Openings of
all of them, to be played as `falcon`, are made by

    peregrine variants --check arrays.toml      (the names, at the edge)
    peregrine openings 30 --variants arrays.toml --variant NAME --plies 4-9 \\
        --margin 100 --window 1500 --nodes 300 --seed 5 --format epd --out NAME.epd
"""

ARRAY = "RNBFQKFBNR"
FILES = "abcdefghij"

# What one side lacks : what the other lacks.
IMBALANCES = """
    F:R F:RP F:RPP F:N F:NP F:NPP F:B F:BP F:BPP F:NB F:NN F:BB
    F:PPP F:PPPP F:PPPPP FF:RR FF:RRP FF:RB FF:BBN FF:Q FFP:Q FP:Q
    R:N R:NP R:NPP R:B R:BP R:BPP R:BN RP:BN R:PPP R:PPPP R:PPPPP RR:FB RR:FN RR:Q RRP:Q
    Q:F Q:FF Q:FN Q:FB Q:RR Q:RF Q:RB Q:RN Q:FPP Q:FPPP Q:BNN Q:BBN
    N:B NN:BB BN:BB N:PP N:PPP N:PPPP B:PP B:PPP B:PPPP
""".split()

# Which Pawns are missing, one order for each color to lack more.
PAWNS = [[1, 8, 3, 6, 0, 9], [2, 7, 4, 5, 1, 8]]


def row(pieces):
    """A rank as FEN has it; None is an empty square."""
    text, empty = "", 0
    for piece in pieces + [""]:
        if piece is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + piece
        empty = 0
    return text


def start(white, black, order):
    """The position without these pieces."""
    sides = []
    for missing in (white, black):
        pieces, pawns = list(ARRAY), list("P" * len(FILES))
        free = list(PAWNS[order] if missing is white else reversed(PAWNS[order]))
        for piece in missing:
            if piece == "P":
                pawns[free.pop(0)] = None
            else:
                places = [place for place, other in enumerate(pieces) if other == piece]
                pieces[places[-1 if order else 0]] = None
        sides.append((pieces, pawns))
    return position(*sides)


def position(white, black):
    """FEN of two sides, each the pieces of its first rank and its Pawns."""
    rights = "".join(
        letter if side is white else letter.lower()
        for side in (white, black)
        for letter, place in (("K", -1), ("Q", 0))
        if side[0][place] == "R"
    )
    ranks = [row(black[0]).lower(), row(black[1]).lower(), *["10"] * 4, row(white[1]), row(white[0])]
    return f"{'/'.join(ranks)} w {rights or '-'} - 0 1"


def variant(name, fen):
    return f'[{name}]\nbase = "falcon"\ntitle = "Falcon Chess, array {name}"\nstart = "{fen}"\n'


def main():
    full = list(ARRAY), list("P" * len(FILES))
    for place, file in enumerate(FILES):
        pawns = list(full[1])
        pawns[place] = None
        print(variant(f"without-{file}-pawn", position((full[0], pawns), full)))
    for imbalance in IMBALANCES:
        one, other = imbalance.split(":")
        for order, (white, black) in enumerate([(one, other), (other, one)]):
            print(variant(f"without-{white}-and-{black}-{order}".lower(), start(white, black, order)))


if __name__ == "__main__":
    main()
