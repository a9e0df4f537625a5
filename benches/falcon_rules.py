"""The rules of Falcon Chess as a referee needs them: slow, plain, and independent of the engine.

The game is `falcon`: castling moves the King three squares (`three`, as XBoard's built-in variant has it) or
to any square between King and Rook (`free`); promotion is to Q, R, B, N or F. Moves are written in coordinates.
"""

import itertools
import re

FILES, RANKS = 10, 8
LETTERS = "abcdefghij"
START = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"
PROMOTIONS = "qrbnf"
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def square(file, rank):
    """The index of a square, or None off the board."""
    return rank * FILES + file if 0 <= file < FILES and 0 <= rank < RANKS else None


def name(index):
    return LETTERS[index % FILES] + str(index // FILES + 1)


def walk(index, steps):
    """The squares passed by taking the steps one after the other, or None if the walk leaves the board."""
    file, rank = index % FILES, index // FILES
    passed = []
    for df, dr in steps:
        file, rank = file + df, rank + dr
        if square(file, rank) is None:
            return None
        passed.append(square(file, rank))
    return passed


def leaps(index, offsets):
    return [walk(index, [offset])[0] for offset in offsets if walk(index, [offset])]


def ray(index, direction):
    length = next(n for n in itertools.count(1) if walk(index, [direction] * n) is None)
    return walk(index, [direction] * (length - 1))


def falcon_paths(index):
    """For each target of a Falcon the pairs of squares between, one pair for each of the three paths."""
    paths = {}
    for straight in STRAIGHT:
        for diagonal in DIAGONAL:
            if straight[0] * diagonal[0] + straight[1] * diagonal[1] != 1:
                continue  # The diagonal step must lead on in the direction of the straight one.
            for steps in ([straight, straight, diagonal], [straight, diagonal, diagonal]):
                for order in sorted(set(itertools.permutations(steps))):
                    passed = walk(index, order)
                    if passed:
                        paths.setdefault(passed[2], []).append((passed[0], passed[1]))
    return sorted(paths.items())


SQUARES = range(FILES * RANKS)
KNIGHT = [leaps(s, [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]) for s in SQUARES]
KING = [leaps(s, STRAIGHT + DIAGONAL) for s in SQUARES]
ROOK = [[ray(s, d) for d in STRAIGHT] for s in SQUARES]
BISHOP = [[ray(s, d) for d in DIAGONAL] for s in SQUARES]
FALCON = [falcon_paths(s) for s in SQUARES]
# The squares from which a pawn of a colour (True is White) attacks a square.
PAWN_ATTACKERS = {
    True: [leaps(s, [(-1, -1), (1, -1)]) for s in SQUARES],
    False: [leaps(s, [(-1, 1), (1, 1)]) for s in SQUARES],
}


def falcon_open(board, paths):
    return any(board[first] == "." and board[second] == "." for first, second in paths)


def attacked(board, target, white):
    """Whether a piece of the given colour attacks the square."""
    own = str.upper if white else str.lower
    pawn, knight, bishop, rook, falcon, queen, king = map(own, "pnbrfqk")
    if any(board[s] == pawn for s in PAWN_ATTACKERS[white][target]):
        return True
    if any(board[s] == knight for s in KNIGHT[target]) or any(board[s] == king for s in KING[target]):
        return True
    for rays, slider in ((ROOK, rook), (BISHOP, bishop)):
        for line in rays[target]:
            first = next((board[s] for s in line if board[s] != "."), ".")
            if first in (slider, queen):
                return True
    # A path of the Falcon read backwards is a path of the Falcon.
    return any(board[s] == falcon and falcon_open(board, paths) for s, paths in FALCON[target])


class Position:
    """A position of Falcon Chess; never changed after it has been made."""

    def __init__(self, board, white, rights, en_passant, halfmoves, number, castling):
        self.board, self.white, self.rights, self.en_passant = board, white, rights, en_passant
        self.halfmoves, self.number, self.castling = halfmoves, number, castling
        self._legal = None

    @staticmethod
    def from_fen(fen, castling="three"):
        rows, side, rights, en_passant, halfmoves, number = fen.split()
        board = ["."] * (FILES * RANKS)
        for rank, row in zip(range(RANKS - 1, -1, -1), rows.split("/"), strict=True):
            cells = "".join("." * int(run) if run.isdigit() else run for run in re.findall(r"\d+|[a-zA-Z]", row))
            if len(cells) != FILES:
                raise ValueError(f"rank {rank + 1} of {fen} has {len(cells)} squares")
            board[rank * FILES : (rank + 1) * FILES] = cells
        for letter in rights.replace("-", ""):
            home, king, rook = (0, "K", "R") if letter.isupper() else (70, "k", "r")
            corner = home + (9 if letter in "Kk" else 0)
            if board[home + 5] != king or board[corner] != rook:
                raise ValueError(f"no King on the f-file or no Rook in the corner for {letter} in {fen}")
        passed = None if en_passant == "-" else LETTERS.index(en_passant[0]) + FILES * (int(en_passant[1]) - 1)
        return Position(
            board, side == "w", frozenset(rights.replace("-", "")), passed, int(halfmoves), int(number), castling
        )

    def fen(self):
        rows = ["".join(self.board[r * FILES : (r + 1) * FILES]) for r in range(RANKS - 1, -1, -1)]
        placement = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        passed = "-" if self.en_passant is None else name(self.en_passant)
        return f"{placement} {'w' if self.white else 'b'} {rights} {passed} {self.halfmoves} {self.number}"

    def own(self, piece):
        return piece != "." and piece.isupper() == self.white

    def in_check(self):
        return attacked(self.board, self.board.index("K" if self.white else "k"), not self.white)

    def after(self, origin, target, promotion=None, rook=None):
        """The position after a move; a castling names the Rook's origin and target."""
        board = self.board.copy()
        piece, captured = board[origin], board[target]
        board[origin], board[target] = ".", piece
        en_passant = None
        if piece in "Pp":
            if target == self.en_passant:
                captured = "p"
                board[target + (-FILES if self.white else FILES)] = "."
            if abs(target - origin) == 2 * FILES:
                en_passant = (origin + target) // 2
            if promotion:
                board[target] = promotion.upper() if self.white else promotion
        if rook:
            board[rook[0]] = "."
            board[target], board[rook[1]] = piece, "R" if self.white else "r"
        lost = set()
        for corner, letter in ((0, "Q"), (9, "K"), (70, "q"), (79, "k")):
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
        )

    def steps(self):
        """All moves but castling that leave the King's safety aside: origin, target, promotion."""
        board = self.board
        for origin, piece in enumerate(board):
            if not self.own(piece):
                continue
            kind = piece.upper()
            if kind == "P":
                yield from self.pawn_steps(origin)
            elif kind == "F":
                for target, paths in FALCON[origin]:
                    if not self.own(board[target]) and falcon_open(board, paths):
                        yield origin, target, None
            elif kind in "NK":
                for target in (KNIGHT if kind == "N" else KING)[origin]:
                    if not self.own(board[target]):
                        yield origin, target, None
            else:
                lines = (ROOK[origin] if kind in "RQ" else []) + (BISHOP[origin] if kind in "BQ" else [])
                for line in lines:
                    for target in line:
                        if not self.own(board[target]):
                            yield origin, target, None
                        if board[target] != ".":
                            break

    def pawn_steps(self, origin):
        forward = FILES if self.white else -FILES
        targets = []
        if self.board[origin + forward] == ".":
            targets.append(origin + forward)
            if origin // FILES == (1 if self.white else RANKS - 2) and self.board[origin + 2 * forward] == ".":
                targets.append(origin + 2 * forward)
        for target in PAWN_ATTACKERS[not self.white][origin]:
            prey = self.board[target]
            if target == self.en_passant or prey != "." and not self.own(prey):
                targets.append(target)
        for target in targets:
            last = target // FILES in (0, RANKS - 1)
            for promotion in PROMOTIONS if last else (None,):
                yield origin, target, promotion

    def castlings(self):
        """King's origin and target, Rook's origin and target of each castling whose way is empty and safe."""
        origin = 5 if self.white else 75
        if self.in_check():
            return
        for letter, corner in (("K", 9), ("Q", 0)):
            if (letter if self.white else letter.lower()) not in self.rights:
                continue
            rook = origin - 5 + corner
            toward = 1 if rook > origin else -1
            if any(self.board[s] != "." for s in range(origin + toward, rook, toward)):
                continue
            without_king = self.board.copy()
            without_king[origin] = "."
            distances = [3] if self.castling == "three" else range(1, abs(rook - origin))
            for distance in distances:
                target = origin + toward * distance
                way = range(origin, target + toward, toward)
                if not any(attacked(without_king, s, not self.white) for s in way):
                    yield origin, target, rook, target - toward

    def legal(self):
        """The legal moves by name, each with the position after it."""
        if self._legal is None:
            moves = {}
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
                if not attacked(after.board, after.board.index(king), not self.white)
            }
        return self._legal

    def key(self):
        """What must be the same for a repetition; the en-passant square counts only if it can be used."""
        usable = self.en_passant is not None and any(
            self.board[int(move[1]) * FILES - FILES + LETTERS.index(move[0])] in "Pp"
            and move[2:] == name(self.en_passant)
            for move in self.legal()
        )
        return "".join(self.board), self.white, self.rights, self.en_passant if usable else None

    def insufficient(self):
        """K v K, K+N v K, and Kings with any Bishops on one colour of squares."""
        men = [(piece.upper(), s) for s, piece in enumerate(self.board) if piece not in ".Kk"]
        if len(men) <= 1 and all(kind in "NB" for kind, _ in men):
            return True
        return all(kind == "B" for kind, _ in men) and len({(s // FILES + s % FILES) % 2 for _, s in men}) == 1


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
