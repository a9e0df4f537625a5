// How long the user waits. The limits are wide: the machine may be busy.

import { expect, test } from "./fixtures";

interface Times {
  firstBoard: number | null;
  released: number;
  moves: number[];
}

declare global {
  interface Window {
    times: Times;
  }
}

/** Notes in the page when the board was drawn, and how long moves took to be shown. */
function watch(): void {
  window.times = { firstBoard: null, released: 0, moves: [] };
  const { times } = window;
  const drawn = (note: () => void) => requestAnimationFrame(() => setTimeout(note, 0));
  addEventListener("pointerup", () => (times.released = performance.now()), true);
  new MutationObserver(() => {
    if (times.firstBoard === null && document.querySelector("[data-piece]") !== null) {
      times.firstBoard = -1;
      drawn(() => (times.firstBoard = performance.now()));
    }
  }).observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => {
    // The name of the board tells the side to move; it changes when the state comes.
    new MutationObserver((records) => {
      if (times.released === 0 || !records.some(({ attributeName }) => attributeName !== null))
        return;
      const { released } = times;
      times.released = 0;
      drawn(() => times.moves.push(performance.now() - released));
    }).observe(document, { subtree: true, attributeFilter: ["aria-label"] });
  });
}

const LINE = "e2e4 e7e5 b1c3 b8c6 j2j4 j7j5 a2a4 a7a5 h2h3 h7h6";

test("how long it takes until the page can be used, and until a move is shown", async ({
  table,
}) => {
  await table.page.addInitScript(watch);
  await table.open();
  await table.page.waitForFunction(() => (window.times.firstBoard ?? -1) > 0);
  const firstBoard = await table.page.evaluate(() => window.times.firstBoard ?? 0);
  await table.newGame({ variant: "falcon" });
  const moves: number[] = [];
  for (const mv of LINE.split(" ")) {
    await table.page.evaluate(() => {
      window.times.released = 0;
      window.times.moves = [];
    });
    await table.moves(mv, "drag");
    await table.page.waitForFunction(() => window.times.moves.length > 0);
    moves.push(await table.page.evaluate(() => window.times.moves[0] ?? 0));
  }
  moves.sort((a, b) => a - b);
  const [least, median, most] = [moves[0], moves[moves.length >> 1], moves[moves.length - 1]];
  const text = (time: number | undefined) => `${(time ?? 0).toFixed(0)} ms`;
  console.log(
    `First board drawn after ${text(firstBoard)}. Move shown, with the next legal moves, after ` +
      `${text(median)} (median of ${moves.length}; ${text(least)} to ${text(most)}).`,
  );
  expect(firstBoard).toBeLessThan(5000);
  expect(median).toBeLessThan(500);
});
