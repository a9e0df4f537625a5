// What every test gets: a server of its worker, and a page that must not fail unseen.

import { readdirSync } from "node:fs";

import { type Browser, type BrowserContext, expect, test as base } from "@playwright/test";

import { FileServer } from "./files";
import { Server, type Served } from "./server";
import { Table } from "./table";

interface WorkerFixtures {
  server: Served;
}
interface TestFixtures {
  table: Table;
  /** Opens another page, with memory of its own. */
  another: (options?: Parameters<Browser["newContext"]>[0]) => Promise<Table>;
}

/**
 * Takes the page from the folder PAGE, if it is set, instead of from the program: a change of
 * the page is tested after `npm run build`, without compiling the program.
 */
async function replacePage(context: BrowserContext): Promise<void> {
  const folder = process.env.PAGE;
  if (folder === undefined) return;
  for (const file of readdirSync(folder).filter((name) => name !== "index.html"))
    await context.route(`**/${file}`, (route) => route.fulfill({ path: `${folder}/${file}` }));
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright wants the fixtures in braces even if there are none.
    async ({}, use) => {
      // The page without a server, if there is a folder of it.
      const site = process.env.SITE;
      const server = site === undefined ? await Server.start() : await FileServer.start(site);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  context: async ({ context }, use) => {
    await replacePage(context);
    await use(context);
  },
  table: async ({ page, server }, use) => {
    const table = new Table(page, server.address);
    await use(table);
    expect(table.faults, "errors in the page").toEqual([]);
  },
  another: async ({ browser, server }, use) => {
    const tables: Table[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      await replacePage(context);
      const table = new Table(await context.newPage(), server.address);
      tables.push(table);
      return table;
    });
    for (const table of tables) {
      await table.page.context().close();
      expect(table.faults, "errors in the page").toEqual([]);
    }
  },
});

export { expect };

/** Takes a picture if the variable SCREENSHOTS names a folder for it. */
export async function picture(table: Table, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await table.page.screenshot({ path: `${folder}/${name}.png` });
}
