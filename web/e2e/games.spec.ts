// Every game of the catalog, played by two persons with the mouse until it ends.

import type { LegalMove } from "../src/messages";
import { expect, test } from "./fixtures";
import { FILE_GAME, gameNames } from "./server";
import type { Table } from "./table";

/** After this number of plies the side to move resigns. */
const PLIES = 60;
/** To open a page takes as long as half a game. */
const GAMES_PER_PAGE = 7;
/** The page without a server plays other games than the one with a server. */
const FORM = process.env.SITE === undefined ? "" : " without a server";

/** Numbers from 0 to 1, always the same for the same game. */
function generator(name: string): () => number {
  let seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => {
    // Marsaglia's xorshift.
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    seed >>>= 0;
    return seed / 2 ** 32;
  };
}

/** A random move; rare and forcing ones are preferred. */
function pick(legal: LegalMove[], random: () => number): LegalMove {
  const rare = legal.filter((move) => move.kind !== "plain" || move.promotion !== null);
  const lots = [
    legal.filter((move) => move.san.endsWith("#")),
    random() < 0.5 ? rare : [],
    random() < 0.5 ? legal.filter((move) => move.capture) : [],
    legal,
  ];
  const lot = lots.find((moves) => moves.length > 0) ?? legal;
  const move = lot[Math.floor(random() * lot.length)];
  if (move === undefined) throw new Error("There is no legal move, but no result either.");
  return move;
}

const names = gameNames();

test("the dialog offers every game", async ({ table }) => {
  await table.open();
  await table.button("New game").click();
  const games = table.dialog.getByRole("radiogroup", { name: "Game", exact: true });
  const offered = () =>
    games
      .getByRole("radio")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("value")));
  // Other tests add games of their own while this one runs.
  await expect.poll(async () => (await offered()).slice(0, names.length)).toEqual(names);
  if (process.env.SITE === undefined) expect(names).toContain(FILE_GAME);

  const search = table.dialog.getByRole("searchbox", { name: "Search" });
  await search.fill("capa 10x8");
  await expect(games.locator(".card").first()).toContainText("Capablanca chess, 10x8");

  // Words of the rules of the library's games, and a picture of the array.
  await search.fill("capture leaping xiangqi cannon");
  await expect(games.locator(".card")).toHaveCount(1);
  await games.locator("[data-game=falcon-cannon]").click();
  const picture = games.locator("img");
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await table.dialog.getByRole("button", { name: "Start" }).click();
  await expect.poll(() => table.state.position.fen).toContain("1C6C1");
});

/** Plays a game from the dialog to its end. */
async function playToItsEnd(table: Table, name: string): Promise<void> {
  const random = generator(name + FORM);
  await table.newGame({ variant: name, array: name === "falcon-random" ? 4711 : undefined });
  for (let ply = 0; table.state.result === null && ply < PLIES; ply += 1) {
    await table.play(pick(table.state.position.legal, random), ply % 4 === 0 ? "drag" : "click");
  }
  if (table.state.result === null) {
    const loser = table.state.position.side === "w" ? "White" : "Black";
    await table.resign();
    expect(table.state.result).toEqual({
      result: loser === "White" ? "0-1" : "1-0",
      reason: `${loser} resigns.`,
    });
  }
  const { result, tree } = table.state;
  await expect(table.result).toHaveText(`${result?.result} ${result?.reason}`);
  await expect.poll(() => table.sans()).toEqual(tree.slice(1).map((node) => node.san));
}

for (let first = 0; first < names.length; first += GAMES_PER_PAGE) {
  const group = names.slice(first, first + GAMES_PER_PAGE);
  test(`games to their end: ${group.join(", ")}`, async ({ table }) => {
    test.setTimeout(group.length * 30_000);
    await table.open();
    for (const name of group) await test.step(name, () => playToItsEnd(table, name));
  });
}
