// How the tests in e2e/ run: in the Chromium of this machine, against the built engine.
//
// Variables: CHROMIUM, the browser; PEREGRINE, the program (target/release/peregrine); PAGE, a
// folder that replaces the page in the program, such as web/dist after a change; SCREENSHOTS, a
// folder for pictures of the main views.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { defineConfig } from "@playwright/test";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

/** The browser named by CHROMIUM, or the first one on the PATH. */
function browser(): string {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of BROWSERS) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // The next folder may have it.
      }
    }
  }
  throw new Error(`There is no ${BROWSERS.join(", ")} on the PATH; set CHROMIUM to a browser.`);
}

export default defineConfig({
  testDir: "e2e",
  // Only for the page without a server: playwright.site.config.ts.
  testIgnore: ["site.spec.ts", "documents.spec.ts"],
  outputDir: "../target/e2e",
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine can be late once; what is wrong fails twice. The report calls
  // such tests flaky.
  retries: 1,
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Letters drawn without hinting or between pixels change up to 0.35 % of a picture, a column
    // that is twelve pixels elsewhere 0.5 %.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.0045, scale: "device" },
  },
  snapshotPathTemplate: "{testDir}/screenshots/{arg}{ext}",
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 860 },
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: browser(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
