// The package in Chromium.
import assert from "node:assert/strict";
import test from "node:test";

import { openPage } from "../tools/browser.mjs";

test("rules and engine in a browser", async (t) => {
  const { page, requests, close } = await openPage();
  t.after(close);
  const found = await page.evaluate(async () => {
    const { Board, Engine, load } = await import("/npm/dist/index.js");
    await load();
    const board = new Board("capablanca");
    const moves = board.legalMoves().length;
    const engine = await Engine.start({ data: "/data" });
    await engine.setOption("UCI_Variant", "capablanca");
    const { best } = await engine.search({ go: "depth 6" });
    board.push(best);
    const endless = engine.search({ moves: board.history(), go: "infinite" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    engine.postMessage("stop");
    const { best: answer, lines } = await endless;
    board.push(answer);
    engine.terminate();
    return { moves, plies: board.history().length, depth: lines[0].depth };
  });
  assert.equal(found.moves, 28);
  assert.equal(found.plies, 2);
  assert.ok(found.depth > 2, `depth ${found.depth}`);
  assert.ok(requests.includes("/data/networks/capablanca.prgnet"));
  assert.ok(requests.includes("/data/tablebases/capablanca-KPvK.tablebase"));
  // That has five megabytes, and many men are on the board.
  assert.ok(!requests.some((name) => name.includes("KBNvK")));
});
