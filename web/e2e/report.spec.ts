// What is said about a game and its positions: report, threats, previews, pictures, lists.

import { readFileSync } from "node:fs";

import { expect, picture, test } from "./fixtures";

/** A game in which Black overlooks a mate and White then gives a Queen. */
const GAME = `[Variant "chess"]
[White "Ann"]
[Black "Bob"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
`;

test("a game gets a report, which can be written into it", async ({ table, page }) => {
  test.setTimeout(180_000);
  await table.open();
  await table.after(() => table.openFile("game.pgn", GAME));
  await table.button("Evaluate the game").click();
  const report = page.getByRole("region", { name: "Report" });
  await expect(report).toBeVisible({ timeout: 120_000 });
  await expect(report).toContainText(/Black\s*\d+% accuracy.*1 blunder/);
  const blunder = report.getByRole("listitem").filter({ hasText: "3... Nf6??" });
  await expect(blunder).toContainText(/loses \d+%; better 3\.\.\. \S+/);
  await expect(blunder).toContainText("Turning point: White's chances went from");
  await table.after(() => blunder.getByRole("button").click());
  expect(table.state.tree.find((node) => node.id === table.state.node)?.san).toBe("Nf6");
  await expect(page.locator(".graph circle.glyph-4")).toHaveCount(1);

  await picture(table, "report");

  const before = table.state.tree.length;
  await table.after(() => report.getByRole("button", { name: "Write it into the game" }).click());
  const { tree } = table.state;
  expect(tree.length).toBeGreaterThan(before);
  const move = tree.find((node) => node.san === "Nf6");
  expect(move?.glyphs).toEqual([4]);
  expect(move?.comment).toMatch(/^\[%eval #?-?[\d.]+\]$/);
  await expect(table.page.locator("[data-node]", { hasText: "Nf6??" }).first()).toBeVisible();
});

test("the analysis shows threats", async ({ table, page }) => {
  await table.open({
    variant: "chess",
    fen: "rnbqkbnr/pppp1ppp/8/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 3",
  });
  await page.getByRole("checkbox", { name: "Threats" }).check();
  await expect(page.getByRole("checkbox", { name: "Analysis" })).toBeChecked();
  await expect(page.locator(".lines li").first()).toContainText("Qxf7#", { timeout: 20_000 });
  await expect(page.locator(".lines button").first()).toBeDisabled();
  await page.getByRole("checkbox", { name: "Threats" }).uncheck();
  await expect(page.locator(".lines button").first()).toBeEnabled();
  await expect(page.locator(".lines li").first()).not.toContainText("#1");
});

test("pointing at a move of a line shows its position", async ({ table, page }) => {
  await table.open({ variant: "chess" });
  await page.getByRole("checkbox", { name: "Analysis" }).check();
  const word = page.locator(".lines li").first().locator("[data-moves='2']");
  await expect(word).toBeVisible();
  await word.hover();
  const preview = page.getByTestId("preview");
  await expect(preview.getByRole("img")).toHaveAttribute("aria-label", /after 2 moves/);
  await expect(preview.locator(".last")).toHaveCount(2);
  await page.mouse.move(5, 5);
  await expect(preview).toBeHidden();
});

test("position and game are saved as pictures", async ({ table, page }) => {
  await table.open();
  await table.moves("e2e4 e7e5");
  await table.command("Save a picture");
  const save = async (name: string) => {
    const coming = page.waitForEvent("download");
    await table.dialog.getByRole("button", { name, exact: true }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const svg = await save("SVG");
  expect(svg.name).toBe("position.svg");
  expect(text(svg.content)).toContain("<svg ");
  const png = await save("PNG");
  expect([...png.content.slice(1, 4)]).toEqual([..."PNG"].map((sign) => sign.charCodeAt(0)));
  // Its width stands in the header.
  expect(new DataView(png.content.buffer, png.content.byteOffset).getUint32(16)).toBe(1024);
  const animated = await save("Animated SVG");
  expect(text(animated.content)).toContain("<animate ");
});

test("the games of a file are stepped through, and games are saved", async ({ table, page }) => {
  await table.open();
  await table.openFile(
    "games.pgn",
    `${GAME}\n${GAME.replace("Ann", "Eve")}\n[White "x"]\n\n1. zz *`,
  );
  await table.after(() => table.dialog.getByRole("button", { name: /^1\. Ann/ }).click());
  const steps = page.getByRole("group", { name: "Games of the file" });
  await expect(steps).toContainText("Game 1 of 3");
  await table.after(() => steps.getByRole("button", { name: "Next game" }).click());
  await expect(steps).toContainText("Game 2 of 3");
  // The third cannot be read.
  await expect(steps.getByRole("button", { name: "Next game" })).toBeDisabled();

  await table.command("Saved games");
  await expect(table.dialog.locator("[aria-current]")).toContainText("2. Eve - Bob");
  await table.dialog.getByLabel("Name").fill("a game of Eve");
  await table.dialog.getByRole("button", { name: "Save this game" }).click();
  await expect(table.dialog.locator("[data-saved]")).toHaveText("a game of Eve");
  await table.dialog.getByRole("button", { name: "Close" }).click();
  await table.newGame({ variant: "falcon" });
  await expect(steps).toBeHidden();
  await page.reload();
  await table.shows();
  await table.command("Saved games");
  await table.after(
    () => table.dialog.locator("[data-saved]").click(),
    (state) => state.tree.length === 8,
  );
  await table.command("Saved games");
  await table.dialog.getByRole("button", { name: "Delete a game of Eve" }).click();
  await expect(table.dialog.getByText("No games are saved")).toBeVisible();
});
