// The position editor, games of one's own, and the other dialogs.

import type { Locator } from "@playwright/test";

import { expect, test } from "./fixtures";
import { Server } from "./server";

test("a position is set up, and its faults are named", async ({ table }) => {
  await table.open();
  await table.command("Edit position");
  const { dialog } = table;
  const status = dialog.getByRole("status");
  const use = dialog.getByRole("button", { name: "Set up" });
  const square = (name: string) => dialog.locator(`[data-edit="${name}"]`);
  const take = (name: string) => dialog.getByRole("radio", { name, exact: true }).click();
  await expect(status).toHaveText("The position can be played.");
  await expect(use).toBeEnabled();

  await square("e2").click();
  await dialog.getByRole("button", { name: "Empty board" }).click();
  await expect(status).toHaveText(/King/);
  await expect(use).toBeDisabled();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect(dialog.locator(".fen")).toHaveValue(table.state.position.fen);
  await dialog.getByRole("button", { name: "Empty board" }).click();

  await take("White King");
  await square("f1").click();
  await take("Black King");
  await square("f8").click();
  await take("White Queen");
  await square("f4").click();
  // Black is in check, and White is to move.
  await expect(status).toHaveText(/check|attack|capture/i);
  await expect(status).toHaveClass("fault");
  await expect(use).toBeDisabled();

  await square("f4").click();
  await expect(square("f4")).toHaveAccessibleName("f4");
  await take("White Falcon");
  await square("e4").click();
  await square("e5").click();
  await take("Clear");
  await square("e5").click();
  await dialog.getByRole("combobox", { name: "To move" }).selectOption("b");
  await expect(status).toHaveText("The position can be played.");
  await expect(dialog.locator(".fen")).toHaveValue("5k4/10/10/10/4F5/10/10/5K4 b - - 0 1");

  await table.after(
    () => use.click(),
    (state) => state.players === null,
  );
  await expect(dialog).toBeHidden();
  await table.shows();
  await table.expectPieces({ e4: "wF", f1: "wK", f8: "bK", e5: null, a1: null });
  await table.moves("f8g8");
});

test("pieces are dragged in the editor", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.command("Edit position");
  const { dialog, page } = table;
  const square = (name: string) => dialog.locator(`[data-edit="${name}"]`);
  const drag = async (from: Locator, to: Locator) => {
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
  };
  await drag(square("e2"), square("e4"));
  await expect(square("e4")).toHaveAccessibleName("e4, White Pawn");
  await expect(square("e2")).toHaveAccessibleName("e2");
  await drag(dialog.getByRole("radio", { name: "White Queen" }), square("e5"));
  await expect(square("e5")).toHaveAccessibleName("e5, White Queen");
  // Beside the board a piece leaves it.
  await drag(square("a1"), dialog.getByRole("heading", { name: "Edit the position" }));
  await expect(square("a1")).toHaveAccessibleName("a1");
  await expect(square("e4")).toHaveAccessibleName("e4, White Pawn");
});

test("start position, castling, en passant and a typed FEN in the editor", async ({ table }) => {
  await table.open({ variant: "chess", fen: "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1" });
  await table.command("Edit position");
  const { dialog } = table;
  const fen = dialog.getByRole("textbox", { name: "FEN" });
  const status = dialog.getByRole("status");
  await dialog.getByRole("checkbox", { name: "White castles toward the first file" }).uncheck();
  await expect(fen).toHaveValue("4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 1");
  await dialog.getByRole("textbox", { name: "En passant square" }).fill("d6");
  await expect(fen).toHaveValue("4k3/8/8/3pP3/8/8/8/R3K2R w K d6 0 1");
  await expect(status).toHaveText("The position can be played.");
  await dialog.getByRole("button", { name: "Start position" }).click();
  await expect(dialog.locator('[data-edit="d8"]')).toHaveAccessibleName("d8, Black Queen");
  await fen.fill("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
  await expect(dialog.locator('[data-edit="a1"]')).toHaveAccessibleName("a1, White Queen");
  await expect(dialog.getByRole("combobox", { name: "To move" })).toHaveValue("b");
  await fen.fill("no position");
  await expect(status).toHaveClass("fault");
  await expect(dialog.locator('[data-edit="a1"]')).toHaveAccessibleName("a1, White Queen");
});

test("a board with holes in the editor", async ({ table }) => {
  await table.open({ variant: "falcon100" });
  await table.command("Edit position");
  await expect(table.dialog.locator("[data-edit]")).toHaveCount(100);
  await expect(table.dialog.getByRole("status")).toHaveText("The position can be played.");
});

const OWN_GAME = `[corner]
base = "falcon"
title = "Queens in the corners"
start = "qnbrfkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/QNBRFKFBNR w - - 0 1"
castling = "none"
`;

test("a game of one's own", async ({ table }) => {
  // The catalog of a server keeps the game.
  const server = await Server.start();
  table.address = server.address;
  await table.open();
  await table.command("Make a game");
  const { dialog } = table;
  const text = dialog.getByRole("textbox", { name: "Variant file" });
  const add = dialog.getByRole("button", { name: "Add and play" });
  await text.fill(OWN_GAME.replace('"none"', '"sideways"'));
  await expect(dialog.locator(".fault")).toHaveText(/^Line 5: /);
  await expect(dialog.locator(".numbers .faulty")).toHaveText("5");
  await expect(add).toBeDisabled();

  const name = `corner-${Date.now()}`;
  await text.fill(OWN_GAME.replace("corner", name));
  await expect(dialog.getByRole("status")).toHaveText(`No faults. The file defines ${name}.`);
  await add.click();
  await expect(dialog).toHaveAccessibleName("New game");
  await expect(dialog.locator(".card", { hasText: "Queens in the corners" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Opponent" }).selectOption("person");
  await table.after(
    () => dialog.getByRole("button", { name: "Start" }).click(),
    (state) => state.players !== null,
  );
  await table.expectPieces({ a1: "wQ", j1: "wR", d8: "bR" });
  await table.moves("a2a4 a7a5 a1a3");
  await server.stop();
  table.forgetConnections();
});

test("castling and promotion rules, and an array by its number", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "falcon", castling: "wide", promotion: "no-queen" });
  const saved = JSON.parse(table.state.saved) as { start: Record<string, unknown> };
  expect(saved.start).toMatchObject({ castling: "wide", promotion: "no-queen" });

  await table.newGame({ variant: "falcon-random", array: 226_800 });
  const last = table.state.position.fen;
  await table.newGame({ variant: "falcon-random", array: 1 });
  expect(table.state.position.fen).not.toBe(last);
  await table.newGame({ variant: "falcon-random", array: 226_800 });
  expect(table.state.position.fen).toBe(last);
});

test("dialogs open by keys and close with Escape", async ({ table }) => {
  await table.open();
  for (const [key, title] of [
    ["n", "New game"],
    ["?", "Help"],
    ["h", "Help"],
  ] as const) {
    await table.page.keyboard.press(key);
    await expect(table.dialog).toHaveAccessibleName(title);
    await table.page.keyboard.press("Escape");
    await expect(table.dialog).toBeHidden();
  }
});

test("a key right after Escape is not lost", async ({ table }) => {
  await table.open();
  await table.page.keyboard.press("n");
  await expect(table.dialog).toHaveAccessibleName("New game");
  // The focus is still in the dialog, as it is until the page is drawn again.
  const wasInside = await table.page.evaluate(() => {
    document.querySelector("dialog")?.close();
    const focused = document.activeElement;
    focused?.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
    return focused?.closest("dialog") !== null;
  });
  expect(wasInside).toBe(true);
  await expect(table.dialog).toHaveAccessibleName("Help");
});

test("after a dialog the focus is where it was", async ({ table }) => {
  await table.open();
  const button = table.button("Menu");
  for (const how of ["Escape", "Close"]) {
    await button.focus();
    await table.page.keyboard.press("Enter");
    await table.item("Edit position").focus();
    await table.page.keyboard.press("Enter");
    await expect(table.dialog).toBeVisible();
    if (how === "Escape") await table.page.keyboard.press("Escape");
    else await table.dialog.getByRole("button", { name: how }).click();
    await expect(table.dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("the theme is chosen and kept", async ({ table }) => {
  const background = () =>
    table.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await table.page.emulateMedia({ colorScheme: "light" });
  await table.open();
  const light = await background();
  await table.page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  expect(dark).not.toBe(light);
  const theme = table.dialog.getByRole("combobox", { name: "Page colors" });
  await table.command("Settings");
  await theme.selectOption("light");
  expect(await background()).toBe(light);
  await table.after(() => table.page.reload());
  expect(await background()).toBe(light);
  await table.command("Settings");
  await theme.selectOption("system");
  expect(await background()).toBe(dark);
});
