// Games between persons, and against the engine.

import { expect, test } from "./fixtures";

const ENDS = [
  { variant: "chess", line: "f2f3 e7e5 g2g4 d8h4", result: "0-1 Black wins by checkmate." },
  {
    variant: "chess",
    line:
      "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 " +
      "f7g6 c8e6",
    result: "1/2-1/2 Drawn by stalemate.",
  },
  {
    variant: "falcon",
    line: "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8",
    result: "1/2-1/2 Drawn by repetition.",
  },
  {
    variant: "permutation",
    line: "h2h4 p7p6 h4h5 p6p5 h5h6 o7o6 h6g7 o6o5 g7h8",
    result: "0-1 Black wins by Mental Cruelty.",
  },
];

for (const { variant, line, result } of ENDS) {
  test(`${variant}: a game that ends ${result}`, async ({ table }) => {
    await table.open();
    await table.newGame({ variant });
    await table.moves(line);
    await expect(table.result).toHaveText(result);
    await expect(table.announcement).toHaveText(table.state.result?.reason ?? "?");
    await expect(table.button("Resign")).toBeHidden();
    await expect(table.button("Rematch")).toBeVisible();
  });
}

test("two persons: take back, agree to a draw, and play again", async ({ table }) => {
  await table.open();
  await table.newGame();
  await table.moves("e2e4 e7e5 b1c3");
  await table.after(() => table.button("Take back").click());
  await table.expectPieces({ b1: "wN", c3: null });
  await expect.poll(() => table.sans()).toEqual(["e4", "e5"]);
  await table.moves("d2d4");

  await table.after(() => table.button("Offer draw").click());
  await expect(table.result).toHaveText("1/2-1/2 Drawn by agreement.");
  // Nobody moves in a game that is over.
  await table.gesture("e5", "d4");
  await table.expectPieces({ e5: "bP", d4: "wP" });

  await table.after(() => table.button("Rematch").click());
  await expect(table.page.getByText("No moves yet.")).toBeVisible();
  await table.moves("d2d4 d7d5");
});

test("against the engine", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "falcon", level: 0 });
  await expect(table.page.locator(".player[data-side=b]")).toHaveText(/Peregrine, level 0/);
  const reply = async (mv: string) => {
    const plies = table.state.tree.length + 2;
    const comes = table.after(
      () => table.moves(mv),
      (state) => state.tree.length === plies,
    );
    await comes;
    await table.shows();
  };
  await reply("a2a3");
  await reply("j2j3");
  await reply("b2b3");
  await expect.poll(() => table.sans()).toHaveLength(6);

  await table.button("Offer draw").click();
  await expect(table.page.getByText("The engine declines the draw.")).toBeVisible();
  await expect(table.page.getByRole("checkbox", { name: "Analysis" })).toBeDisabled();

  await table.after(() => table.button("Take back").click());
  await table.shows();
  await expect.poll(() => table.sans()).toHaveLength(4);
  await table.expectPieces({ b2: "wP", b3: null });
  await reply("i2i3");

  await table.resign();
  await expect(table.result).toHaveText("0-1 White resigns.");

  // In the rematch the engine has White and begins, and the person sits on Black's side.
  await table.after(
    () => table.button("Rematch").click(),
    (state) => state.tree.length === 2,
  );
  await table.shows();
  await expect(table.page.locator(".player[data-side=w]")).toHaveText(/Peregrine, level 0/);
  await expect(table.page.locator(".player").last()).toHaveAttribute("data-side", "b");
});

test("a game from the position on the board", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "chess" });
  await table.moves("e2e4 e7e5");
  await table.after(() => table.command("Study"));
  await table.newGame({ here: true, level: 0 });
  await table.expectPieces({ e4: "wP", e5: "bP" });
  expect(table.state.tree).toHaveLength(1);
  await table.after(
    () => table.moves("g1f3"),
    (state) => state.tree.length === 3,
  );
});

test("with Black against the engine", async ({ table }) => {
  await table.open();
  await table.after(
    () => table.newGame({ variant: "falcon-8x8", level: 0, color: "black" }),
    (state) => state.tree.length === 2,
  );
  await table.shows();
  await expect(table.page.locator(".player").last()).toHaveAttribute("data-side", "b");
  await table.after(
    () => table.moves("e7e5"),
    (state) => state.tree.length === 4,
  );
  await table.shows();
});

test("moving on a board that is turned", async ({ table }) => {
  await table.open();
  const before = await table.square("a1").boundingBox();
  await table.command("Flip the board");
  await expect(table.page.locator(".player").last()).toHaveAttribute("data-side", "b");
  const after = await table.square("a1").boundingBox();
  expect(after?.x).toBeGreaterThan(before?.x ?? 0);
  expect(after?.y).toBeLessThan(before?.y ?? 0);
  await table.newGame();
  await table.moves("e2e4 e7e5");
  await table.moves("d2d4 e5d4", "drag");
  await table.page.locator("body").press("f");
  await expect(table.page.locator(".player").last()).toHaveAttribute("data-side", "w");
});

test("the clock runs, and a flag falls", async ({ table }) => {
  await table.open();
  await table.newGame({ clock: "1 minute + 1 s" });
  const clock = (side: string) => table.page.locator(`.player[data-side=${side}] .clock`);
  await table.moves("e2e4");
  await expect(clock("b")).toHaveText("0:58");
  await expect(clock("w")).toHaveText(/^(1:0[01]|0:5\d)$/);
  await table.moves("e7e5");
  await expect(clock("w")).toHaveText(/^0:5\d$/);

  // Nobody waits a minute: the page keeps the game, and here it keeps less of White's time.
  await table.page.evaluate(() => {
    const game = JSON.parse(sessionStorage.getItem("game") ?? "{}");
    game.clock.white = 3000;
    sessionStorage.setItem("game", JSON.stringify(game));
  });
  await table.open();
  await expect(clock("w")).toHaveText(/^0:0[0-2]\.\d$/);
  await expect(clock("w")).toHaveClass(/low/);
  await expect(table.result).toHaveText("0-1 White ran out of time.");
  await expect(clock("w")).toHaveText("0:00.0");
});
