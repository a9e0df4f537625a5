// Plays random games in the worker of a page without a server, whose memory must stay steady:
//
//     npm run build:site && node games.mjs [GAMES] [FOLDER]
//
// The page shows one game in nine, because games that it does not show are faster. It prints the
// memory of the page with its worker, in MiB, after 100 games, after half of them and at the end.
// CHROMIUM names the browser (/usr/bin/chromium); the one without windows cannot measure memory.

import { chromium } from "@playwright/test";

import { serve } from "./serve.mjs";
import { keepWorkers, openIsolated } from "./siteworkers.mjs";

const [games = "1000", site = "../target/site"] = process.argv.slice(2);
const VARIANTS = ["falcon", "chess", "capablanca", "falcon100", "permutation"];

/** In the page: plays a game of random moves, and returns how many. */
async function playGame({ variant, isShown }) {
  const worker = window.workers.at(-1);
  window.showMessage ??= worker.onmessage;
  worker.onmessage = isShown ? window.showMessage : null;
  const send = (request) =>
    new Promise((resolve) => {
      const listener = ({ data }) => {
        if (data.type !== "message") return;
        const message = JSON.parse(data.text);
        if (message.type !== "state") return;
        worker.removeEventListener("message", listener);
        resolve(message);
      };
      worker.addEventListener("message", listener);
      worker.postMessage({ type: "request", text: JSON.stringify(request), threads: 1 });
    });
  const person = { type: "person" };
  const start = { variant, castling: null, promotion: null, fen: null, array: null };
  const players = { white: person, black: person };
  let state = await send({ type: "newGame", start, players, clock: null });
  let plies = 0;
  while (state.result === null && plies < 300) {
    const { legal } = state.position;
    state = await send({ type: "play", mv: legal[Math.floor(Math.random() * legal.length)].mv });
    plies += 1;
  }
  return plies;
}

/** In an isolated page: its memory with that of its workers, in MiB. */
async function measure() {
  const { bytes } = await performance.measureUserAgentSpecificMemory();
  return Math.round(bytes / 2 ** 20);
}

const server = await serve(site);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await keepWorkers(page);
await openIsolated(page, `http://127.0.0.1:${server.address().port}/`);
const reports = [100, Math.floor(games / 2), Number(games)];
let plies = 0;
for (let number = 1; number <= Number(games); number += 1) {
  const variant = VARIANTS[number % VARIANTS.length];
  plies += await page.evaluate(playGame, { variant, isShown: number % 9 === 0 });
  if (reports.includes(number))
    console.log(`${number} games, ${plies} moves: ${await page.evaluate(measure)} MiB`);
}
await browser.close();
server.close();
