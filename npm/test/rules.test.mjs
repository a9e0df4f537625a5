import assert from "node:assert/strict";
import test from "node:test";

import { addVariants, Board, boardOf, load, readPgn, variant, variants } from "peregrine-chess";

test("nothing works before it is loaded", () => {
  assert.throws(() => new Board(), /call load\(\) first/);
});

test("rules", async (t) => {
  await load();

  await t.test("counts of known trees", () => {
    for (const [name, depth, leaves] of [
      ["chess", 3, 8902],
      ["falcon", 3, 15766],
      ["capablanca", 3, 25228],
    ])
      assert.equal(new Board(name).perft(depth), leaves);
    assert.throws(() => new Board().perft(1000), /the depth must be 0 to/);
  });

  await t.test("moves in both notations", () => {
    const board = new Board("chess");
    assert.equal(board.legalMoves().length, 20);
    assert.deepEqual(
      board.legalMoves().map((move) => board.san(move)),
      board.legalSans(),
    );
    assert.equal(board.push("Nf3"), "g1f3");
    assert.equal(board.push("g8f6"), "g8f6");
    assert.deepEqual(board.history(), ["g1f3", "g8f6"]);
    assert.equal(board.fen(), "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2");
    assert.equal(board.pop(), "g8f6");
    assert.equal(board.turn(), "black");
    assert.equal(board.uci("Nf6"), "g8f6");
    const copy = board.copy();
    copy.push("d5");
    assert.equal(board.history().length, 1);
  });

  await t.test("the end of a game", () => {
    const board = new Board("chess");
    for (const move of ["f3", "e5", "g4"]) board.push(move);
    assert.equal(board.outcome(), null);
    assert.equal(board.result(), "*");
    board.push("Qh4");
    assert.ok(board.isCheck());
    assert.deepEqual(board.legalMoves(), []);
    assert.deepEqual(board.outcome(), {
      result: "0-1",
      winner: "black",
      reason: "checkmate",
      text: "Black wins by checkmate",
    });
  });

  await t.test("errors are in words", () => {
    const board = new Board("chess");
    assert.throws(() => board.push("e5"), { message: "'e5' is not legal here" });
    assert.throws(() => board.push("e2e5"), /e2e5/);
    assert.throws(() => board.pop(), { message: "there is no move to take back" });
    assert.throws(() => new Board("ches"), /unknown variant 'ches'; did you mean 'chess'\?/);
    assert.throws(() => new Board({ variant: "chess", fen: "nonsense" }), Error);
    assert.throws(() => new Board({ variant: "chess", castling: "sideways" }), /sideways/);
    assert.throws(() => board.paths("k9"), /'k9' is not a square of the board of chess/);
    assert.throws(() => new Board({ fen: "k9", array: 1 }), /fen or array, not both/);
    board.free();
    assert.throws(() => board.fen(), { message: "this board has been freed" });
    assert.throws(() => board.push("e4"), { message: "this board has been freed" });
  });

  await t.test("paths of a Falcon", () => {
    const board = new Board({ fen: "k9/10/5p4/10/4F5/10/10/K9 w - - 0 1" });
    const [target] = board.paths("e4").filter((target) => target.square === "g7");
    assert.equal(target.paths.length, 3);
    assert.deepEqual(target.paths[0], { squares: ["e4", "e5", "f6", "g7"], blocked: ["f6"] });
    assert.deepEqual(board.paths("a1"), []);
  });

  await t.test("games and shuffled arrays", () => {
    assert.equal(variants()[0], "falcon");
    assert.ok(variants().length > 100);
    const { files, ranks, arrays, pieces } = variant("chess960");
    assert.deepEqual([files, ranks, arrays], [8, 8, { first: 0, last: 959 }]);
    assert.equal(pieces.N, "Knight");
    const board = new Board({ variant: "chess960", array: 518 });
    assert.equal(board.state().array, 518);
    assert.match(board.fen(), /^rnbqkbnr\//);
  });

  await t.test("games of a variant file", () => {
    const text = `
[losing-stalemate]
base = "chess"
title = "Chess where stalemate loses"
about = "Leave the other side a move."
stalemate = "loss"
`;
    const [name] = addVariants(text);
    assert.equal(variant(name).about, "Leave the other side a move.");
    const board = new Board({ variant: name, fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" });
    assert.equal(board.result(), "1-0");
    assert.throws(() => addVariants('[broken]\nbase = "chess"\nboard = 7'), /line 3/);
  });

  await t.test("PGN", () => {
    const pgn = new Board("falcon");
    for (const move of ["e4", "e5", "Nc3"]) pgn.push(move);
    const written = pgn.pgn({ White: "Duke", Event: 'A "match"' });
    assert.match(written, /\[White "Duke"\]/);
    const [read] = readPgn(written);
    assert.deepEqual(
      read.moves.map((move) => move.san),
      ["e4", "e5", "Nc3"],
    );
    assert.equal(boardOf(read).fen(), pgn.fen());
    const faulty = "1. e4 e4 *\n\n1. d4 {sound} 1-0\n";
    assert.throws(() => [...readPgn(faulty, { variant: "chess" })], /line 1, game 1: .*'e4'/);
    const faults = [];
    const games = readPgn(faulty, { variant: "chess", onFault: (fault) => faults.push(fault) });
    const [game] = games;
    assert.equal(faults.length, 1);
    assert.deepEqual(game.moves, [{ uci: "d2d4", san: "d4", comment: "sound" }]);
    assert.equal(game.result, "1-0");
  });
});
