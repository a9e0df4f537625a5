// What the first board does not need comes later: nothing is lost if it is late or does not come.

import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures";

/** Keeps the parts that are loaded later on their way, until the answer is called. */
async function holdUp(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/more\.(js|css)$/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

test("the first board waits for nothing else, and the rest comes by itself", async ({ table }) => {
  const asked: string[] = [];
  table.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdUp(table.page);
  await table.open();
  await table.after(() => table.gesture("e2", "e4"));
  await table.expectPieces({ e2: null, e4: "wP" });
  const code = asked.filter((path) => /\.(js|css)$/.test(path));
  expect(code.slice(0, 2).sort()).toEqual(["/app.css", "/app.js"]);
  release();
  await expect.poll(() => table.sans()).toEqual(["e4"]);
  await expect(table.item("Help")).toBeAttached();
  expect([...new Set(asked)].filter((path) => path.includes("more")).sort()).toEqual([
    "/more.css",
    "/more.js",
  ]);
});

test("a dialog that is late comes, and keys are not for the board meanwhile", async ({ table }) => {
  const { page } = table;
  const release = await holdUp(page);
  await table.open();
  const isFlipped = () => page.locator(".player").first().getAttribute("data-side");
  const before = await isFlipped();
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  await expect(page.getByText("Loading…")).toBeVisible();
  expect(await isFlipped()).toBe(before);
  release();
  await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
  await expect(page.getByText("Loading…")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(table.dialog).toBeHidden();
  await page.keyboard.press("f");
  await expect.poll(isFlipped).not.toBe(before);
});

test("Escape gives up a dialog that is late", async ({ table }) => {
  const { page } = table;
  const release = await holdUp(page);
  await table.open();
  await page.keyboard.press("h");
  await page.keyboard.press("Escape");
  release();
  await expect(table.item("Help")).toBeAttached();
  await expect(table.dialog).toBeHidden();
});

test("if they do not come, a sentence says so, and they come with the next try", async ({
  table,
}) => {
  const { page } = table;
  await page.route(/\/more\.(js|css)$/, (route) => route.abort());
  await table.open();
  await table.button("New game").click();
  await expect(page.getByText("could not be loaded: the server does not answer")).toBeVisible();
  await expect(table.dialog).toBeHidden();
  await table.after(() => table.gesture("e2", "e4"));
  await table.after(() => table.gesture("e7", "e5"));
  await table.expectPieces({ e2: null, e4: "wP", e7: null, e5: "bP" });
  await page.unroute(/\/more\.(js|css)$/);
  await expect.poll(() => table.sans()).toEqual(["e4", "e5"]);
  await table.button("New game").click();
  await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
  // The browser itself complains of what it could not load.
  table.faults.splice(0);
});

/** How many nodes of the document there are, with those that something still holds. */
async function countNodes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return nodes;
}

test("a game that is over leaves nothing in the page", async ({ table }) => {
  await table.open();
  const shuffle = "Nc3 Nc6 Nb1 Nb8 ".repeat(30);
  const counts: number[] = [];
  for (let game = 0; game < 5; game += 1) {
    await table.newGame();
    await table.after(
      () => table.openFile("shuffle.pgn", `[Variant "falcon"]\n\n${shuffle}*\n`),
      ({ tree }) => tree.length > 100,
    );
    await table.shows();
    counts.push(await countNodes(table.page));
  }
  const [, second = 0, , , last = 0] = counts;
  expect(last, counts.join(", ")).toBeLessThan(1.1 * second);
});
