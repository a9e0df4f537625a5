// Watching a match of engines.

import { execFileSync } from "node:child_process";

import { expect, test } from "./fixtures";
import { PROGRAM, Server } from "./server";

test("a match is chosen, and one of its games opened", async ({ table }, info) => {
  const folder = info.outputPath("matches");
  const engine = (name: string) => `name=${name} command=${PROGRAM} nodes=50 protocol=uci`;
  execFileSync(
    PROGRAM,
    [
      ...["match", "--variant", "chess", "--title", "A trial", "--out", `${folder}/trial`],
      ...["--rounds", "1", "--engine", engine("one"), "--engine", engine("two")],
    ],
    { encoding: "utf8" },
  );
  const server = await Server.start(0, ["--games", folder]);
  table.address = server.address;
  await table.open();
  await table.command("Watch");
  await expect(table.dialog).toHaveAccessibleName("Watch a match");
  await table.dialog.getByRole("button", { name: /^A trial: 2 of 2 games/ }).click();
  await expect(table.dialog).toHaveAccessibleName("A trial");
  await expect(table.dialog.getByRole("row")).toHaveCount(3);
  await expect(table.dialog.locator("[data-game]")).toHaveCount(2);
  await table.after(() => table.dialog.locator("[data-game]").first().click());
  await expect(table.dialog).toBeHidden();
  await table.shows();
  expect(table.state.tree.length).toBeGreaterThan(2);
  await expect(table.page.getByRole("grid", { name: /^Board of chess/ })).toBeVisible();
  await server.stop();
  table.forgetConnections();
});
