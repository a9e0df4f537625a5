// Compares legal moves and their SAN with those of ffish-es6, and the time that both take:
//
//     npm install && node rules.mjs [ROUNDS]
//
// A game of chess with random moves, the same for both, is played through; in every position the
// legal moves are listed in coordinates and in SAN. The rounds of the two take turns.
import { Board, load } from "../dist/index.js";
import { loadFfish, numbers } from "./ffish.mjs";

const PLIES = 100;
const rounds = Number(process.argv[2] ?? 31);

/** A game that lasts for all plies. */
function game() {
  for (let seed = 1; ; seed += 1) {
    const random = numbers(seed);
    const board = new Board("chess");
    while (board.outcome() === null && board.history().length < PLIES) {
      const moves = board.legalMoves();
      board.push(moves[random.next().value % moves.length]);
    }
    const moves = board.history();
    board.free();
    if (moves.length === PLIES) return moves;
  }
}

function ours(moves) {
  const board = new Board("chess");
  const found = moves.map((move) => {
    const row = [board.legalMoves(), board.legalSans()];
    board.push(move);
    return row;
  });
  board.free();
  return found;
}

function theirs(ffish, moves) {
  const board = new ffish.Board("chess");
  const found = moves.map((move) => {
    const row = [board.legalMoves().split(" "), board.legalMovesSan().split(" ")];
    board.push(move);
    return row;
  });
  board.delete();
  return found;
}

function milliseconds(work) {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const sorted = (rows) => JSON.stringify(rows.map((row) => row.map((words) => [...words].sort())));

await load();
const ffish = await loadFfish();
const moves = game();
if (sorted(ours(moves)) !== sorted(theirs(ffish, moves))) throw new Error("the moves differ");
console.log(`${PLIES} plies of chess: all legal moves and their SAN are the same.`);

const [a, b] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  a.push(milliseconds(() => ours(moves)));
  b.push(milliseconds(() => theirs(ffish, moves)));
}
const [own, other] = [median(a), median(b)];
console.log(
  `peregrine-chess ${own.toFixed(2)} ms, ffish-es6 ${other.toFixed(2)} ms: ${(other / own).toFixed(2)} x`,
);
