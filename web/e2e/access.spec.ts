// Other ways to use the page: keys, touch, screen readers, small screens, dark rooms.

import AxeBuilder from "@axe-core/playwright";

import { expect, test } from "./fixtures";
import type { Table } from "./table";

/** Goes to the board by keys alone, and puts the cursor on a square. */
async function reachBoard(table: Table): Promise<void> {
  const { keyboard } = table.page;
  const board = table.page.getByRole("grid");
  const isThere = () => board.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; !(await isThere()) && tabs < 10; tabs += 1) await keyboard.press("Tab");
  await expect(board).toBeFocused();
  await keyboard.press("Enter");
}

test("keys alone play 1. e4, and every move is announced", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "chess" });
  const { keyboard } = table.page;
  const focus = () =>
    table.page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
  await table.page.locator("body").click({ position: { x: 2, y: 2 } });
  await reachBoard(table);
  expect(await focus()).toBe("a1");
  await keyboard.press("ArrowUp");
  for (let file = 0; file < 4; file += 1) await keyboard.press("ArrowRight");
  expect(await focus()).toBe("e2");
  await keyboard.press("Enter");
  await expect(table.announcement).toHaveText("e2, White Pawn, 2 targets");
  await expect(table.square("e4")).toHaveAccessibleName("e4, target");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowUp");
  await table.after(() => keyboard.press("Enter"));
  await table.shows();
  await table.expectPieces({ e2: null, e4: "wP" });
  await expect(table.announcement).toHaveText("1. e4");

  // The focus stays on the board, and the other person goes on from there.
  expect(await focus()).toBe("e4");
  for (let rank = 0; rank < 3; rank += 1) await keyboard.press("ArrowUp");
  await keyboard.press("Space");
  await keyboard.press("ArrowDown");
  await table.after(() => keyboard.press("Space"));
  await expect(table.announcement).toHaveText("1... e6");
});

test("the keys of the board step over holes and follow a turned board", async ({ table }) => {
  await table.open({ variant: "falcon100" });
  const focus = () =>
    table.page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
  await table.square("b0").focus();
  await table.page.keyboard.press("ArrowRight");
  expect(await focus()).toBe("i0");
  await table.page.keyboard.press("ArrowLeft");
  expect(await focus()).toBe("b0");
  await table.command("Flip the board");
  await table.square("b0").focus();
  await table.page.keyboard.press("ArrowDown");
  expect(await focus()).toBe("b1");
});

test("a promotion by keys", async ({ table }) => {
  await table.open({ variant: "chess", fen: "8/4P3/8/8/8/k7/8/K7 w - - 0 1" });
  const { keyboard } = table.page;
  await table.square("e7").focus();
  await keyboard.press("Enter");
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await expect(table.chooser).toHaveAccessibleName("Promote to");
  await keyboard.press("Tab");
  await table.after(() => keyboard.press("Enter"));
  await expect(table.chooser).toBeHidden();
  await table.expectPieces({ e7: null });
  await expect(table.square("e8")).toHaveAttribute("data-piece", /^w[QRBN]$/);
  await expect(table.square("e8")).toBeFocused();
});

test("by touch on a phone", async ({ another }) => {
  const table = await another({
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await table.open();
  await table.square("e2").tap();
  await expect(table.square("e4")).toHaveClass(/target/);
  await table.after(() => table.square("e4").tap());
  await table.shows();
  await table.expectPieces({ e2: null, e4: "wP" });
  await table.square("e7").tap();
  await table.square("d7").tap();
  await expect(table.square("d7")).toHaveClass(/selected/);
  await table.after(() => table.square("d5").tap());
  await table.after(() => table.button("Back").tap());
  await table.shows();
  await table.expectPieces({ d7: "bP" });
});

test("the closed paths of a Falcon are tapped", async ({ another }) => {
  const table = await another({
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await table.open({ variant: "falcon", fen: "5k4/10/10/4pp4/4F5/10/10/5K4 w - - 0 1" });
  await table.square("e4").tap();
  await expect(table.square("e4")).toHaveClass(/selected/);
  await expect(table.page.locator(".path")).toHaveCount(0);
  // Both squares before it are taken, and so every path to it is closed.
  await expect(table.square("f7")).toHaveClass(/closed/);
  await table.square("f7").tap();
  await expect(table.page.locator(".path.closed")).toHaveCount(3);
  await expect(table.page.locator(".blocked")).not.toHaveCount(0);
  await expect(table.square("e4")).toHaveClass(/selected/);
  // A square that is none of its targets lets it go.
  await table.square("a1").tap();
  await expect(table.square("e4")).not.toHaveClass(/selected/);
  await expect(table.page.locator(".path")).toHaveCount(0);
});

test("the piece under the cursor of the keyboard is seen", async ({ table }) => {
  await table.open({ variant: "chess" });
  const { keyboard } = table.page;
  await reachBoard(table);
  await keyboard.press("ArrowUp");
  // The pieces are drawn over all squares, so none may be lifted above them.
  const lifted = await table.page.evaluate(() =>
    [...document.querySelectorAll(".square")]
      .map((square) => getComputedStyle(square).zIndex)
      .filter((index) => index !== "auto"),
  );
  expect(lifted).toEqual([]);
  const picture = (square: string) => table.square(square).screenshot();
  // With the cursor or without it, a square with a Pawn is not an empty one.
  expect(await picture("a2")).not.toEqual(await picture("a3"));
});

test("after moves by mouse, the arrow keys walk through the game", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4 e7e5 g1f3");
  const { keyboard } = table.page;
  await table.after(() => keyboard.press("ArrowLeft"));
  await table.shows();
  await table.expectPieces({ g1: "wN", f3: null });
  await table.after(() => keyboard.press("ArrowLeft"));
  await table.shows();
  await table.expectPieces({ e7: "bP" });
  await table.after(() => keyboard.press("End"));
  await table.shows();
  await table.expectPieces({ f3: "wN" });
});

for (const variant of ["falcon", "falcon100", "permutation", "falcon-10x10"]) {
  test(`${variant} on a narrow screen`, async ({ another }) => {
    const table = await another({ viewport: { width: 360, height: 640 } });
    await table.open({ variant });
    const width = await table.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    const board = await table.page.locator(".board").boundingBox();
    expect(board?.x).toBeGreaterThanOrEqual(0);
    expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(360);
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(640);
    await table.page.getByRole("checkbox", { name: "Analysis" }).check();
    await expect(table.page.locator(".lines li").first()).toBeVisible();
    expect(await table.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    for (const name of ["New game", "Open", "Edit position", "Lessons", "Make a game"]) {
      await table.command(name);
      const box = await table.dialog.boundingBox();
      expect(box?.width, name).toBeLessThanOrEqual(360);
      const inside = await table.dialog.evaluate((dialog) => dialog.scrollWidth);
      expect(inside, name).toBeLessThanOrEqual(box?.width ?? 0);
      await table.page.keyboard.press("Escape");
    }
  });
}

/**
 * Serious faults that axe finds: in the dialog if one is open, because the page behind it is inert,
 * else in the page. In the dark only contrast differs.
 */
async function faults(table: Table): Promise<string[]> {
  // Otherwise axe opens another page each time for frames of other sites, of which there are none.
  const axe = new AxeBuilder({ page: table.page }).setLegacyMode();
  const { isDark, hasDialog } = await table.page.evaluate(() => ({
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    hasDialog: document.querySelector("dialog:modal") !== null,
  }));
  if (isDark) axe.withRules("color-contrast");
  if (hasDialog) axe.include("dialog:modal");
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ""}`),
    );
}

const DIALOGS = [
  "New game",
  "Open",
  "Comment",
  "Settings",
  "Edit position",
  "Rules",
  "Saved games",
  "Save a picture",
  "Lessons",
  "Make a game",
  "Help",
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious in ${colorScheme} colors`, async ({ table }) => {
    // Axe reads the page a dozen times, which takes minutes on a busy machine.
    test.setTimeout(300_000);
    await table.page.emulateMedia({ colorScheme });
    await table.open({ variant: "chess", fen: "7k/4P3/8/8/8/8/8/KQ6 w - - 0 1" });
    expect(await faults(table)).toEqual([]);
    await table.page.getByRole("checkbox", { name: "Analysis" }).check();
    await expect(table.page.locator(".lines li").first()).toBeVisible();
    expect(await faults(table)).toEqual([]);

    await table.gesture("e7", "e8");
    await expect(table.chooser).toBeVisible();
    expect(await faults(table)).toEqual([]);
    await table.after(() => table.chooser.getByRole("button", { name: "Knight" }).click());
    for (const name of DIALOGS) {
      await table.command(name);
      await expect(table.dialog).toBeVisible();
      expect(await faults(table), name).toEqual([]);
      await table.page.keyboard.press("Escape");
    }

    await table.page.getByRole("checkbox", { name: "Analysis" }).uncheck();
    await table.moves("h8g8");
    await table.button("Evaluate the game").click();
    await expect(table.page.locator(".graph .point")).toHaveCount(3, { timeout: 30_000 });
    expect(await faults(table)).toEqual([]);
    await table.command("Lessons");
    await table.after(() => table.dialog.getByRole("button", { name: "Problem A" }).click());
    await expect(table.page.getByRole("region", { name: "Lesson" })).toBeVisible();
    expect(await faults(table)).toEqual([]);

    await table.newGame({ clock: "1 minute + 1 s" });
    await table.moves("e2e4 e7e5");
    await table.square("d1").click();
    expect(await faults(table)).toEqual([]);
    await table.resign();
    expect(await faults(table)).toEqual([]);
  });

  test(`axe finds nothing serious in the menu and explanations, in ${colorScheme}`, async ({
    table,
  }) => {
    await table.page.emulateMedia({ colorScheme });
    await table.open({ variant: "chess" });
    await table.button("Menu").click();
    await expect(table.item("Settings")).toBeVisible();
    expect(await faults(table), "Menu").toEqual([]);
    await table.page.keyboard.press("Escape");
    await expect(table.item("Settings")).toBeHidden();
    await table.square("b1").hover();
    await expect(table.page.locator(".hint-box")).toBeVisible();
    expect(await faults(table), "a piece's moves").toEqual([]);
  });

  test(`axe finds nothing serious in messages and faults, in ${colorScheme}`, async ({ table }) => {
    await table.page.emulateMedia({ colorScheme });
    await table.open();
    await table.command("Edit position");
    await table.dialog.getByRole("button", { name: "Empty board" }).click();
    await expect(table.dialog.locator(".fault")).toBeVisible();
    expect(await faults(table)).toEqual([]);
    await table.page.keyboard.press("Escape");

    await table.command("Make a game");
    await table.dialog.getByRole("textbox").fill("[broken]\ntitle = 7\n");
    await expect(table.dialog.locator(".fault").first()).toBeVisible();
    expect(await faults(table)).toEqual([]);
    await table.page.keyboard.press("Escape");

    await table.command("Open");
    await table.dialog.getByRole("textbox").fill("1. e9 *");
    await table.dialog.getByRole("button", { name: "Open", exact: true }).click();
    await expect(table.page.getByRole("alert")).toBeVisible();
    expect(await faults(table)).toEqual([]);
    const message = await table.page.getByRole("alert").innerText();
    expect(message).toContain("e9");
  });
}
