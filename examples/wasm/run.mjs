// Runs the module of this folder: node run.mjs MODULE DEPTH
// For each game, prints the number of nodes that the bench visits to this depth.
import { readFile } from "node:fs/promises";

const games = ["falcon", "chess", "capablanca", "falcon100", "permutation"];
const [path, depth] = process.argv.slice(2);
const clock = { now: () => performance.now() };
const { instance } = await WebAssembly.instantiate(await readFile(path), { env: clock });
const { bench, perft, nodes_in, use_clock } = instance.exports;

for (const [number, game] of games.entries()) {
    console.log(`${game}: ${bench(number, Number(depth))} nodes`);
}

function expect(what, condition) {
    if (!condition) {
        throw new Error(`${what} is not as expected`);
    }
}

expect("perft of Chess", perft(1, 3) === 8902n);
expect("a search that counts nodes", nodes_in(0, 100) < 60000n);
use_clock();
const start = performance.now();
expect("a search by the clock", nodes_in(0, 200) > 0n);
const took = performance.now() - start;
expect("its time", took >= 100 && took < 2000);
