// The workers of a page without a server, for scripts that talk to them.

/** Has pages keep their workers as `window.workers`. */
export function keepWorkers(page) {
  return page.addInitScript(() => {
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...options) {
        super(...options);
        window.workers.push(this);
      }
    };
  });
}

/** Opens the page a second time, isolated, and waits until it has a board. */
export async function openIsolated(page, address) {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator("[data-piece]").first().waitFor();
}
