#!/usr/bin/env python3
"""The rules of Falcon Chess as a referee needs them: slow, plain, and independent of the engine.

    scripts/falcon_rules.py perft FILE.epd             check counts, or add them where they are missing
    scripts/falcon_rules.py positions VARIANT [SEED]   positions from random games, to be counted

Besides `falcon` it knows the other boards and arrays of docs/rules.md, section 5, whose Rooks stand in the corners.
Castling moves the King three squares (`three`, as XBoard's built-in variant has it), two (`orthodox`), or to any square
between King and Rook (`free`). Moves are written in coordinates.
"""

import itertools
import random
import re
import sys

LETTERS = "abcdefghij"
PROMOTIONS = "qrbnf"
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
FAR = 16
SLIDERS = {"R": (FAR, 0), "B": (0, FAR), "Q": (FAR, FAR)}
# A guard goes one or two squares in any direction, a man one.
GUARDS = SLIDERS | {"G": (2, 2), "M": (1, 1)}


class Rules:
    """A board, the array on it, and what follows from them."""

    def __init__(
        self, files, ranks, start, castling="free", promotions=PROMOTIONS, start_rank=2, advanced="", sliders=SLIDERS
    ):
        """Pawns start on a rank, or the next one on the files named as advanced. For each piece that moves along lines
        `sliders` says how far it goes straight and diagonally."""
        self.files, self.ranks = files, ranks
        self.castling, self.promotions, self.sliders = castling, promotions, sliders
        self.start = f"{start} w KQkq - 0 1"
        self.squares = range(files * ranks)
        self.knight = [
            self.leaps(s, [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)])
            for s in self.squares
        ]
        self.king = [self.leaps(s, STRAIGHT + DIAGONAL) for s in self.squares]
        self.rook = [[self.ray(s, d) for d in STRAIGHT] for s in self.squares]
        self.bishop = [[self.ray(s, d) for d in DIAGONAL] for s in self.squares]
        self.falcon = [self.falcon_paths(s) for s in self.squares]
        # The squares from which a pawn of a color (True is White) attacks a square.
        self.pawn_attackers = {
            True: [self.leaps(s, [(-1, -1), (1, -1)]) for s in self.squares],
            False: [self.leaps(s, [(-1, 1), (1, 1)]) for s in self.squares],
        }
        own_ranks = [start_rank - 1 + (LETTERS[file] in advanced) for file in range(files)]
        self.double_steps = {
            True: {rank * files + file for file, rank in enumerate(own_ranks)},
            False: {(ranks - 1 - rank) * files + file for file, rank in enumerate(own_ranks)},
        }
        # The King and the Rooks stand where the array has them, the Rooks in the corners.
        self.king_file = start.split("/")[-1].index("K")

    def square(self, file, rank):
        """The index of a square, or None off the board."""
        return rank * self.files + file if 0 <= file < self.files and 0 <= rank < self.ranks else None

    def name(self, index):
        return LETTERS[index % self.files] + str(index // self.files + 1)

    def index(self, name):
        return LETTERS.index(name[0]) + self.files * (int(name[1:]) - 1)

    def walk(self, index, steps):
        """The squares passed by taking the steps one after the other, or None if the walk leaves the board."""
        file, rank = index % self.files, index // self.files
        passed = []
        for df, dr in steps:
            file, rank = file + df, rank + dr
            if self.square(file, rank) is None:
                return None
            passed.append(self.square(file, rank))
        return passed

    def leaps(self, index, offsets):
        return [self.walk(index, [offset])[0] for offset in offsets if self.walk(index, [offset])]

    def ray(self, index, direction):
        length = next(n for n in itertools.count(1) if self.walk(index, [direction] * n) is None)
        return self.walk(index, [direction] * (length - 1))

    def falcon_paths(self, index):
        """For each target of a Falcon the pairs of squares between, one pair for each of the three paths."""
        paths = {}
        for straight in STRAIGHT:
            for diagonal in DIAGONAL:
                if straight[0] * diagonal[0] + straight[1] * diagonal[1] != 1:
                    continue  # The diagonal step must lead on in the direction of the straight one.
                for steps in ([straight, straight, diagonal], [straight, diagonal, diagonal]):
                    for order in sorted(set(itertools.permutations(steps))):
                        passed = self.walk(index, order)
                        if passed:
                            paths.setdefault(passed[2], []).append((passed[0], passed[1]))
        return sorted(paths.items())

    def corners(self):
        """The Rooks' squares and the letters of their rights."""
        last = self.files * (self.ranks - 1)
        return ((0, "Q"), (self.files - 1, "K"), (last, "q"), (last + self.files - 1, "k"))

    def attacked(self, board, target, white):
        """Whether a piece of the given color attacks the square."""
        own = str.upper if white else str.lower
        pawn, knight, falcon, king = map(own, "pnfk")
        if any(board[s] == pawn for s in self.pawn_attackers[white][target]):
            return True
        if any(board[s] == knight for s in self.knight[target]) or any(board[s] == king for s in self.king[target]):
            return True
        for rays, way in ((self.rook, 0), (self.bishop, 1)):
            for line in rays[target]:
                for distance, s in enumerate(line, 1):
                    if board[s] != ".":
                        kind = board[s].upper()
                        if board[s] == own(kind) and distance <= self.sliders.get(kind, (0, 0))[way]:
                            return True
                        break
        # A path of the Falcon read backward is a path of the Falcon.
        return any(board[s] == falcon and falcon_open(board, paths) for s, paths in self.falcon[target])


def falcon_open(board, paths):
    return any(board[first] == "." and board[second] == "." for first, second in paths)


def array(first, files, ranks, start_rank=2, advanced="", second=""):
    """The board of a start position: the array, what stands on the second rank, and Pawns."""
    rows = [first, second or "." * files]
    rows += ["." * files] * (ranks - 4)
    rows += [rows[1], rows[0]]
    for file in range(files):
        rank = start_rank - 1 + (LETTERS[file] in advanced)
        for row, pawn in ((rank, "P"), (ranks - 1 - rank, "p")):
            rows[row] = rows[row][:file] + pawn + rows[row][file + 1 :]
    rows[-2:] = [row.lower() for row in rows[-2:]]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(rows))


def variant(first, files, ranks, start_rank=2, advanced="", second="", **rules):
    start = array(first, files, ranks, start_rank, advanced, second)
    return Rules(files, ranks, start, start_rank=start_rank, advanced=advanced, **rules)


USUAL, OUTER = "RNBFQKFBNR", "RNFBQKBFNR"
NO_QUEEN = "rbnf"
# The rules of a game are made when somebody asks for them.
VARIANTS = {
    "falcon": lambda: variant(USUAL, 10, 8),
    "falcon-swapped": lambda: variant("RNBFKQFBNR", 10, 8),
    "falcon-outer": lambda: variant(OUTER, 10, 8),
    "falcon-third": lambda: variant(USUAL, 10, 8, start_rank=3),
    "falcon-8x8": lambda: variant("RNBFKBNR", 8, 8, castling="orthodox", promotions=NO_QUEEN),
    "falcon-9x8": lambda: variant("RNBFKFBNR", 9, 8, promotions=NO_QUEEN),
    "falcon-9x8-single": lambda: variant("RNBFQKBNR", 9, 8),
    "falcon-9x9": lambda: variant("RNBFKFBNR", 9, 9, promotions=NO_QUEEN),
    "falcon-9x9-single": lambda: variant("RNBFQKBNR", 9, 9),
    "falcon-9x9-c": lambda: variant("RNFBQKBNR", 9, 9),
    "falcon-9x10": lambda: variant("RNBFKFBNR", 9, 10, promotions=NO_QUEEN),
    "falcon-9x10-single": lambda: variant("RNBFQKBNR", 9, 10),
    "falcon-10x9": lambda: variant(USUAL, 10, 9),
    "falcon-10x9-outer": lambda: variant(OUTER, 10, 9),
    "falcon-10x10": lambda: variant(USUAL, 10, 10),
    "falcon-10x10-outer": lambda: variant(OUTER, 10, 10),
    "falcon-10x10-third": lambda: variant(USUAL, 10, 10, start_rank=3),
    "falcon-10x10-central": lambda: variant(USUAL, 10, 10, advanced="defg"),
    "falcon-guards": lambda: variant(
        USUAL, 10, 10, advanced="defg", second="....GG....", promotions="qrbnfg", sliders=GUARDS
    ),
    "falcon-guards-and-men": lambda: variant(
        USUAL, 10, 10, start_rank=3, second=".M.GM.G.M.", promotions="qrbnfgm", sliders=GUARDS
    ),
}
_made = {}


def rules_of(name):
    """The rules of that game."""
    if name not in _made:
        _made[name] = VARIANTS[name]()
    return _made[name]


FALCON_CHESS = rules_of("falcon")
FILES, RANKS, START = FALCON_CHESS.files, FALCON_CHESS.ranks, FALCON_CHESS.start


def attacked(board, target, white):
    """Whether a piece of the given color attacks the square, in Falcon Chess."""
    return FALCON_CHESS.attacked(board, target, white)


class Position:
    """A position of a game; never changed after it has been made."""

    def __init__(self, board, white, rights, en_passant, halfmoves, number, castling, rules=FALCON_CHESS):
        self.board, self.white, self.rights, self.en_passant = board, white, rights, en_passant
        self.halfmoves, self.number, self.castling, self.rules = halfmoves, number, castling, rules
        self._legal = None

    @staticmethod
    def from_fen(fen, castling="three", rules=FALCON_CHESS):
        rows, side, rights, en_passant, halfmoves, number = fen.split()
        files, ranks = rules.files, rules.ranks
        board = ["."] * (files * ranks)
        for rank, row in zip(range(ranks - 1, -1, -1), rows.split("/"), strict=True):
            cells = "".join("." * int(run) if run.isdigit() else run for run in re.findall(r"\d+|[a-zA-Z]", row))
            if len(cells) != files:
                raise ValueError(f"rank {rank + 1} of {fen} has {len(cells)} squares")
            board[rank * files : (rank + 1) * files] = cells
        for corner, letter in rules.corners():
            king, rook = ("K", "R") if letter.isupper() else ("k", "r")
            home = corner - corner % files + rules.king_file
            if letter in rights and (board[home] != king or board[corner] != rook):
                raise ValueError(f"no unmoved King or no Rook in the corner for {letter} in {fen}")
        passed = None if en_passant == "-" else rules.index(en_passant)
        rights = frozenset(rights.replace("-", ""))
        return Position(board, side == "w", rights, passed, int(halfmoves), int(number), castling, rules)

    def fen(self):
        files = self.rules.files
        rows = ["".join(self.board[r * files : (r + 1) * files]) for r in range(self.rules.ranks - 1, -1, -1)]
        placement = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        passed = "-" if self.en_passant is None else self.rules.name(self.en_passant)
        return f"{placement} {'w' if self.white else 'b'} {rights} {passed} {self.halfmoves} {self.number}"

    def own(self, piece):
        return piece != "." and piece.isupper() == self.white

    def in_check(self):
        return self.rules.attacked(self.board, self.board.index("K" if self.white else "k"), not self.white)

    def after(self, origin, target, promotion=None, rook=None):
        """The position after a move; a castling names the Rook's origin and target."""
        board, files = self.board.copy(), self.rules.files
        piece, captured = board[origin], board[target]
        board[origin], board[target] = ".", piece
        en_passant = None
        if piece in "Pp":
            if target == self.en_passant:
                captured = "p"
                board[target + (-files if self.white else files)] = "."
            if abs(target - origin) == 2 * files:
                en_passant = (origin + target) // 2
            if promotion:
                board[target] = promotion.upper() if self.white else promotion
        if rook:
            board[rook[0]] = "."
            board[target], board[rook[1]] = piece, "R" if self.white else "r"
        lost = set()
        for corner, letter in self.rules.corners():
            if corner in (origin, target):
                lost.add(letter)
        if piece in "Kk":
            lost.update("KQ" if self.white else "kq")
        quiet = piece not in "Pp" and captured == "."
        return Position(
            board,
            not self.white,
            self.rights - lost,
            en_passant,
            self.halfmoves + 1 if quiet else 0,
            self.number + (not self.white),
            self.castling,
            self.rules,
        )

    def steps(self):
        """All moves but castling that leave the King's safety aside: origin, target, promotion."""
        board, rules = self.board, self.rules
        for origin, piece in enumerate(board):
            if not self.own(piece):
                continue
            kind = piece.upper()
            if kind == "P":
                yield from self.pawn_steps(origin)
            elif kind == "F":
                for target, paths in rules.falcon[origin]:
                    if not self.own(board[target]) and falcon_open(board, paths):
                        yield origin, target, None
            elif kind in "NK":
                for target in (rules.knight if kind == "N" else rules.king)[origin]:
                    if not self.own(board[target]):
                        yield origin, target, None
            else:
                straight, diagonal = rules.sliders[kind]
                lines = [line[:straight] for line in rules.rook[origin]]
                lines += [line[:diagonal] for line in rules.bishop[origin]]
                for line in lines:
                    for target in line:
                        if not self.own(board[target]):
                            yield origin, target, None
                        if board[target] != ".":
                            break

    def pawn_steps(self, origin):
        rules = self.rules
        forward = rules.files if self.white else -rules.files
        targets = []
        if self.board[origin + forward] == ".":
            targets.append(origin + forward)
            if origin in rules.double_steps[self.white] and self.board[origin + 2 * forward] == ".":
                targets.append(origin + 2 * forward)
        for target in rules.pawn_attackers[not self.white][origin]:
            prey = self.board[target]
            if target == self.en_passant or prey != "." and not self.own(prey):
                targets.append(target)
        for target in targets:
            last = target // rules.files in (0, rules.ranks - 1)
            for promotion in rules.promotions if last else (None,):
                yield origin, target, promotion

    def castlings(self):
        """King's origin and target, Rook's origin and target of each castling whose way is empty and safe."""
        rules = self.rules
        origin = rules.king_file + (0 if self.white else rules.files * (rules.ranks - 1))
        if self.in_check():
            return
        for rook, letter in rules.corners():
            if letter not in self.rights or letter.isupper() != self.white:
                continue
            toward = 1 if rook > origin else -1
            if any(self.board[s] != "." for s in range(origin + toward, rook, toward)):
                continue
            without_king = self.board.copy()
            without_king[origin] = "."
            fixed = {"three": 3, "orthodox": 2}.get(self.castling)
            distances = [fixed] if fixed else range(1, abs(rook - origin))
            for distance in distances:
                target = origin + toward * distance
                way = range(origin, target + toward, toward)
                if not any(rules.attacked(without_king, s, not self.white) for s in way):
                    yield origin, target, rook, target - toward

    def legal(self):
        """The legal moves by name, each with the position after it."""
        if self._legal is None:
            moves, name = {}, self.rules.name
            for origin, target, promotion in self.steps():
                moves[name(origin) + name(target) + (promotion or "")] = self.after(origin, target, promotion)
            for king, target, rook, beside in self.castlings():
                # A castling by one step would look like a step of the King and is written King takes own Rook.
                shown = rook if abs(target - king) == 1 else target
                moves[name(king) + name(shown)] = self.after(king, target, rook=(rook, beside))
            king = "K" if self.white else "k"
            self._legal = {
                move: after
                for move, after in moves.items()
                if not self.rules.attacked(after.board, after.board.index(king), not self.white)
            }
        return self._legal

    def key(self):
        """What must be the same for a repetition; the en-passant square counts only if it can be used."""
        usable = self.en_passant is not None and any(
            self.board[self.rules.index(origin)] in "Pp" and target == self.rules.name(self.en_passant)
            for origin, target in (re.findall(r"[a-j]\d+", move) for move in self.legal())
        )
        return "".join(self.board), self.white, self.rights, self.en_passant if usable else None

    def insufficient(self):
        """K v K, K+N v K, and Kings with any Bishops on one color of squares."""
        men = [(piece.upper(), s) for s, piece in enumerate(self.board) if piece not in ".Kk"]
        if len(men) <= 1 and all(kind in "NB" for kind, _ in men):
            return True
        colors = {(s // self.rules.files + s % self.rules.files) % 2 for _, s in men}
        return all(kind == "B" for kind, _ in men) and len(colors) == 1


def perft(position, depth):
    if depth == 1:
        return len(position.legal())
    return sum(perft(after, depth - 1) for after in position.legal().values())


class Game:
    """A game as the referee sees it: the moves and what they mean for its end."""

    def __init__(self, castling="three"):
        self.position = Position.from_fen(START, castling)
        self.moves = []
        self.seen = {self.position.key(): 1}

    def play(self, move):
        self.position = self.position.legal()[move]
        self.moves.append(move)
        key = self.position.key()
        self.seen[key] = self.seen.get(key, 0) + 1

    def over(self):
        """Result and reason if the game has ended on the board, else None."""
        position = self.position
        if not position.legal():
            if not position.in_check():
                return "1/2-1/2", "stalemate"
            return ("0-1", "checkmate") if position.white else ("1-0", "checkmate")
        if position.insufficient():
            return "1/2-1/2", "insufficient material"
        if self.seen[position.key()] >= 3:
            return "1/2-1/2", "threefold repetition"
        if position.halfmoves >= 100:
            return "1/2-1/2", "fifty moves"
        return None


def facts_of(line):
    """The FEN of a line of a perft file and what the line says of it."""
    fen, *fields = line.strip().split(";")
    return fen.strip(), dict(field.split(None, 1) for field in fields)


def count(line, largest):
    """The line with its counts: those it has are checked, and if it has none they are added up to the largest."""
    fen, facts = facts_of(line)
    rules = rules_of(facts["variant"].strip())
    position = Position.from_fen(fen, rules.castling, rules)
    known = [name for name in facts if re.fullmatch(r"D\d+", name)]
    for name in known:
        found = perft(position, int(name[1:]))
        if found != int(facts[name]):
            sys.exit(f"{name} of {fen} is {found}, not {facts[name]}")
    if known:
        return line
    for depth in range(1, 6):
        found = perft(position, depth)
        line = f"{line.rstrip()} ;D{depth} {found}"
        if found * len(position.legal()) > largest:
            return line + "\n"
    return line + "\n"


def random_positions(name, seed, wanted=6):
    """Positions of random games that have much in them: promotions, en passant, castling, checks."""
    chance, rules = random.Random(seed), rules_of(name)
    found = {}
    while len(found) < wanted:
        position = Position.from_fen(rules.start, rules.castling, rules)
        for ply in range(160):
            moves = position.legal()
            if not moves or position.halfmoves >= 100:
                break
            traits = {
                "promotion": any(move[-1].isalpha() for move in moves),
                "en passant": position.key()[3] is not None,
                "castling": any(abs(ord(move[0]) - ord(move[2])) > 1 for move in moves if is_king(position, move)),
                "check": position.in_check() and len(moves) > 2,
                "early": ply == 16,
                "late": ply == 90,
            }
            new = [trait for trait, there in traits.items() if there and trait not in found]
            if new and chance.random() < 0.3:
                found[new[0]] = position.fen()
            # Captures and Pawns' moves first, now and then, so that something happens.
            lively = [m for m in moves if moves[m].halfmoves == 0]
            position = moves[chance.choice(lively if lively and chance.random() < 0.4 else sorted(moves))]
    return found


def is_king(position, move):
    return position.board[position.rules.index(re.match(r"[a-j]\d+", move)[0])] in "Kk"


def main():
    match sys.argv[1:]:
        case ["perft", path]:
            with open(path, encoding="utf-8") as file:
                lines = file.readlines()
            for number, line in enumerate(lines):
                if not line.startswith("#") and line.strip():
                    lines[number] = count(line, 120_000)
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)
        case ["positions", name, *seed]:
            for fen in random_positions(name, int(seed[0]) if seed else 1).values():
                print(f"{fen} ;variant {name}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
