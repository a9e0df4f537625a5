// Who plays, and with how much time.

import { expect, picture, test } from "./fixtures";
import { PROGRAM, Server } from "./server";

test("Peregrine plays both sides", async ({ table, page }) => {
  await table.open();
  await table.button("New game").click();
  const { dialog } = table;
  await dialog.getByRole("combobox", { name: "Opponent" }).selectOption("none");
  for (const side of ["White", "Black"]) {
    const slider = dialog.getByRole("slider", { name: `${side}'s level` });
    await slider.press("Home");
    if (side === "Black") await slider.press("ArrowRight");
  }
  await expect(dialog).toContainText("It scored 72% against level 0.");
  await table.after(
    () => dialog.getByRole("button", { name: "Start" }).click(),
    (state) => state.tree.length > 8,
  );
  expect(table.state.players).toMatchObject({
    white: { type: "engine", level: 0 },
    black: { type: "engine", level: 1 },
  });
  await table.after(
    () => table.command("Study"),
    (state) => state.players === null,
  );
  const { length } = table.state.tree;
  await page.waitForTimeout(300);
  expect(table.state.tree).toHaveLength(length);
});

test("a clock of one's own", async ({ table }) => {
  await table.open();
  await table.button("New game").click();
  const { dialog } = table;
  await dialog.getByRole("combobox", { name: "Opponent" }).selectOption("person");
  await dialog.getByText("More", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "Clock" }).selectOption({ label: "my own" });
  const start = dialog.getByRole("button", { name: "Start" });
  await dialog.getByLabel("Minutes for each side").fill("");
  await dialog.getByLabel("Seconds added after each move").fill("");
  await expect(dialog).toContainText("Give at least some seconds");
  await expect(start).toBeDisabled();
  await dialog.getByLabel("Minutes for each side").fill("1.5");
  await dialog.getByLabel("Seconds added after each move").fill("7");
  await table.after(
    () => start.click(),
    (state) => state.clock !== null,
  );
  expect(table.state.clock?.black).toBe(90_000);
  await table.moves("e2e4");
  expect(table.state.clock?.white).toBeGreaterThan(90_000);
});

test("an engine that thinks on one's own time plays on", async ({ table, page }) => {
  await table.open();
  await table.button("New game").click();
  await table.dialog.getByText("More", { exact: true }).click();
  await table.dialog.getByRole("checkbox", { name: "Peregrine also thinks on your time" }).check();
  await table.dialog.getByRole("button", { name: "Close" }).click();
  await table.newGame({ variant: "chess", level: 9 });
  expect(table.state.players?.black).toMatchObject({ ponder: true });
  for (const [mv, plies] of [
    ["e2e4", 3],
    ["a2a3", 5],
  ] as const) {
    await table.after(
      () => table.moves(mv),
      (state) => state.tree.length === plies,
    );
    await table.shows();
  }
  await table.after(() => table.button("Resign").click());
  await expect(page.locator(".result")).toContainText("0-1");
});

test("another engine is an opponent of yours and of Peregrine", async ({ table, page }) => {
  const engine = `name='The Other' command='${PROGRAM}' depth=1 hash=1`;
  const server = await Server.start(0, ["--engine", engine]);
  table.address = server.address;
  await table.open();
  const { dialog } = table;
  const start = async (label: string) => {
    await table.button("New game").click();
    await dialog.locator('[data-game="chess"]').click();
    await dialog.getByRole("combobox", { name: "Opponent" }).selectOption({ label });
  };
  await start("The Other; you play Black");
  await expect(dialog.getByRole("slider")).toHaveCount(0);
  await dialog.getByText("More", { exact: true }).click();
  await expect(dialog.getByRole("combobox", { name: "Clock" })).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await picture(table, "new-game-other-engine");
  await table.after(
    () => dialog.getByRole("button", { name: "Start" }).click(),
    (state) => state.tree.length === 2,
  );
  await table.shows();
  await expect(page.locator(".player").filter({ hasText: "White · The Other" })).toBeVisible();
  await picture(table, "other-engine");
  await start("The Other plays Black, Peregrine White");
  await dialog.getByRole("slider", { name: "Peregrine's level" }).press("Home");
  await table.after(
    () => dialog.getByRole("button", { name: "Start" }).click(),
    (state) => state.tree.length > 6,
  );
  expect(table.state.players).toMatchObject({
    white: { type: "engine", level: 0 },
    black: { type: "otherEngine", number: 0 },
  });
  await table.after(
    () => table.command("Study"),
    (state) => state.players === null,
  );
  await server.stop();
  table.forgetConnections();
});

test("another engine that is still starting is said to be", async ({ table, page }) => {
  const engine = `name=Late command=/bin/sh argument=-c argument='sleep 3; exec ${PROGRAM}' depth=1`;
  const server = await Server.start(0, ["--engine", engine]);
  table.address = server.address;
  await table.open();
  await table.button("New game").click();
  const { dialog } = table;
  await dialog.locator('[data-game="chess"]').click();
  const opponent = dialog.getByRole("combobox", { name: "Opponent" });
  await opponent.selectOption({ label: "Late; you play Black" });
  await dialog.getByRole("button", { name: "Start" }).click();
  const white = page.locator('.player[data-side="w"]');
  await table.after(
    () => expect(white).toContainText("starting…"),
    (state) => state.tree.length === 2,
  );
  await table.shows();
  await expect(white).not.toContainText("starting…");
  await expect(page.locator('.player[data-side="b"]')).toContainText("to move");
  await server.stop();
  table.forgetConnections();
});
