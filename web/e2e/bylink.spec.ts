// Two people at two devices: a link of its own lets one other page into a game.

import AxeBuilder from "@axe-core/playwright";

import { expect, picture, test } from "./fixtures";
import type { Table } from "./table";

/** Starts a game for another person. Returns the address of the link. */
async function invite(table: Table, color: "white" | "black"): Promise<string> {
  await table.open();
  await table.newGame({ variant: "falcon", link: color });
  return table.page.getByRole("textbox", { name: "Link for the other player" }).inputValue();
}

/** Opens the page of a link. */
async function join(guest: Table, address: string): Promise<void> {
  guest.address = address;
  await guest.open();
}

async function expectAccessible({ page }: Table): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** Makes a move at one page, and waits until the other one shows it. */
async function play(table: Table, other: Table, mv: string): Promise<void> {
  const count = table.state.tree.length + 1;
  await other.after(
    () => table.moves(mv),
    (state) => state.tree.length === count,
  );
  await other.shows();
}

test("two browsers play one game", async ({ table, another }) => {
  const address = await invite(table, "white");
  expect(address).not.toContain("token=");
  await expect(table.page.getByText("Send this link to the person who plays Black.")).toBeVisible();
  await picture(table, "link-host");
  await expectAccessible(table);
  const guest = await another();
  await join(guest, address);
  expect(new URL(guest.page.url()).search).toBe("");
  await expect(guest.page.locator(".player").last()).toHaveAttribute("data-side", "b");
  await expect(table.page.getByRole("region", { name: "The other player" })).toBeHidden();
  for (const name of ["New game", "Take back"]) await expect(guest.button(name)).toBeHidden();
  for (const name of ["Open", "Edit position", "Study", "Play both sides here"])
    await expect(guest.item(name)).toHaveCount(0);
  await expect(guest.page.getByRole("checkbox", { name: "Analysis" })).toBeHidden();
  await expect(table.page.getByRole("checkbox", { name: "Analysis" })).toBeDisabled();

  await play(table, guest, "e2e4");
  // White cannot move for Black, but can prepare a move.
  await table.gesture("e7", "e5");
  await table.gesture("d2", "d4");
  await expect(table.square("d4")).toHaveClass(/premove/);
  await table.page.keyboard.press("Escape");
  await play(guest, table, "e7e5");
  await expect.poll(() => guest.sans()).toEqual(["e4", "e5"]);
  await picture(guest, "link-guest");
  await expectAccessible(guest);

  // Both come back.
  await table.after(() => table.page.reload());
  await table.shows();
  await guest.after(() => guest.page.reload());
  await guest.shows();
  await expect.poll(() => guest.sans()).toEqual(["e4", "e5"]);
  await play(table, guest, "d2d4");

  // A third person learns why not.
  const third = await another();
  await third.page.goto(address);
  await expect(third.page.getByRole("alert")).toContainText("Somebody else plays by this link");
  third.forgetConnections();
  await play(guest, table, "d7d5");

  await guest.button("Offer draw").click();
  await expect(guest.button("Draw offered")).toBeDisabled();
  await expect(table.page.getByText("Black offers a draw.")).toBeVisible();
  await picture(table, "link-offer");
  await expectAccessible(table);
  await table.button("Decline").click();
  await expect(guest.page.getByText("The other player declines the draw.")).toBeVisible();
  await guest.button("Resign").click();
  await guest.dialog.getByRole("button", { name: "Resign" }).click();
  for (const page of [table, guest]) await expect(page.result).toHaveText("1-0 Black resigns.");

  await table.button("Offer rematch").click();
  await guest.button("Accept rematch").click();
  await expect(guest.page.locator(".player").last()).toHaveAttribute("data-side", "w");
  await play(guest, table, "e2e4");
});

test("the host plays both sides when the other player is gone", async ({ table, another }) => {
  const address = await invite(table, "black");
  const guest = await another();
  await join(guest, address);
  await play(guest, table, "g2g4");
  await guest.page.goto("about:blank");
  await expect(table.page.getByText("The other player is not connected.")).toBeVisible();
  await guest.page.goto(address);
  await guest.shows();
  await table.command("Study");
  await expect(table.dialog).toContainText("The other player learns that you have left");
  await table.dialog.getByRole("button", { name: "Cancel" }).click();
  await table.after(() => table.command("Play both sides here"));
  await expect(guest.page.getByRole("alert")).toContainText("has taken your seat");
  await table.moves("g7g5 h2h4");
  await guest.page.reload();
  await expect(guest.page.getByRole("alert")).toContainText("taken your seat");
  guest.forgetConnections();
});
