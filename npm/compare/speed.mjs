// Compares nodes per second with those of fairy-stockfish-nnue.wasm in Chromium, each on one
// thread, from the start position of Capablanca's game:
//
//     npm install && node speed.mjs [ROUNDS [SECONDS]]
//
// The searches of the two take turns in one page. Neither has a network file by default; with
// PEREGRINE_DATA=1 this engine uses its network.
import { openPage } from "../tools/browser.mjs";

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 5);

const { page, close } = await openPage();
page.on("pageerror", (error) => console.error(String(error)));
await page.addScriptTag({
  url: "/npm/compare/node_modules/fairy-stockfish-nnue.wasm/stockfish.js",
});
const speeds = await page.evaluate(
  async ({ rounds, seconds, data }) => {
    const { Engine } = await import("/npm/dist/index.js");
    const ours = await Engine.start(data ? { data: new URL("/data/", location.href) } : {});
    const stockfish = await globalThis.Stockfish();
    const theirs = {
      ask: (line, answer) =>
        new Promise((resolve) => {
          const lines = [];
          const listen = (text) => {
            lines.push(text);
            if (!text.startsWith(answer)) return;
            stockfish.removeMessageListener(listen);
            resolve(lines);
          };
          stockfish.addMessageListener(listen);
          for (const part of line.split("\n")) stockfish.postMessage(part);
        }),
    };
    const setup = [
      "uci",
      "setoption name Threads value 1",
      "setoption name Hash value 16",
      "setoption name Use NNUE value false",
      "setoption name UCI_Variant value capablanca",
      "isready",
    ];
    for (const engine of [ours, theirs])
      await engine.ask(
        setup.filter((line) => engine === theirs || !line.includes("NNUE")).join("\n"),
        "readyok",
      );
    const speed = async (engine) => {
      const begin = performance.now();
      const line = `ucinewgame\nposition startpos\ngo movetime ${1000 * seconds}`;
      const lines = await engine.ask(line, "bestmove");
      const last = lines.filter((line) => / nodes \d/.test(line)).at(-1);
      return (1000 * Number(/ nodes (\d+)/.exec(last)[1])) / Number(/ time (\d+)/.exec(last)[1]);
    };
    const found = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round += 1) {
      found.ours.push(await speed(ours));
      found.theirs.push(await speed(theirs));
    }
    return found;
  },
  { rounds, seconds, data: process.env.PEREGRINE_DATA !== undefined },
);
await close();
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const [own, other] = [median(speeds.ours), median(speeds.theirs)];
console.log(
  `capablanca: peregrine-chess ${Math.round(own / 1000)}, fairy-stockfish-nnue.wasm ` +
    `${Math.round(other / 1000)} thousand nodes a second: ${(own / other).toFixed(2)} x`,
);
