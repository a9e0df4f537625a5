"""Plays and analyses orthodox chess with Peregrine through python-chess, a real client.

    pip install chess
    scripts/python_chess_client.py target/release/peregrine

python-chess speaks both protocols with the engine: as a UCI client and as a client of the
XBoard protocol. It checks every move that it gets and every line that it is shown by rules
of its own. The script ends with status 1 at the first disagreement.
"""

import sys

import chess
import chess.engine

# Positions with castling, en passant, promotion, few moves and many.
POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
]


def demand(holds, what):
    """Ends the script if something that has to hold does not."""
    if not holds:
        sys.exit(f"python-chess: {what}")


def play_game(engine):
    """A game of the engine against itself to its end; returns its plies and result."""
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        result = engine.play(board, chess.engine.Limit(depth=4), info=chess.engine.INFO_ALL)
        demand(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        board.push(result.move)
    return board.ply(), board.result(claim_draw=True)


def look(engine, limit):
    """Analyses the positions; every line has to be playable."""
    for fen in POSITIONS:
        board = chess.Board(fen)
        info = engine.analyse(board, limit)
        line = info.get("pv", [])
        demand(line, f"no line for {fen}")
        for move in line:
            demand(move in board.legal_moves, f"{move} in a line for {fen}")
            board.push(move)
    # python-chess knows by its own rules that this is mate in one.
    board = chess.Board(POSITIONS[-1])
    mate = engine.play(board, chess.engine.Limit(depth=4)).move
    board.push(mate)
    demand(board.is_checkmate(), f"{mate} is not mate in {POSITIONS[-1]}")


def as_uci_client(program):
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        demand(engine.id["name"].startswith("Peregrine "), f"its name is {engine.id}")
        engine.configure({"Hash": 16})
        # This client sets UCI_Variant itself, but only for variants that it knows.
        look(engine, chess.engine.Limit(depth=6))
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
        first = {line["pv"][0] for line in lines}
        demand(len(first) == 3, f"three lines begin with {first}")
        with engine.analysis(chess.Board()) as analysis:
            for number, info in enumerate(analysis):
                if info.get("depth", 0) >= 6 or number > 1000:
                    break
        demand(analysis.wait().move is not None, "analysis that was stopped has no best move")
        print("UCI: a game of %d plies, %s" % play_game(engine))


def as_xboard_client(program):
    with chess.engine.SimpleEngine.popen_xboard(program) as engine:
        # A depth would not do: in this protocol python-chess ends an analysis itself, and
        # waits for the depth for ever if the engine has proven a mate before it.
        look(engine, chess.engine.Limit(time=0.2))
        print("XBoard protocol: a game of %d plies, %s" % play_game(engine))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    as_uci_client(sys.argv[1])
    as_xboard_client(sys.argv[1])


if __name__ == "__main__":
    main()
