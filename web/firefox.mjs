// The page without a server in Firefox: a game to its end by mouse, then an analysis.
//
//     npm run build:site && node firefox.mjs [FOLDER]
//
// FIREFOX names the browser (firefox-esr). It is steered by Marionette, its own protocol.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "./serve.mjs";

const site = process.argv[2] ?? "../target/site";
const PATIENCE = 60_000;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** What `ask` gives as soon as it gives anything. */
async function eventually(what, ask) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It took too long: ${what}`);
    await pause(100);
  }
}

/** Messages are an array in JSON, with its length before it. */
class Marionette {
  #number = 0;
  #received = Buffer.alloc(0);
  #waiting = new Map();

  constructor(socket) {
    this.socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#read();
    });
  }

  #read() {
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end));
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, number, error, result] = message;
      const { resolve, reject } = this.#waiting.get(number);
      if (error) reject(new Error(error.message));
      else resolve(result);
    }
  }

  send(command, parameters = {}) {
    this.#number += 1;
    const number = this.#number;
    const text = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  async evaluate(script, ...args) {
    const { value } = await this.send("WebDriver:ExecuteScript", { script, args });
    return value;
  }

  /** Clicks with the mouse in the middle of the element that a selector finds. */
  async click(value) {
    const found = await this.send("WebDriver:FindElement", { using: "css selector", value });
    const [id] = Object.values(found.value);
    await this.send("WebDriver:ElementClick", { id });
  }
}

const open = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });

const server = await serve(site);
const profile = mkdtempSync(join(tmpdir(), "peregrine-firefox-"));
const port = 20000 + (process.pid % 20000);
writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\n`);
const options = ["--headless", "--marionette", "--no-remote", "--profile", profile];
const browser = spawn(process.env.FIREFOX ?? "firefox-esr", options, { stdio: "ignore" });
const ended = new Promise((resolve) => browser.on("exit", resolve));
try {
  const page = new Marionette(await eventually("Firefox begins", () => open(port)));
  await page.send("WebDriver:NewSession", {});
  const url = `http://127.0.0.1:${server.address().port}/#variant=chess`;
  await page.send("WebDriver:Navigate", { url });
  const piece = (square) =>
    page.evaluate(
      "return document.querySelector(`[data-square='${arguments[0]}']`)?.dataset.piece",
      square,
    );
  await eventually("the board is there", async () => (await piece("e1")) && !(await piece("e4")));
  for (const move of ["f2f3", "e7e5", "g2g4"]) {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    await page.click(`[data-square="${from}"]`);
    await page.click(`[data-square="${to}"]`);
    await eventually(move, async () => !(await piece(from)) && (await piece(to)));
  }
  const depth = () =>
    page.evaluate("return Number(/depth (\\d+)/i.exec(document.body.textContent)?.[1] ?? 0)");
  const analysis = `return [...document.querySelectorAll("label")]
    .find((label) => label.textContent.includes("Analysis"))?.querySelector("input")?.click()`;
  await page.evaluate(analysis);
  await eventually("the analysis is 6 plies deep", async () => (await depth()) >= 6);
  const reached = await depth();
  await page.evaluate(analysis);
  await page.click('[data-square="d8"]');
  await page.click('[data-square="h4"]');
  const last = await eventually("the game has ended", () =>
    page.evaluate("return /Q(?:d8)?h4#/.exec(document.body.textContent)?.[0]"),
  );
  console.log(`Firefox: a game by mouse to ${last}, an analysis to depth ${reached}.`);
} finally {
  browser.kill();
  await ended;
  server.close();
  rmSync(profile, { recursive: true, force: true });
}
