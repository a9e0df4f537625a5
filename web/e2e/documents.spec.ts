// The documents of the page without a server: their links, search, and boards.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures";

/** Everything that the pages reachable from this address link to or load. */
async function crawl(page: Page, first: string): Promise<{ pages: string[]; faults: string[] }> {
  const faults: string[] = [];
  const seen = new Set<string>();
  const pages: string[] = [];
  const open = [first];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await page.request.get(address);
    if (!answer.ok()) faults.push(`${address}: ${answer.status()}`);
    if (!(answer.headers()["content-type"] ?? "").startsWith("text/html")) continue;
    pages.push(address);
    const html = await answer.text();
    const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
    for (const [, name, target = ""] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(target) && name === "href") continue;
      const { href, hash }: URL = new URL(target, address);
      const here: string = href.slice(0, href.length - hash.length);
      if (!/^(\.\.?\/|#|[\w-])/.test(target)) faults.push(`${address}: ${target} is not relative`);
      if (here === address && hash !== "" && !ids.has(decodeURIComponent(hash.slice(1))))
        faults.push(`${address}: no ${hash}`);
      if (here.includes("/docs/")) open.push(here);
    }
  }
  return { pages, faults };
}

test("all links of the documents lead somewhere, and to this site", async ({ page, server }) => {
  const { pages, faults } = await crawl(page, `${server.address}docs/index.html`);
  expect(faults).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
});

test("search finds a section, and everything comes from the site", async ({ page, server }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.address)) elsewhere.push(request.url());
  });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`${server.address}docs/guide/board.html`);
  await page.getByRole("searchbox", { name: "Search" }).fill("mental cruelty");
  const results = page.locator(".results li");
  await expect(results.first()).toBeVisible();
  await results.getByRole("link").first().click();
  await expect(page).toHaveURL(/docs\/.*\.html#/);
  await page.getByRole("searchbox", { name: "Search" }).fill("xyzzyqq");
  await expect(page.getByText("Nothing was found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".results")).toBeHidden();
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});

test("the diagrams of the rules lead to boards that show them", async ({ table, page, server }) => {
  test.setTimeout(120_000);
  await page.goto(`${server.address}docs/rules.html`);
  const links = page.locator("a.board");
  const addresses = await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).href),
  );
  expect(addresses.length).toBeGreaterThan(30);
  const [popup] = await Promise.all([page.waitForEvent("popup"), links.first().click()]);
  await expect(popup.locator("[role=alert]")).toHaveCount(0);
  await popup.close();
  await table.open();
  for (const address of addresses) {
    const line = new URLSearchParams(new URL(address).hash.slice(1));
    const [variant, fen] = [line.get("variant"), line.get("fen")];
    await table.after(
      () => page.evaluate((hash) => (location.hash = hash), line.toString()),
      // The last board may send another state in the meantime.
      ({ position }) => fen === null || position.fen.split(" ")[0] === fen.split(" ")[0],
    );
    if (variant !== null)
      await expect(page.getByRole("grid", { name: `Board of ${variant},` })).toBeVisible();
    await expect(page.locator(".note.error")).toHaveCount(0);
  }
});

test("a diagram becomes a board to play on, which keeps nothing", async ({ page, server }) => {
  await page.goto(`${server.address}docs/rules.html`);
  const figure = page
    .locator("figure")
    .filter({ has: page.locator("a[href='../#variant=permutation']") })
    .first();
  await figure.getByRole("button", { name: "Play here" }).click();
  const board = figure.frameLocator("iframe");
  await expect(board.getByRole("grid", { name: "Board of permutation," })).toBeVisible();
  await board.locator("[data-square=e2]").click();
  await board.locator("[data-square=e4]").click();
  await expect(board.locator("[data-square=e4]")).toHaveAttribute("data-piece", "wP");
  await expect(board.getByRole("banner")).toBeHidden();
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
});

test("boards in documents work where pages are isolated", async ({ table, page, server }) => {
  await table.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${server.address}docs/rules.html`);
  expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(true);
  await page.getByRole("button", { name: "Play here" }).first().click();
  await expect(page.frameLocator("iframe").getByRole("grid", { name: "Board of" })).toBeVisible();
});

test("documents are accessible, on a phone too", async ({ page, server }) => {
  test.setTimeout(180_000);
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ["index", "rules", "guide/variant-files"]) {
      await page.goto(`${server.address}docs/${name}.html`);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    }
  }
});

test("the board leads to the documents", async ({ table, page }) => {
  await table.open();
  await table.command("Help");
  await page.getByRole("link", { name: "Rules, guide and research" }).click();
  await expect(page.getByRole("heading", { name: "Documents", level: 1 })).toBeVisible();
});

test("a link opens in another browser, with options and moves", async ({
  table,
  page,
  context,
  another,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open();
  await table.newGame({ variant: "falcon", castling: "three" });
  await table.moves("e2e4 e7e5");
  await table.command("Copy link");
  await expect(page.getByText("opens for everybody")).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const other = await another();
  await other.open({ variant: "falcon" });
  await other.after(
    () => other.page.goto(link.href),
    (state) => state.tree.length === 3,
  );
  await other.shows();
  expect(link.hash).toContain("castling=three");
  await other.expectPieces({ e4: "wP", e5: "bP" });
});
