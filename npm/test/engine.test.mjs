import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";

import { Engine } from "peregrine-chess";

const data = new URL("../../data/", import.meta.url);

/** A new engine, which the test ends. */
async function engineFor(t, options) {
  const engine = await Engine.start(options);
  t.after(() => engine.terminate());
  return engine;
}

test("the worker speaks UCI", async () => {
  const worker = new Worker(new URL(import.meta.resolve("peregrine-chess/uci-worker")));
  const lines = [];
  const quit = new Promise((resolve) => worker.on("exit", resolve));
  worker.on("message", (line) => {
    lines.push(line);
    if (line.startsWith("bestmove")) worker.postMessage("quit");
  });
  for (const line of ["uci", "isready", "go depth 5"]) worker.postMessage(line);
  await quit;
  assert.match(lines[0], /^id name Peregrine /);
  for (const line of ["uciok", "readyok"]) assert.ok(lines.includes(line), line);
  assert.match(lines.at(-1), /^bestmove [a-j]\d[a-j]\d/);
});

test("a search has a result, and a mate is found", async (t) => {
  const engine = await engineFor(t);
  await engine.setOption("UCI_Variant", "chess");
  const seen = [];
  const { best, lines } = await engine.search({
    fen: "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    go: "depth 4",
    onInfo: (info) => seen.push(info.depth),
  });
  assert.equal(best, "d1d8");
  assert.deepEqual(lines[0].score, { mate: 1 });
  assert.ok(seen.length > 0);
  const over = await engine.search({ moves: ["f2f3", "e7e5", "g2g4", "d8h4"], go: "depth 3" });
  assert.equal(over.best, null);
});

test("errors are in words, and nothing is lost by them", async (t) => {
  const engine = await engineFor(t);
  await assert.rejects(engine.search({ moves: ["e2e5"], go: "depth 3" }), /e2e5/);
  await assert.rejects(engine.setOption("Hash", 100_000_000), Error);
  await assert.rejects(engine.setOption("EvalFile", "/tmp/x"), Error);
  await assert.rejects(engine.addVariants("[broken]"), /broken/);
  assert.notEqual((await engine.search({ go: "depth 3" })).best, null);
});

test("stop is obeyed soon, whatever is searched", async (t) => {
  const engine = await engineFor(t);
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const search = engine.search({ go: "infinite" });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const begin = performance.now();
    engine.postMessage("stop");
    await search;
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  // Other work may use the processors; on an idle machine it takes some 10 ms.
  assert.ok(times[2] < 1000, String(times));
});

test("networks and tables make a difference", async (t) => {
  const nodes = async (options) => {
    const engine = await engineFor(t, options);
    await engine.setOption("UCI_Variant", "chess");
    const lines = await engine.ask("bench 5", "Nodes/second");
    return lines.find((line) => line.startsWith("Nodes searched: "));
  };
  const [without, withData] = [await nodes(), await nodes({ data })];
  assert.match(withData, /^Nodes searched: \d+$/);
  assert.notEqual(without, withData);
});

test("games of a variant file are played", async (t) => {
  const engine = await engineFor(t);
  await engine.addVariants(
    '[quick]\nbase = "chess"\ntitle = "Three checks win"\nstalemate = "loss"\n',
  );
  await engine.setOption("UCI_Variant", "quick");
  const { best } = await engine.search({ go: "depth 3" });
  assert.match(best, /^[a-h]\d[a-h]\d$/);
});

test("an engine that has ended says so", async () => {
  const engine = await Engine.start();
  const search = engine.search({ go: "infinite" });
  await new Promise((resolve) => setTimeout(resolve, 200));
  engine.terminate();
  await assert.rejects(search, /the engine has ended/);
  assert.throws(() => engine.postMessage("isready"), /the engine has ended/);
});
