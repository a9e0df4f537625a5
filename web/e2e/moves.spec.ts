// Moves that ask something or move more than one piece (docs/rules.md, sections 3 to 7).

import { expect, test } from "./fixtures";
import type { Table } from "./table";

const CASTLING = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1";

/** The squares to which the chosen piece can go, as the page marks them. */
async function marked(table: Table): Promise<string[]> {
  const squares = await table.page
    .locator(".square.target, .square.capture")
    .evaluateAll((all) => all.map((square) => square.getAttribute("data-square") ?? ""));
  return squares.sort();
}

/** The answers of the choice that is open. */
async function answers(table: Table): Promise<string[]> {
  await expect(table.chooser).toBeVisible();
  return table.chooser.locator("[data-move]").allInnerTexts();
}

// A King on f1, Rooks on a1 and j1: beside the King's own moves and the Rooks.
const CASTLING_TARGETS = {
  free: ["b1", "c1", "d1", "e1", "g1", "h1", "i1"],
  "modified-free": ["b1", "c1", "d1", "h1", "i1"],
  orthodox: ["d1", "h1"],
  three: ["c1", "i1"],
  wide: ["b1", "i1"],
  none: [],
};

for (const [castling, squares] of Object.entries(CASTLING_TARGETS)) {
  test(`castling ${castling}: the targets of the King`, async ({ table }) => {
    await table.open({ variant: "falcon", castling, fen: CASTLING });
    await table.square("f1").click();
    const rooks = castling === "none" ? [] : ["a1", "j1"];
    const all = new Set([...squares, ...rooks, "e1", "g1"]);
    await expect.poll(() => marked(table)).toEqual([...all].sort());
  });
}

test("castling by the King's target", async ({ table }) => {
  await table.open({ variant: "falcon", fen: CASTLING });
  await table.after(() => table.gesture("f1", "c1"));
  await table.expectPieces({ f1: null, a1: null, c1: "wK", d1: "wR", j1: "wR" });
  await table.after(() => table.gesture("f8", "i8", "drag"));
  await table.expectPieces({ f8: null, j8: null, i8: "bK", h8: "bR", a8: "bR" });
  await expect.poll(() => table.sans()).toEqual(["O-O-Oc1", "O-Oi8"]);
});

test("castling onto a Rook asks how far", async ({ table }) => {
  await table.open({ variant: "falcon", fen: CASTLING });
  await table.gesture("f1", "j1");
  expect((await answers(table)).sort()).toEqual([
    "Castle, King to g1",
    "Castle, King to h1",
    "Castle, King to i1",
  ]);
  await table.after(() => table.chooser.getByRole("button", { name: "King to i1" }).click());
  await table.expectPieces({ f1: null, j1: null, i1: "wK", h1: "wR" });
});

test("one step beside the King may be a King's move or castling", async ({ table }) => {
  await table.open({ variant: "falcon", fen: CASTLING });
  await table.gesture("f1", "g1", "drag");
  expect((await answers(table)).sort()).toEqual(["Castle", "King move"]);
  await table.button("Cancel").click();
  await expect(table.chooser).toBeHidden();
  await table.expectPieces({ f1: "wK", j1: "wR" });

  await table.gesture("f1", "g1");
  await expect(table.chooser).toBeVisible();
  await table.page.keyboard.press("Escape");
  await expect(table.chooser).toBeHidden();
  await table.expectPieces({ f1: "wK", j1: "wR" });

  await table.gesture("f1", "g1");
  await table.after(() => table.chooser.getByRole("button", { name: "Castle" }).click());
  await table.expectPieces({ f1: "wR", g1: "wK", j1: null });

  await table.gesture("f8", "g8");
  await table.after(() => table.chooser.getByRole("button", { name: "King move" }).click());
  await table.expectPieces({ f8: null, g8: "bK", j8: "bR" });
});

test("in Chess960 castling onto the Rook and a King's move do not ask", async ({ table }) => {
  const fen = "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1";
  await table.open({ variant: "chess960", fen });
  await table.square("f1").click();
  await expect.poll(() => marked(table)).toContain("g1");
  await expect.poll(() => marked(table)).toContain("h1");
  await table.square("f1").click();
  await table.after(() => table.gesture("f1", "h1"));
  await table.expectPieces({ f1: "wR", g1: "wK", h1: null });
  await table.after(() => table.gesture("f8", "g8", "drag"));
  await table.expectPieces({ f8: null, g8: "bK", h8: "bR" });
  await expect(table.chooser).toBeHidden();
});

test("castling where there is one way only does not ask", async ({ table }) => {
  await table.open({ variant: "chess", fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
  await table.after(() => table.gesture("e1", "h1"));
  await table.expectPieces({ e1: null, g1: "wK", f1: "wR", h1: null });
  await table.after(() => table.gesture("e8", "c8"));
  await table.expectPieces({ e8: null, c8: "bK", d8: "bR", a8: null });
});

test("two Rooks on one side: the inner one castles", async ({ table }) => {
  const fen = "5k4/10/10/10/10/10/10/5K1R1R w KH - 0 1";
  await table.open({ variant: "falcon-random", fen });
  await table.square("f1").click();
  await expect.poll(() => marked(table)).toEqual(["e1", "e2", "f2", "g1", "g2", "h1"]);
  await table.after(() => table.square("h1").click());
  await table.expectPieces({ f1: "wR", g1: "wK", h1: null, j1: "wR" });
});

test("the King swaps with a piece far away", async ({ table }) => {
  await table.open({ variant: "permutation" });
  await table.after(() => table.gesture("i1", "a1"));
  await table.expectPieces({ a1: "wK", i1: "wQ'" });
  await table.after(() => table.gesture("i8", "p8", "drag"));
  await table.expectPieces({ p8: "bK", i8: "bM'" });
  await expect.poll(() => table.sans()).toEqual(["K~a1", "K~p8"]);
});

test("en passant", async ({ table }) => {
  await table.open({ variant: "chess", fen: "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1" });
  await table.after(() => table.gesture("d2", "d4"));
  await table.after(() => table.gesture("e4", "d3", "drag"));
  await table.expectPieces({ d3: "bP", d4: null, e4: null });
});

const PROMOTIONS = {
  any: ["Bishop", "Falcon", "Knight", "Queen", "Rook"],
  "no-queen": ["Bishop", "Falcon", "Knight", "Rook"],
};

for (const [promotion, pieces] of Object.entries(PROMOTIONS)) {
  test(`promotion ${promotion}`, async ({ table }) => {
    const fen = "k9/3P6/10/10/10/10/6p3/K4N4 b - - 0 1";
    await table.open({ variant: "falcon", promotion, fen });
    await table.gesture("g2", "f1");
    expect((await answers(table)).sort()).toEqual(pieces);
    await table.after(() => table.chooser.getByRole("button", { name: "Rook" }).click());
    await table.expectPieces({ g2: null, f1: "bR" });
    await table.after(() => table.gesture("a1", "a2"));
    await table.after(() => table.gesture("a8", "a7"));

    await table.gesture("d7", "d8", "drag");
    expect((await answers(table)).sort()).toEqual(pieces);
    await table.after(() => table.chooser.getByRole("button", { name: "Falcon" }).click());
    await table.expectPieces({ d7: null, d8: "wF" });
  });
}

// White has lost the Winged Queen and the Falcon.
const POOL = "P1PPPPPPPPPPPPPP/2BB'MQC'A'KAN'R'CNRM' w - - 0 40";

test("promotion to lost pieces, or not at all", async ({ table }) => {
  await table.open({ variant: "permutation", fen: `14k1/16/1P14/16/16/16/${POOL}` });
  await table.gesture("b6", "b7");
  expect((await answers(table)).sort()).toEqual(["Falcon", "Stay a Pawn", "Winged Queen"]);
  await table.after(() => table.chooser.getByRole("button", { name: "Stay a Pawn" }).click());
  await table.expectPieces({ b6: null, b7: "wP" });
  await table.after(() => table.gesture("o8", "p8"));

  await table.gesture("b7", "b8");
  expect((await answers(table)).sort()).toEqual(["Falcon", "Winged Queen"]);
  await table.after(() => table.chooser.getByRole("button", { name: "Winged Queen" }).click());
  await table.expectPieces({ b7: null, b8: "wQ'" });
});

test("the zones and steps of Pawns in Falcon Chess 100", async ({ table }) => {
  const fen = "3******3/1P8P1/4P7/*10*/*10*/*10*/*10*/3K4k3/12/3******3 w - - 0 1";
  await table.open({ variant: "falcon100", fen });
  await table.square("a8").click();
  await expect.poll(() => marked(table)).toEqual(["a9", "b8", "x8", "x9"]);
  await table.square("a8").click();
  await table.gesture("a8", "x9", "drag");
  expect((await answers(table)).sort()).toEqual(["Falcon", "Knight", "Queen"]);
  await table.after(() => table.chooser.getByRole("button", { name: "Knight" }).click());
  await table.expectPieces({ x9: "wN", a8: null });
  await table.after(() => table.gesture("h2", "h3"));

  await table.gesture("d7", "d8");
  expect((await answers(table)).sort()).toEqual(["Bishop", "Falcon", "Knight", "Rook"]);
});

test("a piece that is let go off its targets stays", async ({ table }) => {
  await table.open();
  await table.gesture("e2", "e5", "drag");
  await table.expectPieces({ e2: "wP", e5: null });
  await expect(table.page.locator(".selected")).toHaveCount(0);
  expect(table.state.tree).toHaveLength(1);

  // A click elsewhere puts a chosen piece back, one on another piece chooses that.
  await table.gesture("e2", "d2");
  await expect(table.square("d2")).toHaveClass(/selected/);
  await table.gesture("d2", "e5");
  await expect(table.page.locator(".selected")).toHaveCount(0);
  await table.moves("e2e4");
});
