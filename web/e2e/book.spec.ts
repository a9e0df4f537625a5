// The opening book of Falcon Chess, which is part of the program.

import { expect, picture, test } from "./fixtures";

test("the book's moves are listed, and made with a click", async ({ table }) => {
  await table.open({ variant: "falcon" });
  const book = table.page.getByRole("region", { name: "Opening book" });
  const row = book.getByRole("row").nth(1);
  await expect(row).toHaveText(/^\S+?\d+%[+-]\d\.\d\d\d+White \d+%, draw \d+%, Black \d+%$/);
  await picture(table, "book");
  for (const ply of [1, 2, 3]) {
    const first = book.getByRole("button").first();
    const san = (await first.textContent()) ?? "";
    await table.after(() => first.click());
    await table.shows();
    const sans = await table.sans();
    expect(sans).toHaveLength(ply);
    expect(sans[ply - 1]).toContain(san);
  }
  // No book has such a position.
  await table.newGame({ variant: "chess" });
  await expect(book).toBeHidden();
});

test("the engine plays from the book unless that is switched off", async ({ table }) => {
  await table.open();
  await table.newGame({ variant: "falcon", level: 0, color: "black" });
  const engine = () => {
    const { white, black } = table.state.players ?? {};
    return [white, black].find((player) => player?.type === "engine");
  };
  expect(engine()).toMatchObject({ book: true });
  await expect.poll(() => table.sans()).toHaveLength(1);
  // It is no help in a game against the engine.
  await expect(table.page.getByRole("region", { name: "Opening book" })).toBeHidden();
  await table.button("New game").click();
  await table.dialog.getByText("More", { exact: true }).click();
  await table.dialog.getByLabel("Peregrine plays from its opening book").uncheck();
  await table.after(
    () => table.dialog.getByRole("button", { name: "Start" }).click(),
    (state) => state.tree.length === 1,
  );
  expect(engine()).toMatchObject({ book: false });
  // The page remembers it for the next game.
  await table.button("New game").click();
  await table.dialog.getByText("More", { exact: true }).click();
  await expect(table.dialog.getByLabel("Peregrine plays from its opening book")).not.toBeChecked();
});
