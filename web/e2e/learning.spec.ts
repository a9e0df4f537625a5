// Learning: tactics, endings and the path trainer.

import AxeBuilder from "@axe-core/playwright";

import { ENDINGS, startOf } from "../src/endings";
import { closedTargets, isOpen, nameOf, targetsFrom, type Square } from "../src/falconpaths";
import { expect, picture, test } from "./fixtures";
import type { Table } from "./table";

/** The Falcon and the men on the trainer's board. */
async function position(table: Table): Promise<{ from: Square; occupied: Set<string> }> {
  const labels = await table.dialog
    .locator("[data-trainer]")
    .evaluateAll((all) => all.map((square) => square.getAttribute("aria-label") ?? ""));
  const named = (what: string) =>
    labels.filter((label) => label.endsWith(what)).map((label) => label.split(",")[0] ?? "");
  const falcon = named(", Falcon")[0] ?? "";
  const from: Square = [falcon.charCodeAt(0) - 97, Number(falcon.slice(1)) - 1];
  return { from, occupied: new Set(named(", Pawn")) };
}

test("the path trainer judges walks and closed targets", async ({ table, page }) => {
  await table.open();
  await table.command("Lessons");
  await table.dialog.getByRole("button", { name: "Path trainer" }).click();
  const { dialog } = table;
  const click = (name: string) => dialog.locator(`[data-trainer="${name}"]`).click();
  const task = (await dialog.getByTestId("task").textContent()) ?? "";
  const target = /to (\w+):/.exec(task)?.[1] ?? "";
  const { from, occupied } = await position(table);
  const open = targetsFrom(from)
    .get(target)
    ?.find((path) => isOpen(path, occupied));
  // A square where something stands is no way.
  await click([...occupied][0] ?? "");
  await expect(dialog.getByRole("status")).toContainText("A piece stands on");
  for (const square of open ?? []) await click(nameOf(square));
  await click(target);
  await expect(dialog.getByRole("status")).toHaveText("Right: that path is open.");
  await expect(dialog).toContainText("1 in a row");
  await picture(table, "trainer");

  await dialog.getByRole("button", { name: "Find the closed targets" }).click();
  const other = await position(table);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("status")).toContainText("closed");
  for (const name of closedTargets(other.from, other.occupied)) await click(name);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Right: those are all of them.");
  const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(violations).toEqual([]);
});

test("White wins every ending, as the tablebases say", async ({ table }) => {
  for (const ending of ENDINGS) {
    const { variant, fen } = startOf(ending);
    await table.open({ variant, fen: fen ?? "" });
    expect(table.state.position.tablebase, ending.title).toMatch(/^White mates in \d+ moves$/);
    expect(table.state.position.side).toBe("w");
  }
});

test("an ending is played against the engine", async ({ table }) => {
  await table.open();
  await table.command("Lessons");
  await table.after(
    () => table.dialog.getByRole("button", { name: /^King and Queen/ }).click(),
    (state) => state.players !== null,
  );
  await table.shows();
  await table.after(
    () => table.moves("d1d2"),
    (state) => state.tree.length === 3,
  );
});

test("a tactic is solved and counted", async ({ table, page }) => {
  await table.open();
  await table.command("Lessons");
  await expect(table.dialog.getByText("0 of 20 solved")).toBeVisible();
  await table.after(
    () => table.dialog.getByRole("button", { name: "Tactic 1: White to move" }).click(),
    (state) => state.lesson !== null,
  );
  await table.shows();
  await expect(page.getByRole("region", { name: "Lesson" })).not.toContainText("The game could");
  const right = table.state.position.legal.find((move) => move.san === "Qh6+");
  await table.after(
    () => table.gesture(right?.from ?? "", right?.to ?? ""),
    (state) => state.lesson?.solved === true && state.node !== 0,
  );
  await table.command("Lessons");
  await expect(table.dialog.getByText("1 of 20 solved")).toBeVisible();
});
