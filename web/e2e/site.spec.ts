// What only the page without a server has: its worker, and its files without a network.

import type { Page } from "@playwright/test";

import type { FromWorker, ToWorker } from "../src/local";
import type { Message } from "../src/messages";
import { expect, test } from "./fixtures";
import { Table } from "./table";

/** Plays a move, and waits until the engine has answered. */
async function playAgainstEngine(table: Table, mv: string): Promise<void> {
  const plies = table.state.tree.length + 2;
  await table.after(
    () => table.moves(mv),
    (state) => state.tree.length === plies,
  );
  await table.shows();
}

/** How long the worker takes to obey while it analyzes, in milliseconds. */
function stopTimes(page: Page, rounds: number, threads = 1): Promise<number[]> {
  return page.evaluate(
    async ([rounds, threads]) => {
      const worker = (window as unknown as { workers: Worker[] }).workers.at(-1);
      const send = (request: object) => {
        const message: ToWorker = { type: "request", text: JSON.stringify(request), threads };
        worker?.postMessage(message);
      };
      const comes = (isSearching: boolean) =>
        new Promise<void>((resolve) => {
          const listener = ({ data }: MessageEvent<FromWorker>) => {
            if (data.type !== "message") return;
            const message = JSON.parse(data.text) as Message;
            if (message.type !== "thinking" || message.searching !== isSearching) return;
            worker?.removeEventListener("message", listener);
            resolve();
          };
          worker?.addEventListener("message", listener);
        });
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const begun = comes(true);
        send({ type: "analyze", lines: 1, threads, hash: 16 });
        await begun;
        await new Promise((resolve) => setTimeout(resolve, 100 + 17 * round));
        const before = performance.now();
        const ended = comes(false);
        send({ type: "stopAnalysis" });
        await ended;
        times.push(performance.now() - before);
      }
      return times;
    },
    [rounds, threads] as const,
  );
}

for (const [variant, first, second] of [
  ["falcon", "e2e4", "a2a3"],
  ["capablanca", "f2f4", "a2a3"],
  ["shako", "e3e5", "a3a4"],
] as const) {
  test(`${variant}: the engine answers, and the game survives a reload`, async ({ table }) => {
    await table.open();
    await table.newGame({ variant, level: 2 });
    await playAgainstEngine(table, first);
    const sans = await table.sans();
    expect(sans).toHaveLength(2);
    await table.after(
      () => table.page.reload(),
      (state) => state.tree.length === 3,
    );
    await expect.poll(() => table.sans()).toEqual(sans);
    await playAgainstEngine(table, second);
  });
}

test("analysis deepens and stops within 50 ms", async ({ table }) => {
  await table.open();
  await table.page.getByRole("checkbox", { name: "Analysis" }).check();
  await expect(table.page.locator(".speed")).toContainText(/depth 1\d/i);
  await table.page.getByRole("checkbox", { name: "Analysis" }).uncheck();
  const times = await stopTimes(table.page, 20);
  times.sort((a, b) => a - b);
  // Most may be late on a busy machine.
  expect(times[4]).toBeLessThan(50);
});

test("where the page is isolated, the engine has threads", async ({ table, page }) => {
  await table.open();
  expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(false);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await table.after(() => page.reload());
  await table.shows();
  expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(true);
  await table.command("Settings");
  const threads = table.dialog.getByRole("combobox", { name: "Threads" });
  const processors = await page.evaluate(() => navigator.hardwareConcurrency);
  await expect(threads.locator("option")).toHaveCount(Math.min(processors, 16));
  await threads.selectOption("2");
  await table.dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("checkbox", { name: "Analysis" }).check();
  await expect(page.locator(".speed")).toContainText(/depth 1\d/i);
  await page.getByRole("checkbox", { name: "Analysis" }).uncheck();
  const times = await stopTimes(page, 20, 2);
  times.sort((a, b) => a - b);
  expect(times[4]).toBeLessThan(50);
  await table.newGame({ variant: "falcon", level: 2 });
  await playAgainstEngine(table, "a2a3");
  await expect(page.getByText("fewer threads")).toBeHidden();
});

test("a browser that cannot suspend the module stops as soon", async ({ table, context }) => {
  await context.route("**/worker.js", async (route) => {
    const answer = await route.fetch();
    const body = `delete WebAssembly.Suspending;\n${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
  await table.open();
  const times = await stopTimes(table.page, 20);
  times.sort((a, b) => a - b);
  expect(times[4]).toBeLessThan(50);
  await table.newGame({ variant: "falcon", level: 2 });
  await playAgainstEngine(table, "a2a3");
});

test("it works without a network after it was loaded", async ({ table, page, context }) => {
  await table.open();
  // The files are kept as soon as the worker that keeps them is active.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await table.after(() => page.reload());
  await table.shows();
  await table.newGame({ variant: "falcon", level: 1 });
  await playAgainstEngine(table, "a2a3");
  await expect(page.getByText("cannot be loaded")).toBeHidden();
  // The network of this game has not been loaded before.
  await table.newGame({ variant: "permutation", level: 1 });
  await playAgainstEngine(table, "a2a3");
  await expect(page.getByText("cannot be loaded")).toBeVisible();
  table.faults.splice(0);
  await context.setOffline(false);
});

/** Has the worker of a page end, and waits until another has the game, which has this length. */
async function endWorker(table: Table, positions: number): Promise<void> {
  await table.after(
    () =>
      table.page.evaluate(() => {
        const worker = (window as unknown as { workers: Worker[] }).workers.at(-1);
        worker?.terminate();
        worker?.dispatchEvent(new Event("error"));
      }),
    (state) => state.tree.length === positions,
  );
  await expect(table.page.getByText("The engine does not run")).toBeHidden();
}

test("a worker that ends in mid-search loses no move", async ({ table, page }) => {
  await table.open();
  await table.moves("e2e4 e7e5");
  const studied = await table.sans();
  await page.getByRole("checkbox", { name: "Analysis" }).check();
  await expect(page.locator(".speed")).toContainText(/depth \d/i);
  await endWorker(table, 3);
  await expect.poll(() => table.sans()).toEqual(studied);
  await table.newGame({ variant: "chess", level: 2 });
  await playAgainstEngine(table, "e2e4");
  const sans = await table.sans();
  await endWorker(table, 3);
  await expect.poll(() => table.sans()).toEqual(sans);
  await playAgainstEngine(table, "a2a3");
});

test("two tabs have a game each", async ({ table, context, server }) => {
  await table.open();
  await table.moves("e2e4 e7e5");
  const other = new Table(await context.newPage(), server.address);
  await other.open();
  await other.moves("d2d4");
  await table.moves("a2a3");
  for (const [tab, plies] of [
    [table, 3],
    [other, 1],
  ] as const) {
    const sans = await tab.sans();
    expect(sans).toHaveLength(plies);
    await tab.after(
      () => tab.page.reload(),
      (state) => state.tree.length === plies + 1,
    );
    await expect.poll(() => tab.sans()).toEqual(sans);
  }
  expect(other.faults).toEqual([]);
});

test("what needs a machine is not offered", async ({ table }) => {
  await table.open();
  await expect(table.item("Watch")).toHaveCount(0);
  await table.command("Settings");
  const threads = table.dialog.getByRole("combobox", { name: "Threads" }).locator("option");
  await expect(threads).toHaveCount(1);
});

test("the page loads nothing from elsewhere", async ({ table, page, server }) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await table.open();
  await table.newGame({ variant: "falcon", level: 1 });
  await playAgainstEngine(table, "a2a3");
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses)
    expect(address.startsWith(server.address) || address.startsWith("data:")).toBe(true);
});

test("a link shares a position", async ({ table, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open();
  await table.moves("e2e4 e7e5");
  await table.command("Copy link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("/peregrine/#");
  await page.goto("about:blank");
  await table.after(
    () => page.goto(link),
    (state) => state.tree.length === 3,
  );
});
