// Checks with Fairy-Stockfish that exported games are the same games:
//
//     npm install && node exported.mjs PEREGRINE [POSITIONS]
//
// ffish-es6 reads every game that 'PEREGRINE variants export' can write, and counts the moves of its
// start position and of POSITIONS positions of random play (by default 8) to depth 2;
// 'PEREGRINE perft --suite' must find the same counts. The exit status is 1 if a count differs, or
// if hardly a game could be exported.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadFfish, numbers } from "./ffish.mjs";

/** The number of games that can be exported, at least. */
const LEAST = 110;

const [peregrine, positions = "8"] = process.argv.slice(2);

const run = (...words) => spawnSync(peregrine, words, { encoding: "utf8" });

const legalMoves = (board) => board.legalMoves().split(" ").filter(Boolean);

/** The games that can be exported: our name, theirs, the FEN of the start, the text. */
function exportedGames(names) {
  return names.flatMap((name) => {
    const { status, stdout, stderr } = run("variants", "export", name);
    if (status === 1) return [];
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    const [, variant] = stdout.match(/^\[(.+)\]$/m);
    const [, start] = stdout.match(/^startFen = (.+)$/m);
    return [{ name, variant, start, text: stdout }];
  });
}

/** Plays some random moves. */
function playRandomly(board, random) {
  for (let plies = 4 + (random.next().value % 56); plies > 0; plies -= 1) {
    const legal = legalMoves(board);
    if (legal.length === 0) return;
    board.push(legal[random.next().value % legal.length]);
  }
}

/** A line of an EPD file: the position and its counts to depth 2. */
function counts(board, name) {
  const legal = legalMoves(board);
  const replies = legal.map((move) => {
    board.push(move);
    const { length } = legalMoves(board);
    board.pop();
    return length;
  });
  const total = replies.reduce((sum, count) => sum + count, 0);
  return `${board.fen()} ;variant ${name} ;D1 ${legal.length} ;D2 ${total}`;
}

const ffish = await loadFfish();
const names = run("variants", "--all").stdout.match(/^\S+$/gm);
const games = exportedGames(names);
ffish.loadVariantConfig(games.map(({ text }) => text).join("\n"));
const known = new Set(ffish.variants().split(" "));
const lines = [];
for (const [index, { name, variant, start }] of games.entries()) {
  if (!known.has(variant)) throw new Error(`${name}: Fairy-Stockfish does not take it`);
  const random = numbers(index + 1);
  for (let number = 0; number <= Number(positions); number += 1) {
    const board = new ffish.Board(variant, start);
    if (number > 0) playRandomly(board, random);
    // After a triple step Fairy-Stockfish names both squares.
    if (board.fen().split(" ")[3].length <= "a10".length) lines.push(counts(board, name));
    board.delete();
  }
}

const folder = await mkdtemp(join(tmpdir(), "exported-"));
const suite = join(folder, "exported.epd");
await writeFile(suite, `${lines.join("\n")}\n`);
const checked = run("perft", "--suite", suite);
await rm(folder, { recursive: true });
process.stdout.write(checked.stdout + checked.stderr);
console.log(`${games.length} of ${names.length} games exported, ${lines.length} positions`);
if (checked.status !== 0 || games.length < LEAST) process.exitCode = 1;
