// The main views as a whole: they fit their screens. With SCREENSHOTS, pictures of them.

import { expect, picture, test } from "./fixtures";
import type { Table } from "./table";

const GAME = "e2e4 e7e5 b1c3 b8c6 d2d4 e5d4 d1c4 d7d6 c4d6 c7d6";

/** Nothing lies outside the window from left to right, and the board not at all. */
async function expectToFit(table: Table): Promise<void> {
  const { width, height } = table.page.viewportSize() ?? { width: 0, height: 0 };
  expect(await table.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
  const board = await table.page.locator(".board").boundingBox();
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(height);
}

test("Falcon paths", async ({ table }) => {
  await table.page.emulateMedia({ colorScheme: "light" });
  const fen = "rnbfqkfbnr/ppp2ppppp/3p6/4p5/4P5/3P2F3/PPP2PPPPP/RNBFQK1BNR w KQkq - 0 1";
  await table.open({ variant: "falcon", fen });
  await table.square("g3").click();
  await table.square("f6").hover();
  await expect(table.page.locator(".path")).toHaveCount(3);
  await expectToFit(table);
  await picture(table, "falcon-paths");
  await table.square("d1").click();
  await table.square("e4").hover();
  await picture(table, "falcon-paths-closed");
});

test("a game in progress", async ({ table }) => {
  await table.page.emulateMedia({ colorScheme: "light" });
  await table.open();
  await table.newGame({ variant: "falcon", clock: "5 minutes + 3 s" });
  for (const move of GAME.split(" ")) {
    const known = table.state.position.legal.some(({ mv }) => mv === move);
    if (known) await table.moves(move);
  }
  expect(table.state.tree.length).toBeGreaterThan(5);
  await table.page.mouse.move(5, 5);
  await expectToFit(table);
  await picture(table, "game");
});

test("analysis in the dark", async ({ table }) => {
  await table.page.emulateMedia({ colorScheme: "dark" });
  await table.open();
  await table.moves("e2e4 e7e5");
  await table.page.getByRole("checkbox", { name: "Analysis" }).check();
  await expect(table.page.locator(".lines li")).toHaveCount(3);
  await expect(table.page.locator(".speed")).toHaveText(/^depth ([89]|\d\d),/, { timeout: 30_000 });
  await table.page.mouse.move(5, 5);
  await expectToFit(table);
  await picture(table, "analysis-dark");
});

test("a lesson, and a game with its graph", async ({ table }) => {
  await table.page.emulateMedia({ colorScheme: "light" });
  await table.open();
  await table.command("Lessons");
  await picture(table, "lessons");
  await table.after(() => table.dialog.getByRole("button", { name: "Three paths" }).click());
  await expect(table.page.locator(".arrow.mark")).toHaveCount(7);
  await expectToFit(table);
  await picture(table, "lesson");

  await table.open({ variant: "falcon" });
  await table.moves("e2e4 e7e5 b1c3 b8c6 e1e3 f7f6 e3i7 h8i7");
  await table.button("Evaluate the game").click();
  await expect(table.page.locator(".graph .point")).toHaveCount(9, { timeout: 30_000 });
  await expectToFit(table);
  await picture(table, "graph");
});

test("on a phone", async ({ another }) => {
  const table = await another({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: "light",
  });
  await table.open();
  await table.moves("e2e4 e7e5");
  await table.square("d1").tap();
  await expectToFit(table);
  await picture(table, "phone");
});

for (const [name, file, variant] of [
  ["New game", "new-game", "falcon"],
  ["Edit position", "editor", "falcon"],
  ["Make a game", "own-game", "falcon"],
  ["Open", "open", "falcon"],
  ["Help", "help", "falcon100"],
  ["Edit position", "editor-permutation", "permutation"],
] as const) {
  test(`the dialog '${name}' over ${variant}`, async ({ table }) => {
    await table.page.emulateMedia({ colorScheme: "light" });
    await table.open({ variant });
    await table.command(name);
    const box = await table.dialog.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(860);
    await picture(table, file);
  });
}

test("the largest board, and a board with holes", async ({ table }) => {
  await table.page.emulateMedia({ colorScheme: "light" });
  await table.open({ variant: "permutation" });
  await expectToFit(table);
  await picture(table, "permutation");
  const fen = "14k1/16/1P14/16/16/16/P1PPPPPPPPPPPPPP/2BB'MQC'A'KAN'R'CNRM' w - - 0 40";
  await table.open({ variant: "permutation", fen });
  await table.gesture("b6", "b7");
  await picture(table, "promotion");
  await table.page.keyboard.press("Escape");
  await table.open({ variant: "falcon100" });
  await expectToFit(table);
  await picture(table, "falcon100");
});
