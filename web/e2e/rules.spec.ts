// The rules on the page, and games of one's own.

import AxeBuilder from "@axe-core/playwright";
import { readFileSync } from "node:fs";

import { expect, picture, test } from "./fixtures";

test("the rules of a game are shown with boards", async ({ table, page }) => {
  await table.open();
  await table.command("Rules");
  const { dialog } = table;
  await expect(dialog.getByRole("img", { name: "The start position" })).toBeVisible();
  const falcon = dialog.getByRole("img", { name: "The moves of the Falcon" });
  await expect(falcon.locator(".both")).toHaveCount(16);
  const pawn = dialog.getByRole("img", { name: "The moves of the Pawn" });
  await expect(pawn.locator(".move")).toHaveCount(2);
  await expect(pawn.locator(".capture")).toHaveCount(2);
  await expect(dialog).toContainText("Checkmate loses.");
  await expect(dialog.getByRole("definition").first()).toContainText("Rook");
  await picture(table, "rules");
  const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(violations).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await table.newGame({ variant: "shako" });
  await table.command("Rules");
  await expect(dialog.getByRole("img", { name: "The moves of the Cannon" })).toBeVisible();
});

test("lame leaps, hoppers and regions look different from other moves", async ({ table, page }) => {
  await table.open({ variant: "xiangqi" });
  await table.command("Rules");
  const { dialog } = table;
  const piece = (name: string) => dialog.getByRole("img", { name: `The moves of the ${name}` });
  await expect(piece("Horse").locator(".both")).toHaveCount(8);
  await expect(piece("Horse").locator(".gate")).toHaveCount(8);
  await expect(piece("Rook").locator(".gate, .over, .outside")).toHaveCount(0);
  await expect(piece("Cannon").locator(".move")).not.toHaveCount(0);
  await expect(piece("Cannon").locator(".over.capture")).not.toHaveCount(0);
  await expect(piece("Elephant").locator(".outside")).not.toHaveCount(0);
  // Of 90 squares the palace has nine.
  await expect(piece("King").locator(".outside")).toHaveCount(81);
  await expect(dialog.locator(".legend")).toHaveText(
    "moves and captures only moves only captures a bar: no leap, something can stand in the way " +
      "a ring, in these colors: only over another piece the piece cannot enter",
  );
  await picture(table, "rules-xiangqi");
  const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(violations).toEqual([]);

  await table.open({ variant: "chess" });
  await table.command("Rules");
  await expect(piece("Knight").locator(".gate")).toHaveCount(0);
  await expect(dialog.locator(".legend")).toHaveText("moves and captures only moves only captures");
});

test("making a game shows its board and pieces while one types", async ({ table, page }) => {
  await table.open();
  await table.command("Make a game");
  const { dialog } = table;
  const game = dialog.getByRole("region", { name: "The game" });
  await expect(game.getByRole("img", { name: "The moves of the Falcon" })).toBeVisible();
  const editor = dialog.getByRole("textbox", { name: "Variant file" });
  const text = await editor.inputValue();
  await editor.fill(text.replace("qnbrfkfbnr", "nqbrfkfbnr"));
  await expect(dialog.getByText("No faults.")).toBeVisible();
  await expect(game.getByRole("img", { name: "The start position" })).toBeVisible();
  await editor.fill(`${text}\nnonsense = 1\n`);
  await expect(dialog.locator(".faults")).toContainText("nonsense");
  await expect(game).toContainText("the game before the faults");
  await picture(table, "make-a-game");

  await dialog.getByText("Keys and words of a file").click();
  await dialog.getByRole("searchbox", { name: "Search" }).fill("grasshopper");
  await expect(dialog.locator(".keys dt")).toHaveText(["grasshopper"]);
  const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(violations).toEqual([]);
});

test("variant files are saved and opened, and those of others translated", async ({
  table,
  page,
}) => {
  await table.open();
  await table.command("Make a game");
  const { dialog } = table;
  const editor = dialog.getByRole("textbox", { name: "Variant file" });
  await expect(dialog.getByText("No faults.")).toBeVisible();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the file" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("my-falcon.toml");
  const saved = new TextDecoder().decode(readFileSync(await download.path()));
  expect(saved).toBe(await editor.inputValue());

  const file = (name: string, text: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await file(
    "variants.ini",
    "[small:gardner]\nmaxRank = 6\npromotionRegionWhite = *6\n" +
      "startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\n[odd:chess]\npass = true\n",
  );
  await expect(editor).toHaveValue(/^\[small\]/);
  await expect(dialog.locator(".findings")).toContainText("pass");
  await expect(dialog.getByText("The file defines small.")).toBeVisible();
  await file("mine.toml", saved);
  await expect(editor).toHaveValue(saved);
  await file("other.ini", "hello");
  await expect(page.getByRole("alert")).toContainText("not like those of Fairy-Stockfish");
  await expect(editor).toHaveValue(saved);
  // The check of the text, which the page asks for by itself, leaves the sentence there.
  await editor.fill(`${saved}\nnonsense = 1\n`);
  await expect(dialog.locator(".faults")).toContainText("nonsense");
  await expect(page.getByRole("alert")).toContainText("not like those of Fairy-Stockfish");
});
