// What the page keeps: large studies, games that cannot be continued, full storage, tokens.

import { expect, test } from "./fixtures";
import { Server } from "./server";

/** Knights that go to and fro, with a comment after every move. */
function study(plies: number, comment: string): string {
  const moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const texts = Array.from({ length: plies }, (_, ply) => `${moves[ply % 4]} {${comment}}`);
  return `[Variant "chess"]\n\n${texts.join("\n")} *\n`;
}

test("a large study survives a reload", async ({ table }) => {
  test.slow();
  await table.open();
  const comment = "a comment of fifty characters, as people write it.";
  const plies = 12_000;
  await table.after(
    () => table.openFile("large.pgn", study(plies, comment)),
    (state) => state.tree.length === plies + 1,
  );
  const { saved } = table.state;
  await table.after(
    () => table.page.reload(),
    (state) => state.tree.length === plies + 1,
  );
  expect(table.state.saved).toBe(saved);
});

test("a file above the limit gets a sentence, and the game stays", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4");
  await table.openFile("huge.pgn", study(10, "x".repeat(1_000_000)));
  await expect(table.page.getByRole("alert")).toContainText("8.0 MiB at most");
  await table.page.keyboard.press("Escape");
  await table.moves("e7e5");
  await expect.poll(() => table.sans()).toEqual(["e4", "e5"]);
});

test("a game that cannot be continued is kept and offered as a file", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4 e7e5");
  const { saved } = table.state;
  const unknown = saved.replace('"chess"', '"my-chess"');
  await table.page.evaluate((text) => sessionStorage.setItem("game", text), unknown);
  await table.page.reload();
  const banner = table.page.getByRole("alert").first();
  await expect(banner).toContainText("could not be continued");
  await expect(banner).toContainText("my-chess");
  // Neither another reload nor another game takes its place.
  await table.page.reload();
  await expect(banner).toContainText("could not be continued");
  await table.newGame({ variant: "chess" });
  await table.moves("d2d4");
  await table.page.reload();
  await expect(banner).toContainText("could not be continued");
  await expect.poll(() => table.sans()).toEqual(["d4"]);

  const download = table.page.waitForEvent("download");
  await table.button("Save it as a file").click();
  const stream = await (await download).createReadStream();
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  expect(text).toBe(unknown);
  await table.button("Discard").click();
  await expect(banner).toBeHidden();
  // The file is read again, with the name that the game has now.
  await table.after(
    () => table.openFile("game.json", text.replace('"my-chess"', '"chess"')),
    (state) => state.tree.length === 3,
  );
  await table.shows();
  await expect.poll(() => table.sans()).toEqual(["e4", "e5"]);
});

test("a browser without room says so and keeps what it has", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4");
  const kept = await table.page.evaluate(() => {
    const kept = sessionStorage.getItem("game");
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    return kept;
  });
  await table.moves("e7e5");
  await expect(table.page.getByRole("alert").first()).toContainText("no room to keep the game");
  expect(await table.page.evaluate(() => sessionStorage.getItem("game"))).toBe(kept);
  // The page works on.
  await table.moves("g1f3");
  await table.command("Settings");
  await table.dialog.getByRole("combobox", { name: "Page colors" }).selectOption("dark");
  await table.page.keyboard.press("Escape");
  await table.command("Make a game");
  await expect(table.dialog.getByText("no room to keep the file")).toBeVisible();
});

test("a link with a wrong token locks nobody out", async ({ table, server }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4");
  const { origin } = new URL(server.address);
  const other = await table.page.context().newPage();
  await other.goto(`${origin}/?token=0123456789abcdef0123456789abcdef`);
  // The browser knows the right one.
  await expect(other.getByText("No moves yet.")).toBeVisible();
  await other.close();
  await table.after(() => table.page.reload());
  await table.shows();
  await table.moves("e7e5");
  table.forgetConnections();
});

test("a page for which there is no room says so, and gets in later", async ({ table }) => {
  const server = await Server.start();
  table.address = server.address;
  await table.open();
  const { host, searchParams } = new URL(server.address);
  const open = await table.page.evaluateHandle(
    async (address) => {
      const sockets = Array.from({ length: 63 }, () => new WebSocket(address));
      await Promise.all(
        sockets.map((socket) => new Promise((resolve) => (socket.onopen = resolve))),
      );
      return sockets;
    },
    `ws://${host}/socket?token=${searchParams.get("token")}`,
  );
  const page = await table.page.context().newPage();
  await page.goto(server.address);
  await expect(page.getByRole("alert")).toContainText("64 pages are open");
  await open.evaluate((sockets) => sockets.forEach((socket) => socket.close()));
  await expect(page.getByText("No moves yet.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("alert")).toBeHidden();
  await page.close();
  await server.stop();
  table.forgetConnections();
});
