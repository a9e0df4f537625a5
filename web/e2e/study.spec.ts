// Games that are read, studied and saved; what the engine, Falcons and tablebases say.

import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures";
import { repository } from "./server";
import type { Table } from "./table";

const VARIATIONS = `[Event "Lesson"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "falcon"]

{The beginning.} 1. e4! e5 {solid} (1... f5?! 2. exf5 (2. d3 d6) 2... d5) 2. Nc3 Nc6 1-0
`;
const ORDER = ["e4!", "e5", "f5?!", "exf5", "d3", "d6", "d5", "Nc3", "Nc6"];

async function paste(table: Table, text: string): Promise<void> {
  await table.command("Open");
  await table.dialog.getByRole("textbox").fill(text);
  await table.dialog.getByRole("button", { name: "Open", exact: true }).click();
}

/** The text of the file that the page saves. */
async function saved(table: Table): Promise<{ name: string; text: string }> {
  const download = table.page.waitForEvent("download");
  await table.command("Save PGN");
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/** The moves of a tree with what precedes and follows them; line breaks are not kept. */
function moves(table: Table): string[] {
  const names = new Map(table.state.tree.map((node) => [node.id, node.number + node.san]));
  return table.state.tree.map(
    (node) =>
      `${names.get(node.parent ?? -1)} > ${names.get(node.id)} ${node.comment.replace(/\s+/g, " ")}`,
  );
}

test("a game that XBoard saved is opened, and saved again", async ({ table }) => {
  await table.open();
  await table.command("Open");
  const file = repository("tests/data/xboard/falcon.pgn");
  await table.after(() => table.dialog.getByLabel("A file of games (PGN)").setInputFiles(file));
  await expect(table.dialog).toBeHidden();
  await table.shows();
  await expect.poll(async () => (await table.sans()).slice(0, 3)).toEqual(["Nh3", "Na6", "b4"]);
  await expect(table.result).toHaveText("1-0");
  await expect(table.comments.first()).toHaveText("+10.57");

  await table.after(() => table.button("Last position").click());
  await table.shows();
  await expect(table.button("Forward")).toBeDisabled();
  const before = moves(table);
  const { name, text } = await saved(table);
  expect(name).toBe("Computer Chess Game.pgn");
  expect(text).toContain('[Variant "falcon"]');
  await table.open({ variant: "chess" });
  await table.after(() => paste(table, text));
  expect(moves(table)).toEqual(before);
});

test("one of several games is chosen", async ({ table }) => {
  await table.open();
  await table.command("Open");
  const file = repository("tests/data/xboard/permutation.pgn");
  await table.dialog.getByLabel("A file of games (PGN)").setInputFiles(file);
  const games = table.dialog.locator(".games button");
  await expect(games).toHaveCount(3);
  await table.after(() => games.nth(1).click());
  await expect(table.dialog).toBeHidden();
  await expect(table.page.getByRole("grid", { name: "Board of permutation" })).toBeVisible();
  await expect.poll(async () => (await table.sans()).length).toBeGreaterThan(10);
});

test("text that is no game is refused with the reason", async ({ table }) => {
  await table.open();
  await paste(table, "1. e4 e5 2. Kf7 *");
  await expect(table.page.getByRole("alert")).toContainText("Kf7");
  expect(table.state.tree).toHaveLength(1);
});

test("comments before and behind variations are shown", async ({ table }) => {
  await table.open({ variant: "chess" });
  await table.after(() =>
    paste(table, "1. e4 e5 ({before} 1... c5 {after the move} 2. Nf3) 2. d4 *"),
  );
  const variation = table.page.locator(".variation");
  await expect(variation.locator(".comment")).toHaveText(["before", "after the move"]);
  // They stay where they are after a step and a reload.
  await table.after(() => table.listed("d4").click());
  await expect(variation).toHaveText(/^before\s*1\.\.\.\s*c5/);
  await table.after(
    () => table.page.reload(),
    (state) => state.tree.length === 6,
  );
  await expect(variation.locator(".comment")).toHaveText(["before", "after the move"]);
});

test("an evaluation can be stopped and begun again", async ({ table }) => {
  await table.open({ variant: "chess" });
  // Long enough to be stopped before its end on any machine.
  const moves = `Nf3 Nc6 e3 e6 Be2 Be7 O-O Nf6 d3 d6 c3 Bd7 Nbd2 a6 a3 b6 b3 O-O Bb2 Bc8 c4 Bb7
    h3 h6 Qc2 Qd7 Rac1 Rac8 Qb1 Qe8`;
  await table.after(() => paste(table, `${moves} *`));
  const graph = table.page.getByRole("region", { name: "Evaluation graph" });
  await graph.getByRole("button", { name: "Evaluate the game" }).click();
  await graph.getByRole("button", { name: /^Stop evaluating, \d+ to go$/ }).click();
  await expect(graph.getByRole("button", { name: "Evaluate the game" })).toBeVisible();
  const points = graph.locator(".point");
  const evaluated = await points.count();
  await graph.getByRole("button", { name: "Evaluate the game" }).click();
  // How many are left may change before it is seen; the points stay.
  await expect.poll(() => points.count(), { timeout: 40_000 }).toBeGreaterThan(evaluated + 3);
});

test("a position is pasted", async ({ table }) => {
  await table.open();
  await table.after(
    () => paste(table, "k9/10/10/10/4F5/10/10/9K w - - 0 1"),
    (state) => state.players === null,
  );
  await expect(table.dialog).toBeHidden();
  await table.expectPieces({ e4: "wF", a8: "bK", j1: "wK", e1: null });
});

test("a dropped file is opened", async ({ table }) => {
  await table.open();
  const transfer = await table.page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "lesson.pgn"));
    return data;
  }, VARIATIONS);
  await table.after(() => table.page.dispatchEvent(".board", "drop", { dataTransfer: transfer }));
  await expect.poll(() => table.sans()).toEqual(ORDER);
});

test("variations are shown, walked, promoted and deleted", async ({ table }) => {
  await table.open();
  await table.after(() => paste(table, VARIATIONS));
  await expect(table.dialog).toBeHidden();
  await expect.poll(() => table.sans()).toEqual(ORDER);
  await expect(table.page.locator(".variation")).toHaveCount(2);
  await expect(table.comments).toHaveText(["The beginning.", "solid"]);

  const { keyboard } = table.page;
  await table.after(() => keyboard.press("ArrowRight"));
  await table.shows();
  await table.expectPieces({ e2: null, e4: "wP" });
  await table.after(() => keyboard.press("End"));
  await table.shows();
  await table.expectPieces({ b8: null, c6: "bN" });
  await table.after(() => table.listed("d5").click());
  await table.shows();
  await table.expectPieces({ f5: "wP", d5: "bP", e7: "bP" });
  await table.after(() => table.listed("f5\\?!").click());
  await table.shows();
  await table.after(() => table.command("Promote"));
  await expect
    .poll(() => table.sans())
    .toEqual([...["e4!", "f5?!", "e5", "Nc3", "Nc6"], ...["exf5", "d3", "d6", "d5"]]);

  // A move that is known is walked, another one begins a variation.
  await table.after(() => keyboard.press("Home"));
  await table.shows();
  await table.moves("e2e4 d7d5");
  await table.shows();
  await expect.poll(() => table.sans()).toContain("d5");
  await expect(table.page.locator(".variation")).toHaveCount(3);
  await table.delete();
  await expect(table.page.locator(".variation")).toHaveCount(2);
  await table.after(() => table.listed("d3").click());
  await table.shows();
  await table.delete();
  await table.shows();
  await expect.poll(() => table.sans()).toEqual(["e4!", "f5?!", "e5", "Nc3", "Nc6", "exf5", "d5"]);

  const { name, text } = await saved(table);
  expect(name).toBe("Lesson.pgn");
  expect(text).toContain("{The beginning.} 1. e4");
  expect(text).toContain("solid");
  expect(text).not.toContain("d3");
});

test("a comment is written, and survives a reload", async ({ table }) => {
  await table.open();
  await table.moves("e2e4 e7e5");
  await table.command("Comment");
  await expect(table.dialog.getByRole("heading")).toHaveText("Comment on 1... e5");
  await table.dialog.getByRole("textbox").fill("Open game, {braces} too.");
  await table.after(() => table.dialog.getByRole("button", { name: "Save" }).click());
  await expect(table.comments).toHaveText(/Open game/);
  const before = await table.comments.innerText();
  await table.after(() => table.page.reload());
  await expect(table.comments).toHaveText(before);
});

test("analysis comes and goes", async ({ table }) => {
  await table.open({
    variant: "chess",
    fen: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
  });
  const analysis = table.page.getByRole("checkbox", { name: "Analysis" });
  const lines = table.page.locator(".lines li");
  const bar = table.page.getByRole("img", { name: /evaluation/ });
  await expect(bar).toBeHidden();
  await analysis.check();
  await expect(lines).toHaveCount(3);
  await expect(bar).toHaveAccessibleName("evaluation #1");
  await expect(lines.first()).toContainText("#1 4. Qxf7#");
  await expect(table.page.locator(".arrow")).toHaveCount(3);
  await expect(table.page.locator(".speed")).toHaveText(/^depth \d+, .* positions/);

  await table.command("Settings");
  await table.dialog.getByRole("combobox", { name: "Score" }).selectOption("chances");
  await expect(lines.first()).toContainText("100 % 4. Qxf7#");
  await table.dialog.getByRole("combobox", { name: "Lines" }).selectOption("1");
  await table.page.keyboard.press("Escape");
  await expect(lines).toHaveCount(1);

  // It follows the position shown; a line is played by a click.
  await table.after(() => lines.first().click());
  await table.shows();
  await table.expectPieces({ f7: "wQ" });
  await expect(lines).toHaveCount(0);
  await table.after(() => table.button("Back").click());
  await expect(lines).toHaveCount(1);
  await analysis.uncheck();
  await expect(lines).toHaveCount(0);
  await expect(bar).toBeHidden();
  await expect(table.page.locator(".arrow")).toHaveCount(0);
});

test("the paths of a Falcon, open and closed", async ({ table }) => {
  await table.open({ variant: "falcon", fen: "k9/10/5p4/5p4/4F5/10/10/9K w - - 0 1" });
  const open = table.page.locator(".path.open");
  const closed = table.page.locator(".path.closed");
  await table.square("e4").click();
  await table.square("d7").hover();
  await expect(open).toHaveCount(3);
  await expect(closed).toHaveCount(0);
  const names = await open.evaluateAll((all) => all.map((path) => path.getAttribute("data-path")));
  expect(names.sort()).toEqual(["e4-d5-d6-d7", "e4-e5-d6-d7", "e4-e5-e6-d7"]);

  await table.square("g7").hover();
  await expect(closed).toHaveCount(3);
  await expect(open).toHaveCount(0);
  await expect(table.page.locator(".blocked")).toHaveCount(2);
  await table.square("f7").hover();
  await expect(open).toHaveCount(1);
  await expect(closed).toHaveCount(2);
  await table.square("e5").hover();
  await expect(table.page.locator(".path")).toHaveCount(0);
});

test("what tablebases say", async ({ table }) => {
  await table.open({ variant: "chess", fen: "7k/8/8/8/8/8/8/KQ6 w - - 0 1" });
  await expect(table.page.locator(".tablebase")).toHaveText(
    /^Tablebase: White mates in \d+ moves\.$/,
  );
  const moves = table.page.locator(".tables li");
  await expect(moves).toHaveCount(table.state.position.legal.length);
  await expect(moves.first()).toHaveClass("win");
  const length = Number(/\d+/.exec(await table.page.locator(".tablebase").innerText())?.[0]);
  await table.after(() => moves.first().getByRole("button").click());
  await expect(table.page.locator(".tablebase")).toHaveText(
    `Tablebase: White mates in ${length - 1} moves.`,
  );
});

test("a variation is promoted from any of its moves, and the main line is not", async ({
  table,
}) => {
  await table.open();
  await table.after(() =>
    paste(table, '[Variant "chess"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. d4 *'),
  );
  await table.after(() => table.listed("d4").click());
  await table.shows();
  await expect(table.item("Promote")).toBeDisabled();
  await table.after(() => table.listed("d6").click());
  await table.shows();
  await table.after(() => table.command("Promote"));
  await expect.poll(() => table.sans()).toEqual(["e4", "c5", "e5", "d4", "Nf3", "d6"]);
  await expect(table.item("Promote")).toBeDisabled();
});

test("what is deleted can be had back", async ({ table }) => {
  await table.open();
  await table.after(() => paste(table, '[Variant "chess"]\n\n1. e4 e5 2. Nf3 (2. d4) *'));
  await table.after(() => table.listed("e5").click());
  await table.shows();
  await table.delete();
  await expect.poll(() => table.sans()).toEqual(["e4"]);
  const note = table.page.locator(".note");
  await expect(note).toContainText("1... e5 and the 2 moves after it were deleted.");
  await table.after(() => note.getByRole("button", { name: "Undo" }).click());
  await expect.poll(() => table.sans()).toEqual(["e4", "e5", "Nf3", "d4"]);
  await expect(note).toBeHidden();
});

test("scores and clocks of programs are no prose, and White's view is shown", async ({ table }) => {
  await table.open();
  const game =
    "1. e4 {+0.31/8 0.038s} e5 {-0.20/9 1.2s, solid} 2. d4 {[%eval 0.45] [%clk 0:03:00]} *";
  await table.after(() => paste(table, `[Variant "chess"]\n\n${game}`));
  await expect(table.comments).toHaveText(["+0.31", "+0.20solid", "+0.45clock 0:03:00"]);
  await expect(table.page.locator(".value").nth(1)).toHaveAttribute(
    "title",
    "White's view, depth 9, 1.2 s",
  );
  // What the file said is written again.
  const { text } = await saved(table);
  for (const comment of ["{+0.31/8 0.038s}", "{-0.20/9 1.2s, solid}", "[%clk 0:03:00]"])
    expect(text).toContain(comment);
});

test("a study says whose move it is", async ({ table }) => {
  await table.open({ variant: "chess" });
  const mover = table.page.locator(".player.turn");
  await expect(mover).toHaveText("Whiteto move");
  await table.moves("e2e4");
  await expect(mover).toHaveText("Blackto move");
});
