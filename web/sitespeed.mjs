// Measures the page without a server in Chromium:
//
//     npm run build:site && node sitespeed.mjs [ROUNDS [SECONDS [FOLDER]]]
//
// It prints what the first visit transfers, compressed; the time until the first move is possible;
// and the nodes per second from the start position of Falcon Chess, as ratios to the program
// (PEREGRINE, by default target/release/peregrine), with which the searches of the page take turns.
// Medians; the machine should be idle.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { chromium } from "@playwright/test";

import { serve } from "./serve.mjs";
import { keepWorkers, openIsolated } from "./siteworkers.mjs";

const [rounds = "3", seconds = "5", site = "../target/site"] = process.argv.slice(2);
const PROGRAM = process.env.PEREGRINE ?? "../target/release/peregrine";
const HASH = 64;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** In the page: notes when the board has pieces. */
function watch() {
  new MutationObserver((_, observer) => {
    if (document.querySelector("[data-piece]") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.firstBoard = performance.now())));
  }).observe(document, { childList: true, subtree: true });
}

/** In the page: the nodes per second of an analysis with this number of threads. */
async function analyze({ threads, hash, seconds }) {
  const worker = window.workers.at(-1);
  const send = (request) =>
    worker.postMessage({ type: "request", text: JSON.stringify(request), threads });
  let speed = 0;
  const listener = ({ data }) => {
    if (data.type !== "message") return;
    const message = JSON.parse(data.text);
    if (message.type === "thinking") speed = message.nodesPerSecond;
  };
  worker.addEventListener("message", listener);
  send({ type: "analyze", lines: 1, threads, hash });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  worker.removeEventListener("message", listener);
  send({ type: "stopAnalysis" });
  return speed;
}

/** The nodes per second of the program. */
function alone(threads) {
  const program = spawn(PROGRAM);
  const options = `setoption name Hash value ${HASH}\nsetoption name Threads value ${threads}\n`;
  program.stdin.write(`uci\n${options}position startpos\ngo movetime ${seconds * 1000}\n`);
  return new Promise((resolve) => {
    let output = "";
    program.stdout.on("data", (data) => {
      output += data;
      if (!output.includes("bestmove")) return;
      program.stdin.end("quit\n");
      resolve(Number([...output.matchAll(/ nps (\d+)/g)].pop()[1]));
      output = "";
    });
  });
}

const server = await serve(site);
const address = `http://127.0.0.1:${server.address().port}/`;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

const sizes = new Map();
const times = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    if (round === 0) sizes.set(name, gzipSync(readFileSync(join(site, name))).length);
  });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForFunction(() => window.firstBoard !== undefined);
  times.push(await page.evaluate(() => window.firstBoard));
  await context.close();
}
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(`transferred: ${(total / 1e6).toFixed(2)} MB in ${sizes.size} files`);
console.log(`first move possible: ${median(times).toFixed(0)} ms`);

const page = await browser.newPage();
await keepWorkers(page);
await openIsolated(page, address);
for (const threads of [1, 2]) {
  const ratios = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const here = await page.evaluate(analyze, { threads, hash: HASH, seconds: Number(seconds) });
    ratios.push(here / (await alone(threads)));
  }
  console.log(
    `nodes per second, threads ${threads}: ${median(ratios).toFixed(2)} of the program's`,
  );
}
await browser.close();
server.close();
