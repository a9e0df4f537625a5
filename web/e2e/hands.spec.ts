// What hands expect of a board: arrows, the wheel, prepared moves, undo, glyphs.

import { expect, test } from "./fixtures";
import type { Table } from "./table";

/** Draws with the right button. */
async function draw(table: Table, from: string, to: string, key?: string): Promise<void> {
  const { mouse, keyboard } = table.page;
  await table.square(from).hover();
  if (key !== undefined) await keyboard.down(key);
  await mouse.down({ button: "right" });
  await table.square(to).hover();
  await mouse.up({ button: "right" });
  if (key !== undefined) await keyboard.up(key);
}

test("arrows and circles are drawn by the right button, and cleared by the left", async ({
  table,
}) => {
  await table.open({ variant: "chess" });
  const arrows = table.page.locator(".arrow.mark");
  const circles = table.page.locator("circle.mark");
  await draw(table, "e2", "e4");
  await expect(arrows).toHaveClass(/green/);
  await draw(table, "d4", "d4", "Shift");
  await expect(circles).toHaveClass(/red/);
  await draw(table, "g1", "f3", "Alt");
  await expect(arrows).toHaveCount(2);
  await expect(table.page.locator(".arrow.mark.blue")).toHaveCount(1);
  // The same one again takes it away.
  await draw(table, "g1", "f3", "Alt");
  await expect(arrows).toHaveCount(1);
  await table.square("a5").click();
  await expect(arrows).toHaveCount(0);
  await expect(circles).toHaveCount(0);
  expect(table.state.tree).toHaveLength(1);
});

test("drawings belong to their position, and Escape clears them", async ({ table }) => {
  await table.open({ variant: "chess" });
  await draw(table, "e2", "e4");
  await table.page.keyboard.press("Escape");
  await expect(table.page.locator(".mark")).toHaveCount(0);
  await table.moves("e2e4");
  await draw(table, "e7", "e5");
  await expect(table.page.locator(".arrow.mark")).toHaveCount(1);
  await table.after(() => table.page.keyboard.press("ArrowLeft"));
  await expect(table.page.locator(".arrow.mark")).toHaveCount(0);
});

test("the wheel goes through the game", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4 e7e5");
  await table.square("e4").hover();
  await table.after(() => table.page.mouse.wheel(0, -120));
  await table.shows();
  await table.expectPieces({ e7: "bP", e4: "wP" });
  await table.after(() => table.page.mouse.wheel(0, -120));
  await table.after(() => table.page.mouse.wheel(0, 120));
  await table.shows();
  await table.expectPieces({ e7: "bP", e4: "wP" });
});

test("the arrow keys go through the game, also on the board", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4 e7e5");
  const { keyboard } = table.page;
  const board = table.page.getByRole("grid");
  await board.focus();
  await table.after(() => keyboard.press("ArrowLeft"));
  await table.shows();
  await table.expectPieces({ e7: "bP" });
  // Enter begins the cursor's own mode, and Escape ends it.
  await keyboard.press("Enter");
  await expect(table.square("a1")).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(table.square("b1")).toBeFocused();
  expect(table.state.node).toBe(1);
  await keyboard.press("Escape");
  await expect(board).toBeFocused();
  await table.after(() => keyboard.press("ArrowRight"));
  await table.shows();
  await table.expectPieces({ e5: "bP" });
});

test("resigning can be undone", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "chess" });
  await table.moves("e2e4 e7e5");
  await table.resign();
  await expect(table.result).toHaveText("0-1 White resigns.");
  await table.after(() => table.button("Undo").click());
  await expect(table.result).toBeHidden();
  await table.moves("g1f3");
  await expect(table.button("Resign")).toBeVisible();
});

/** A game against full strength, which thinks of its move for some seconds or for half a minute. */
async function thinkingEngine(
  table: Table,
  clock: "1 minute + 1 s" | "15 minutes + 10 s",
): Promise<void> {
  await table.open();
  await table.newGame({ variant: "chess", level: 20, clock });
}

test("a move made while the engine thinks is played at once", async ({ table }) => {
  await thinkingEngine(table, "1 minute + 1 s");
  await table.moves("a2a3");
  await table.gesture("h2", "h3");
  await expect(table.square("h2")).toHaveClass(/premove/);
  await expect(table.square("h3")).toHaveClass(/premove/);
  await expect.poll(() => table.state.tree.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  await table.expectPieces({ h3: "wP", h2: null });
  await expect(table.page.locator(".premove")).toHaveCount(0);
});

test("a prepared move is canceled by the right button and by Escape", async ({ table }) => {
  await thinkingEngine(table, "15 minutes + 10 s");
  await table.moves("a2a3");
  for (const cancel of [
    () => table.square("e5").click({ button: "right" }),
    () => table.page.keyboard.press("Escape"),
  ]) {
    await table.gesture("h2", "h3", "drag");
    await expect(table.page.locator(".premove")).toHaveCount(2);
    await cancel();
    await expect(table.page.locator(".premove")).toHaveCount(0);
  }
  await expect(table.page.locator(".mark")).toHaveCount(0);
});

test("keys mark the move of a study", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("e2e4");
  const { keyboard } = table.page;
  await table.after(() => keyboard.type("!"));
  await expect.poll(() => table.sans()).toEqual(["e4!"]);
  await table.after(() => keyboard.type("?"));
  await expect.poll(() => table.sans()).toEqual(["e4!?"]);
  await table.button("Menu").click();
  await table.after(() => table.button("Blunder").click());
  await expect.poll(() => table.sans()).toEqual(["e4??"]);
  await table.after(() => table.page.reload());
  await expect.poll(() => table.sans()).toEqual(["e4??"]);
  // At the start there is no move to mark, and the key opens the help.
  await table.after(() => keyboard.press("Home"));
  await keyboard.type("?");
  await expect(table.dialog).toHaveAccessibleName("Help");
});

test("pieces glide, unless the system asks for reduced motion", async ({ table }) => {
  await table.open({ variant: "chess" });
  const glides = () =>
    table.page.evaluate(() => {
      const { animate } = Element.prototype;
      const seen: string[] = [];
      Object.assign(window, { seen });
      Element.prototype.animate = function (...options) {
        seen.push(this.getAttribute("data-on") ?? "?");
        return animate.apply(this, options);
      };
    });
  const seen = () => table.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await glides();
  await table.moves("e2e4");
  expect(await seen()).toEqual(["e4"]);
  // What was dragged is there already.
  await table.moves("e7e5", "drag");
  expect(await seen()).toEqual(["e4"]);
  await table.page.emulateMedia({ reducedMotion: "reduce" });
  await table.moves("g1f3");
  expect(await seen()).toEqual(["e4"]);
});

test("sounds are off until they are wanted", async ({ table }) => {
  await table.page.addInitScript(() => {
    const sounds: string[] = [];
    Object.assign(window, { sounds });
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...options) {
      sounds.push(this.constructor.name);
      return start.apply(this, options);
    };
    const startBuffer = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...options) {
      sounds.push(this.constructor.name);
      return startBuffer.apply(this, options);
    };
  });
  const heard = () =>
    table.page.evaluate(() => (window as unknown as { sounds: string[] }).sounds.length);
  await table.open({ variant: "chess" });
  await table.moves("e2e4");
  expect(await heard()).toBe(0);
  await table.command("Settings");
  await table.dialog.getByRole("checkbox", { name: "Sounds" }).check();
  const first = await heard();
  expect(first).toBe(1);
  await table.page.keyboard.press("Escape");
  await table.moves("e7e5");
  expect(await heard()).toBe(first + 1);
});
