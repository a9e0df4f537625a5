// Runs the module of this folder in Node.js: node run.mjs MODULE DEPTH GAMES
// For each game, prints the number of nodes that the bench visits to this depth. Then it plays
// GAMES games of random moves with a session, whose memory must not grow without end.
// At last it searches with a second thread.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { imports } from "./host.mjs";

const games = ["falcon", "chess", "capablanca", "falcon100", "permutation"];
const [path, depth, count] = process.argv.slice(2);
const data = new URL("../data/", import.meta.url);
/** As large as scripts/wasm permits. */
const memory = new WebAssembly.Memory({ initial: 512, maximum: 16_384, shared: true });
const module = await WebAssembly.compile(await readFile(path));
const { exports } = await WebAssembly.instantiate(module, imports(memory));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function put(content) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const start = exports.allocate(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  return [start, bytes.length];
}

function* messages() {
  for (let length; (length = exports.next_message()) >= 0;) {
    const text = new Uint8Array(memory.buffer, exports.output(), length);
    yield JSON.parse(decoder.decode(text.slice()));
  }
}

function expect(what, condition) {
  if (!condition) throw new Error(`${what} is not as expected`);
}

/** The last message of this kind after a request. */
function send(request, type = "state") {
  exports.receive(...put(JSON.stringify(request)));
  return [...messages()].filter((message) => message.type === type).pop();
}

/** Runs until nothing is left to do, and gives the files that are asked for. */
async function run() {
  for (;;) {
    const wait = exports.run(30);
    if (wait === -2 || wait === -3) {
      const bytes = new Uint8Array(memory.buffer);
      const start = exports.output();
      await give(decoder.decode(bytes.slice(start, bytes.indexOf(0, start))));
    } else if (wait !== 0) return;
  }
}

async function give(name) {
  exports.give_file(...put(name), ...put(await readFile(new URL(name, data))));
}

/** The files of a game that the module has not been given. */
function missingFiles(game) {
  const length = exports.missing_files(...put(game));
  const text = new Uint8Array(memory.buffer, exports.output(), length);
  return decoder.decode(text.slice()).split("\n").filter(Boolean);
}

exports.open(2);
const first = [...messages()].map((message) => message.type);
expect("the beginning", first.join() === "catalog,board,state");
await run();

for (const game of games) {
  for (const file of missingFiles(game)) await give(file);
  console.log(`${game}: ${exports.bench(...put(game), Number(depth))} nodes`);
}

const person = { type: "person" };
const players = { white: person, black: person };
const mebibytes = () => memory.buffer.byteLength >> 20;
let size = 0;
for (let number = 1; number <= Number(count); number += 1) {
  const variant = games[number % games.length];
  const start = { variant, castling: null, promotion: null, fen: null, array: null };
  let state = send({ type: "newGame", start, players, clock: null });
  for (let ply = 0; state.result === null && ply < 300; ply += 1) {
    const { legal } = state.position;
    state = send({ type: "play", mv: legal[Math.floor(Math.random() * legal.length)].mv });
  }
  await run();
  if (number === games.length * 4) size = mebibytes();
  if ([100, 500, Number(count)].includes(number))
    console.error(`after ${number} games: ${mebibytes()} MiB`);
}
expect("the memory", size === 0 || mebibytes() <= size + 16);

/** Starts a thread that waits for searches. */
async function startThread() {
  const size = 9 << 20;
  const workerData = { module, memory, end: exports.allocate(size) + size };
  const thread = new Worker(new URL("thread.mjs", import.meta.url), { workerData });
  await once(thread, "message");
  return thread;
}

const threads = [await startThread(), await startThread()];
const start = { variant: "falcon", castling: null, promotion: null, fen: null, array: null };
send({ type: "newGame", start, players, clock: null });
send({ type: "analyze", lines: 1, threads: 2, hash: 16 });
// Each has hardly a thousand nodes. The other thread goes on in between.
exports.run(0);
await sleep(3000);
exports.run(0);
const { nodes } = [...messages()].filter(({ type }) => type === "thinking").pop();
expect(`the work of the second thread (${nodes} nodes)`, nodes > 20_000);
for (const thread of threads) await thread.terminate();
