// Measures the board: npm run speed. It prints medians; the machine should be idle.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { chromium } from "@playwright/test";

const PROGRAM = process.env.PEREGRINE ?? "../target/release/peregrine";
const ROUNDS = 5;
const SEARCH = 6000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Starts the program and waits until its output matches. */
async function start(options, input, pattern) {
  const program = spawn(PROGRAM, options);
  let output = "";
  program.stdout.on("data", (data) => (output += data));
  program.stdin.write(input);
  while (!pattern.test(output)) await wait(10);
  return { program, output };
}

/** Nodes per second of a search without a page. */
async function alone() {
  const input =
    "uci\nsetoption name Hash value 64\nsetoption name MultiPV value 3\n" +
    `position startpos moves e2e4 e7e5\ngo movetime ${SEARCH}\n`;
  const { program, output } = await start([], input, /bestmove/);
  program.stdin.write("quit\n");
  return Number([...output.matchAll(/ nps (\d+)/g)].pop()[1]);
}

/** The time until a board is drawn in a new page, and that page. */
async function open(browser, address, receive = () => {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => receive(JSON.parse(payload))),
  );
  const begin = performance.now();
  await page.goto(address);
  await page.waitForSelector("[data-piece]");
  return { page, drawn: performance.now() - begin };
}

/** Nodes per second while a page shows the analysis. */
async function shown(browser, address) {
  let speed = 0;
  const { page, drawn } = await open(browser, address, (message) => {
    if (message.type === "thinking" && message.nodes > 0) speed = message.nodesPerSecond;
  });
  for (const square of ["e2", "e4", "e7", "e5"]) await page.click(`[data-square=${square}]`);
  await page.getByRole("checkbox", { name: "Analysis" }).check();
  await wait(SEARCH);
  await page.close();
  return { speed, drawn };
}

/** Milliseconds from sending a move to having the next state, in a page without a board. */
function answers(page, variant) {
  return page.evaluate(async (variant) => {
    const token = encodeURIComponent(localStorage.getItem("token") ?? "");
    const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
    const state = () =>
      new Promise((resolve) => {
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "state") resolve(message);
        };
      });
    let shown = await state();
    const person = { type: "person" };
    const players = { white: person, black: person };
    socket.send(JSON.stringify({ type: "newGame", start: { variant }, players, clock: null }));
    shown = await state();
    const times = [];
    while (times.length < 100 && shown.position.legal.length > 0) {
      const { legal } = shown.position;
      const { mv } = legal[(times.length * 7) % legal.length];
      const begin = performance.now();
      socket.send(JSON.stringify({ type: "play", mv }));
      shown = await state();
      times.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.close();
    return times;
  }, variant);
}

const kilobytes = (names) => {
  const sizes = names.map((name) => gzipSync(readFileSync(`dist/${name}`), { level: 9 }).length);
  return (sizes.reduce((a, b) => a + b) / 1000).toFixed(1);
};
const first = kilobytes(["index.html", "app.js", "app.css", "icon.svg"]);
console.log(
  `for the first board, compressed: ${first} kB; all: ${kilobytes(readdirSync("dist"))} kB`,
);

const { program: server, output } = await start(["board", "--no-open"], "", /http\S+/);
const [address] = /http\S+/.exec(output);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const { page } = await open(browser, address);
for (const variant of ["falcon", "permutation", "chess"]) {
  const times = await answers(page, variant);
  console.log(`move to next state, ${variant}: ${median(times).toFixed(1)} ms`);
}
await page.close();
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const speed = await alone();
  const watched = await shown(browser, address);
  rounds.push({ ratio: watched.speed / speed, drawn: watched.drawn });
}
console.log(`first board in a new page: ${median(rounds.map(({ drawn }) => drawn)).toFixed(0)} ms`);
const ratio = median(rounds.map((round) => round.ratio));
console.log(`nodes per second with the page, against without: ${ratio.toFixed(3)}`);
await browser.close();
server.kill();
