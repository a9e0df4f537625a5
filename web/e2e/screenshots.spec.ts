// The main views compared with the pictures of them that were accepted last, in screenshots/.
// CONTRIBUTING.md says how to look at a difference and how to accept it.

import { expect, test } from "./fixtures";
import type { Message } from "../src/messages";
import type { Table } from "./table";

const PHONE = { deviceScaleFactor: 0.75, hasTouch: true, isMobile: true };

/**
 * Smaller than they are on a screen: what moved can be seen, the files are small, and little is left
 * of how a machine draws letters.
 */
const VIEWS = {
  laptop: { deviceScaleFactor: 0.44, viewport: { width: 1366, height: 768 } },
  "large screen": { deviceScaleFactor: 0.33, viewport: { width: 1920, height: 1080 } },
  "phone upright": { ...PHONE, viewport: { width: 390, height: 844 } },
  "phone on its side": { ...PHONE, viewport: { width: 844, height: 390 } },
};

/** Fails if the page looks different from the accepted picture. */
async function expectToLookLike(table: Table, name: string): Promise<void> {
  await table.page.mouse.move(0, 0);
  // The font that Debian and Ubuntu have wherever there is a browser.
  await table.page.evaluate(() => {
    document.documentElement.style.fontFamily = '"DejaVu Sans", sans-serif';
  });
  await expect(table.page).toHaveScreenshot(`${name}.png`);
}

for (const [view, options] of Object.entries(VIEWS)) {
  test(`the board on a ${view} looks as accepted`, async ({ another }) => {
    const table = await another({ ...options, colorScheme: "light" });
    await table.open();
    await expectToLookLike(table, `board-${view.replaceAll(" ", "-")}`);
  });
}

test("the board in the dark looks as accepted", async ({ another }) => {
  const table = await another({ ...VIEWS.laptop, colorScheme: "dark" });
  await table.open();
  await expectToLookLike(table, "board-dark");
});

for (const [dialog, name] of [
  ["New game", "new-game"],
  ["Rules", "rules"],
  ["Edit position", "editor"],
] as const) {
  test(`the dialog '${dialog}' looks as accepted`, async ({ another }) => {
    const table = await another({ ...VIEWS.laptop, colorScheme: "light" });
    await table.open();
    await table.command(dialog);
    await expect(
      table.dialog.locator(".array[src], .miniboard, [data-edit]").first(),
    ).toBeVisible();
    // Pictures of arrays come when they are seen.
    const areComplete = () =>
      table.dialog
        .locator(".array")
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).complete));
    await expect.poll(areComplete).toBe(true);
    await expectToLookLike(table, name);
  });
}

/** What the engine seems to think in the picture: what it really thinks is never the same twice. */
const THOUGHT: Message = {
  type: "thinking",
  node: 0,
  nodes: 1_234_567,
  nodesPerSecond: 345_678,
  searching: true,
  threat: false,
  lines: (
    [
      ["e2e4", "1. e4 e5 2. Nc3 Nc6"],
      ["d2d4", "1. d4 d5 2. Nf3 Nf6"],
      ["c2c4", "1. c4 e5"],
    ] as const
  ).map(([mv, san], index) => ({
    depth: 14,
    score: {
      text: `+0.${30 - index}`,
      centipawns: 30 - index,
      mate: null,
      chances: [300, 500, 200],
    },
    moves: [mv],
    san,
    first: [mv.slice(0, 2), mv.slice(2)],
  })),
};

/** In the page: has sockets tell this thought in place of every other. */
function replaceThoughts(thought: Message): void {
  window.WebSocket = class extends WebSocket {
    set onmessage(listener: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        const message = JSON.parse(String(event.data)) as Message;
        if (message.type !== "thinking") return listener(event);
        const data = JSON.stringify({ ...thought, node: message.node });
        listener(new MessageEvent("message", { data }));
      };
    }
  };
}

const VARIATIONS = `[White "Ann"]
[Black "Bob"]
[Variant "falcon"]

1. e4! e5 {solid} (1... f5?! 2. exf5 (2. d3 d6) 2... d5) 2. Nc3 Nc6 *
`;

test("an analysis with variations looks as accepted", async ({ another }) => {
  const table = await another({ ...VIEWS.laptop, colorScheme: "light" });
  await table.page.addInitScript(replaceThoughts, THOUGHT);
  await table.open();
  await table.command("Open");
  await table.dialog.getByRole("textbox").fill(VARIATIONS);
  await table.after(() => table.dialog.getByRole("button", { name: "Open", exact: true }).click());
  await expect(table.dialog).toBeHidden();
  await table.page.getByRole("checkbox", { name: "Analysis" }).check();
  await expect(table.page.locator(".lines li")).toHaveCount(3);
  await expectToLookLike(table, "analysis");
});
