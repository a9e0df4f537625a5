// Reloads, restarts, several pages, and addresses.

import { expect, test } from "./fixtures";
import { Server } from "./server";

test("a reload in the middle of a game continues it", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "capablanca" });
  await table.moves("e2e4 e7e5 g2g3");
  await table.after(() => table.page.reload());
  await table.shows();
  await expect.poll(() => table.sans()).toEqual(["e4", "e5", "g3"]);
  await expect(table.page.getByRole("grid", { name: /^Board of capablanca, Black/ })).toBeVisible();
  await table.moves("g7g6");
  await table.resign();
  await table.after(() => table.page.reload());
  await expect(table.result).toHaveText("0-1 White resigns.");
});

test("the engine's turn outlives a reload", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "falcon", level: 0, color: "white" });
  await table.after(
    () => table.moves("a2a3"),
    (state) => state.tree.length === 3,
  );
  await table.after(() => table.page.reload());
  await table.shows();
  await table.after(
    () => table.moves("b2b3"),
    (state) => state.tree.length === 5,
  );
});

test("a new tab offers the last game", async ({ table }) => {
  await table.open();
  await expect(table.button("Continue the last game")).toBeHidden();
  await table.newGame({ variant: "chess" });
  await table.moves("e2e4 c7c5");

  const page = await table.page.context().newPage();
  await page.goto(table.address);
  await expect(page.getByText("No moves yet.")).toBeVisible();
  await page.getByRole("button", { name: "Continue the last game" }).click();
  await expect(page.getByRole("grid", { name: "Board of chess, White to move" })).toBeVisible();
  await expect(page.locator("[data-node]")).toHaveText(["1.e4", "c5"]);
  await expect(page.getByRole("button", { name: "Continue the last game" })).toBeHidden();
});

test("a server that ends and comes back", async ({ table }) => {
  const first = await Server.start();
  table.address = first.address;
  await table.open();
  await table.newGame();
  await table.moves("e2e4 e7e5");
  await first.stop();
  const banner = table.page.getByRole("alert").first();
  await expect(banner).toContainText("The connection to Peregrine is lost");
  await table.gesture("d2", "d4");
  await expect(table.page.getByText("The server cannot be reached just now.")).toBeVisible();

  // It has another token now, which this page does not know.
  const second = await Server.start(first.port);
  table.address = second.address;
  await expect(banner).toContainText("Open the address");
  await table.open();
  await table.shows();
  await expect.poll(() => table.sans()).toEqual(["e4", "e5"]);
  await table.moves("d2d4");

  const page = await table.page.context().newPage();
  await page.goto(second.address);
  await page.getByRole("button", { name: "Continue the last game" }).click();
  await expect(page.locator("[data-node]")).toHaveText(["1.e4", "e5", "2.d4"]);
  await second.stop();
  await page.close();
  table.forgetConnections();
});

test("a page without the token is told what to do", async ({ page, server }) => {
  await page.goto(new URL(server.address).origin);
  await expect(page.getByRole("alert")).toContainText("Open the address");
});

test("two pages have games of their own", async ({ table, another }) => {
  const other = await another();
  await table.open();
  await other.open();
  await table.newGame({ variant: "chess" });
  await other.newGame({ variant: "falcon" });
  await table.moves("e2e4");
  await other.moves("d2d4 d7d5");
  await table.moves("c7c5");
  await expect.poll(() => table.sans()).toEqual(["e4", "c5"]);
  await expect.poll(() => other.sans()).toEqual(["d4", "d5"]);
});

test("a copied link opens the same position", async ({ table }) => {
  await table.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open();
  await table.newGame({ variant: "falcon", castling: "three" });
  await table.moves("e2e4 f7f5");
  const { fen } = table.state.position;
  await table.command("Copy link");
  await expect(table.page.getByText("Link copied.")).toBeVisible();
  const link = await table.page.evaluate(() => navigator.clipboard.readText());

  // In a new tab, and in the address bar of a page that is open.
  const page = await table.page.context().newPage();
  await page.goto(link);
  await expect(page.locator("[data-square=e4]")).toHaveAttribute("data-piece", "wP");
  await expect(page.locator("[data-square=f5]")).toHaveAttribute("data-piece", "bP");
  await table.newGame({ variant: "chess" });
  await table.after(
    () => table.page.goto(link),
    (state) => state.players === null,
  );
  expect(table.state.position.fen).toBe(fen);
  await table.square("f1").click();

  await table.command("Copy FEN");
  await expect(table.page.getByText("FEN copied.")).toBeVisible();
  expect(await table.page.evaluate(() => navigator.clipboard.readText())).toBe(fen);
});

test("without a clipboard the text is shown", async ({ table }) => {
  await table.page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await table.open();
  await table.command("Copy FEN");
  await expect(table.dialog.getByRole("textbox", { name: "FEN" })).toHaveValue(
    table.state.position.fen,
  );
  await table.dialog.getByRole("button", { name: "Close" }).click();
  await table.command("Copy link");
  await expect(table.dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#variant=falcon&/);
});

test("a link that makes no sense is refused with the reason", async ({ table }) => {
  await table.page.goto(`${table.address}#variant=chess&fen=nonsense`);
  await expect(table.page.getByRole("alert")).toBeVisible();
  await expect(table.page.locator("[data-piece]").first()).toBeVisible();
});
