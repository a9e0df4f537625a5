// How the tests run that hold for the page without a server: against a folder that
// 'npm run build:site' has made. SITE names it (target/site).

import { fileURLToPath } from "node:url";

import config from "./playwright.config";

// The workers of the tests inherit it.
process.env.SITE ??= fileURLToPath(new URL("../target/site", import.meta.url));

export default {
  ...config,
  testIgnore: [],
  testMatch: [
    "site.spec.ts",
    "documents.spec.ts",
    "playing.spec.ts",
    "games.spec.ts",
    "moves.spec.ts",
  ],
};
