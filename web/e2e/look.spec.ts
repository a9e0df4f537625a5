// How the board looks: layout, captured pieces, colors, pieces, coordinates, explanations.

import { expect, test } from "./fixtures";
import type { Catalog, GameSummary, Message } from "../src/messages";
import type { Table } from "./table";

/** Whether all of an element lies within the window. */
async function isInside(table: Table, selector: string): Promise<boolean> {
  const box = await table.page.locator(selector).first().boundingBox();
  const { width, height } = table.page.viewportSize() ?? { width: 0, height: 0 };
  if (box === null) return false;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  return box.x >= -1 && box.y >= -1 && right <= width + 1 && bottom <= height + 1;
}

for (const variant of ["falcon", "chess", "permutation", "falcon100"]) {
  test(`${variant} at 1366x768: with three lines nothing needs scrolling`, async ({ table }) => {
    await table.page.setViewportSize({ width: 1366, height: 768 });
    await table.open({ variant });
    await table.page.getByRole("checkbox", { name: "Analysis" }).check();
    await expect(table.page.locator(".lines li")).toHaveCount(3);
    const size = await table.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(size).toEqual({ scrollWidth: 1366, scrollHeight: 768 });
    for (const selector of [".board", ".lines li:last-child", ".navigation", ".player >> nth=1"])
      expect(await isInside(table, selector), selector).toBe(true);
  });
}

test("permutation uses the width of the window", async ({ table }) => {
  await table.page.setViewportSize({ width: 1366, height: 768 });
  await table.open({ variant: "permutation" });
  const box = await table.square("a1").boundingBox();
  expect(box?.width).toBeGreaterThan(58);
});

/** A game for each size of board that the catalog has. */
async function gamesBySize(table: Table): Promise<Map<string, GameSummary>> {
  const catalog = new Promise<Catalog>((resolve) =>
    table.page.once("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const message = JSON.parse(String(payload)) as Message;
        if (message.type === "catalog") resolve(message);
      }),
    ),
  );
  await table.open();
  const { games } = await catalog;
  return new Map(games.map((game) => [`${game.files}x${game.ranks}`, game]));
}

const PHONE = { hasTouch: true, isMobile: true };
const UPRIGHT = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };

/** The board has the whole width or height of the window, and what is needed at each move is seen. */
async function expectLargeBoard(table: Table, steps: string): Promise<void> {
  const { width, height } = table.page.viewportSize() ?? { width: 0, height: 0 };
  const box = await table.page.locator(".board").boundingBox();
  if (width < height) expect(Math.round(box?.width ?? 0)).toBe(width);
  else expect(Math.round(box?.height ?? 0)).toBe(height);
  for (const selector of [".board", steps, ".player >> nth=0", ".player >> nth=1"])
    expect(await isInside(table, selector), selector).toBe(true);
  expect(await table.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const [name, viewport] of [
  ["upright", UPRIGHT],
  ["on its side", SIDEWAYS],
] as const) {
  test(`a phone ${name}: the board is as large as it can be`, async ({ another }) => {
    const table = await another({ ...PHONE, viewport });
    await table.open({ variant: "falcon" });
    await table.page.getByRole("checkbox", { name: "Analysis" }).check();
    await expectLargeBoard(table, ".navigation");
  });
}

test("on a phone boards of all sizes are as large as they can be", async ({ another }) => {
  test.slow();
  const table = await another({ ...PHONE, viewport: UPRIGHT });
  const games = await gamesBySize(table);
  expect(games.size).toBeGreaterThan(8);
  for (const [size, { name: variant }] of games) {
    await test.step(`${variant}, ${size}`, async () => {
      await table.page.setViewportSize(UPRIGHT);
      await table.open({ variant });
      await expectLargeBoard(table, ".steps");
      await table.page.setViewportSize(SIDEWAYS);
      await expectLargeBoard(table, ".steps");
    });
  }
});

test("permutation on a phone on its side: a button leads to what is below", async ({ another }) => {
  const table = await another({ ...PHONE, viewport: SIDEWAYS });
  await table.open({ variant: "permutation" });
  expect(await isInside(table, ".engine")).toBe(false);
  await table.button("More").tap();
  await expect.poll(() => isInside(table, ".engine")).toBe(true);
});

test("captured pieces and the difference stand beside the players", async ({ table }) => {
  await table.open({ variant: "chess" });
  const captured = (side: string) => table.page.locator(`.player[data-side=${side}] .captured`);
  await expect(captured("w")).toBeEmpty();
  await table.moves("e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2");
  await expect(captured("w").getByRole("img")).toHaveAccessibleName(
    "has captured Black Queen, Black Pawn",
  );
  await expect(captured("b").getByRole("img")).toHaveAccessibleName(
    "has captured White Pawn, White Pawn",
  );
  await expect(captured("w").locator(".ahead")).toHaveText(/^\+\d+$/);
  await expect(captured("b").locator(".ahead")).toHaveCount(0);
});

test("names, the event and clocks of a game that was opened", async ({ table }) => {
  await table.open();
  await table.command("Open");
  const game = `[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Variant "chess"]

1. e4 {[%clk 0:02:59]} e5 {[%clk 0:02:51]} *`;
  await table.dialog.getByRole("textbox").fill(game);
  await table.after(() => table.dialog.getByRole("button", { name: "Open", exact: true }).click());
  const player = (side: string) => table.page.locator(`.player[data-side=${side}]`);
  await expect(player("w").locator(".name")).toHaveText("White · Ann");
  await expect(player("b").locator(".name")).toHaveText("Black · Bob");
  await expect(table.page.locator(".game")).toHaveText(/^Cup · Orthodox chess/);
  await table.after(() => table.page.keyboard.press("End"));
  await expect(player("w").locator(".clock")).toHaveText("0:02:59");
  await expect(player("b").locator(".clock")).toHaveText("0:02:51");
});

test("board colors, pieces, coordinates and size are chosen and kept", async ({ table }) => {
  await table.open({ variant: "chess" });
  const color = () =>
    table.square("a1").evaluate((square) => getComputedStyle(square).backgroundColor);
  const drawing = () => table.page.locator("#piece-wR").innerHTML();
  const width = async () => (await table.page.locator(".board").boundingBox())?.width ?? 0;
  const before = { color: await color(), drawing: await drawing(), width: await width() };
  await table.command("Settings");
  const choose = (name: string, label: string) =>
    table.dialog.getByRole("combobox", { name }).selectOption({ label });
  await choose("Board colors", "blue");
  const blue = await color();
  expect(blue).not.toBe(before.color);
  await choose("Board colors", "green");
  expect([before.color, blue]).not.toContain(await color());
  await choose("Pieces", "plain shapes");
  const plain = await drawing();
  expect(plain).not.toBe(before.drawing);
  await choose("Coordinates", "beside the board");
  await expect(table.page.locator(".names .across span").first()).toHaveText("a");
  await expect(table.page.locator(".square .file")).toHaveCount(0);
  await choose("Coordinates", "none");
  await expect(table.page.locator(".names, .square .file")).toHaveCount(0);
  await table.dialog.getByRole("slider", { name: "Board size" }).fill("60");
  expect(await width()).toBeLessThan(0.65 * before.width);
  await table.after(() => table.page.reload());
  expect(await drawing()).toBe(plain);
  expect(await width()).toBeLessThan(0.65 * before.width);
});

test("pictures of games have the board colors and pieces that were chosen", async ({ table }) => {
  await table.open({ variant: "chess" });
  const card = table.dialog.locator('[data-game="falcon"] img');
  const drawn = async () => {
    await table.command("New game");
    await expect(card).toHaveAttribute("src", /^data:/);
    const text = decodeURIComponent((await card.getAttribute("src")) ?? "");
    await table.page.keyboard.press("Escape");
    await expect(table.dialog).toBeHidden();
    return text;
  };
  const choose = async (name: string, label: string) => {
    await table.command("Settings");
    await table.dialog.getByRole("combobox", { name }).selectOption({ label });
    await table.page.keyboard.press("Escape");
    await expect(table.dialog).toBeHidden();
  };
  const colors = (text: string) => text.match(/rgb\([^)]+\)/g);
  const color = await table
    .square("a1")
    .evaluate((square) => getComputedStyle(square).backgroundColor);
  const before = await drawn();
  expect(colors(before)).toContain(color);
  await choose("Board colors", "blue");
  const blue = await drawn();
  expect(colors(blue)).not.toContain(color);
  await choose("Pieces", "plain shapes");
  const plain = await drawn();
  expect(colors(plain)).toEqual(colors(blue));
  expect(plain).not.toBe(blue);
});

test("all pieces of a game look different in plain shapes, too", async ({ table }) => {
  for (const variant of ["falcon", "permutation", "capablanca", "xiangqi"]) {
    await table.open({ variant });
    await table.command("Settings");
    const set = table.dialog.getByRole("combobox", { name: "Pieces" });
    await set.selectOption({ label: "plain shapes" });
    const drawings = await table.page
      .locator("symbol")
      .evaluateAll((all) => all.map((symbol) => symbol.innerHTML));
    expect(new Set(drawings).size, variant).toBe(drawings.length);
  }
});

test("pointing at a piece shows its name and its moves", async ({ table }) => {
  await table.open({ variant: "falcon" });
  const hint = table.page.locator(".hint-box");
  await table.square("d1").hover();
  await expect(hint.locator("strong")).toHaveText("White Falcon");
  await expect(hint.locator(".diagram .both")).toHaveCount(16);
  await expect(hint.locator(".diagram .gate")).toHaveCount(16);
  await expect(hint).toContainText("no leap: something can stand in the way");
  await table.square("e5").hover();
  await expect(hint).toBeHidden();
  await table.square("e2").hover();
  await expect(hint).toContainText("White Pawn: only moves to 1 square nearby");
  await expect(hint.locator(".diagram .captures")).toHaveCount(2);
  await expect(hint.locator(".diagram .initial")).toHaveCount(1);
});

test("squares around a palace are dimmed", async ({ table }) => {
  await table.open({ variant: "xiangqi" });
  const hint = table.page.locator(".hint-box");
  await table.square("e1").hover();
  // Files a to i and ranks 1 to 5 are on the board, but for the palace, and a sign is explained.
  await expect(hint.locator(".outside")).toHaveCount(9 * 5 - 9 + 1);
  await expect(hint).toContainText("it cannot enter");
  await table.square("c1").hover();
  await expect(hint).toContainText("White Elephant");
  await expect(hint).not.toContainText("it cannot enter");
});

test("a finger that is held on a piece shows its moves", async ({ another }) => {
  const table = await another({ ...PHONE, viewport: UPRIGHT });
  await table.open({ variant: "falcon" });
  const box = await table.square("d8").boundingBox();
  const at = { x: (box?.x ?? 0) + 15, y: (box?.y ?? 0) + 15 };
  const hint = table.page.locator(".hint-box");
  const session = await table.page.context().newCDPSession(table.page);
  const touch = (type: "touchStart" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [at]);
  await expect(hint.locator("strong")).toHaveText("Black Falcon");
  await touch("touchEnd", []);
  await expect(hint).toBeHidden();
});

test("the keys explain the piece under the cursor", async ({ table }) => {
  await table.open({ variant: "falcon" });
  await table.square("e1").focus();
  await table.page.keyboard.press("i");
  await expect(table.page.locator(".hint-box")).toContainText("White Queen");
  await expect(table.page.locator(".hint-box")).toContainText("and farther");
  await table.page.keyboard.press("Escape");
  await expect(table.page.locator(".hint-box")).toBeHidden();
});

test("a search for a game that there is not says so", async ({ table }) => {
  await table.open();
  await table.command("New game");
  const { dialog } = table;
  await dialog.getByRole("searchbox", { name: "Search" }).fill("no such game");
  await expect(dialog.getByRole("radio")).toHaveCount(0);
  await expect(dialog.getByRole("status")).toHaveText("No game has all these words.");
  await dialog.getByRole("searchbox", { name: "Search" }).fill("permutation");
  const cards = dialog.locator(".card");
  await expect(cards.first()).toContainText("Complete Permutation Chess");
  await expect(cards.first().locator("img")).toHaveJSProperty("complete", true);
  // The rest of the choices is folded away.
  await expect(dialog.getByRole("combobox")).toHaveCount(1);
  await dialog.getByText("More", { exact: true }).click();
  await expect(dialog.getByRole("combobox", { name: "Clock" })).toBeVisible();
});
