// Lessons, problems, and the evaluation graph.

import { expect, test } from "./fixtures";
import type { Table } from "./table";

/** Opens a lesson of the list. */
async function openLesson(table: Table, title: string): Promise<void> {
  await table.command("Lessons");
  await table.after(
    () => table.dialog.getByRole("button", { name: title }).click(),
    (state) => state.lesson !== null,
  );
  await expect(table.dialog).toBeHidden();
  await table.shows();
}

test("every lesson is opened and played through", async ({ table }) => {
  test.setTimeout(120_000);
  await table.open();
  await table.command("Lessons");
  await expect(table.dialog.locator("[data-lesson]").first()).toBeVisible();
  const titles = await table.dialog.locator("[data-lesson]").allInnerTexts();
  expect(titles.length).toBeGreaterThan(10);
  await table.after(() => table.dialog.locator("[data-lesson]").first().click());
  const lesson = table.page.getByRole("region", { name: "Lesson" });
  for (const [index, title] of titles.entries()) {
    await expect(lesson.getByRole("heading")).toHaveText(title);
    await expect(lesson.locator("p").first()).toHaveText(/^[A-Z].*[.?]$/);
    await table.shows();
    if (await table.button("Show the solution").isVisible())
      await table.after(() => table.button("Show the solution").click());
    const hasMoves = table.state.tree.length > 1;
    await expect(table.button("Forward")).toBeEnabled({ enabled: hasMoves });
    while (await table.button("Forward").isEnabled()) {
      await table.after(() => table.button("Forward").click());
      await table.shows();
    }
    const next = table.button("Next lesson");
    if (index + 1 === titles.length) await expect(next).toBeDisabled();
    else await table.after(() => next.click());
  }
});

test("marks of a lesson are drawn, and its moves lead on", async ({ table }) => {
  await table.open();
  await openLesson(table, "The sixteen squares of the Falcon");
  await expect(table.page.locator("circle.mark.green")).toHaveCount(16);
  const text = table.page.getByRole("region", { name: "Lesson" }).locator("p").first();
  await expect(text).not.toContainText("[%");
  await table.moves("e4f7");
  await expect(text).toHaveText("Two squares straight and one diagonally.");
  await expect(table.page.locator("circle.mark")).toHaveCount(0);
  await openLesson(table, "Three paths to every square");
  await expect(table.page.locator(".arrow.mark")).toHaveCount(7);
});

test("a problem is solved by the right moves only", async ({ table }) => {
  await table.open();
  await openLesson(table, "Problem A: mate in two");
  expect(table.state.tree).toHaveLength(1);
  const key = (mv: string) => table.state.position.legal.find((move) => move.mv === mv);
  expect(key("c1i7")?.san).toBe("Qxi7+");
  await table.gesture("c1", "c2");
  await expect(table.page.getByRole("alert")).toContainText("That does not solve it");
  await table.expectPieces({ c1: "wQ", c2: null });

  // The answer comes at once, and a reload does not forget how far it went.
  await table.after(
    () => table.gesture("c1", "i7"),
    (state) => state.tree.length === 3,
  );
  await table.shows();
  await table.expectPieces({ i7: "bK" });
  await table.after(() => table.page.reload());
  await table.shows();
  await expect(table.page.getByText("Make your move on the board.")).toBeVisible();
  await table.after(
    () => table.gesture("j5", "j6", "drag"),
    (state) => state.lesson?.unsolved === false && state.node !== 0,
  );
  await expect(table.page.getByText("Solved!")).toBeVisible();
  await table.shows();
  await expect.poll(() => table.sans()).toEqual(["Qxi7+", "Kxi7", "j6#"]);
  await expect(table.button("Show the solution")).toBeHidden();

  // It is marked from now on, in the list, too.
  const lesson = table.page.getByRole("region", { name: "Lesson" });
  await expect(lesson.getByRole("heading")).toHaveText("Problem A: mate in two✓ solved");
  await table.page.reload();
  await table.command("Lessons");
  await expect(table.dialog.locator(".solved")).toHaveCount(1);
});

test("a lesson to try opens without its moves", async ({ table }) => {
  await table.open();
  await openLesson(table, "Mate with King and Falcon");
  expect(table.state.tree).toHaveLength(1);
  await table.moves("b1a4");
  await table.after(() => table.button("Show the moves").click());
  await expect.poll(() => table.sans()).toHaveLength(65);
  await expect(table.button("Show the moves")).toBeHidden();
});

test("the solution of a problem is shown", async ({ table }) => {
  await table.open();
  await openLesson(table, "Problem B: mate in one");
  await table.after(() => table.button("Show the solution").click());
  await expect.poll(() => table.sans()).toEqual(["c8=F#"]);
  await expect(table.page.locator(".solved")).toHaveCount(0);
});

test("the graph of a game that was evaluated", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.moves("f2f3 e7e5 g2g4 d8h4");
  const graph = table.page.getByRole("region", { name: "Evaluation graph" });
  const points = graph.locator(".point");
  await expect(points).toHaveCount(0);
  await graph.getByRole("button", { name: "Evaluate the game" }).click();
  await expect(points).toHaveCount(5, { timeout: 30_000 });
  await expect(graph.getByRole("button", { name: /evaluat/i })).toBeHidden();
  await expect(points.nth(3).locator("title")).toHaveText("2. g4: #-1");
  await table.after(() => points.nth(1).click());
  await table.shows();
  await table.expectPieces({ f3: "wP", e5: null });

  // A new game has no graph yet.
  await table.newGame({ variant: "chess" });
  await expect(graph).toBeHidden();
});
