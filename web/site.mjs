// Makes the page without a server, one folder for any host of files: npm run build:site [FOLDER]
//
// It needs scripts/wasm. The page is the one that `peregrine board` serves; beside it are the
// module, its worker, and the networks and books, which are loaded with their games.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import * as vite from "vite";

const folder = resolve(process.argv[2] ?? "../target/site");

/** Builds the page, or the worker of this name with what it is told. */
async function bundle(worker, define = {}) {
  const build = { outDir: folder };
  const configFile = worker === undefined ? "vite.config.ts" : "vite.worker.config.ts";
  if (worker !== undefined) build.rolldownOptions = { input: { [worker]: `src/${worker}.ts` } };
  await vite.build({ configFile, logLevel: "warn", define, build });
}

/** The page may only load its own files, and compile its module. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const MANIFEST = {
  name: "Peregrine",
  short_name: "Peregrine",
  description: "Falcon Chess and other games, with an engine",
  start_url: "./",
  display: "standalone",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
};

/** What is kept at once, so that the main game can be played; the rest is loaded with its game. */
const FIRST = [
  "./",
  "app.js",
  "app.css",
  "icon.svg",
  "manifest.webmanifest",
  "worker.js",
  "peregrine.wasm",
  "books/falcon.prgbook",
  "networks/falcon.prgnet",
];

rmSync(folder, { recursive: true, force: true });
await bundle();
await bundle("worker");
const module = execFileSync("../scripts/wasm", ["page"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
cpSync(module.trim(), join(folder, "peregrine.wasm"));
for (const kind of ["networks", "books"]) {
  mkdirSync(join(folder, kind));
  for (const file of readdirSync(`../data/${kind}`))
    cpSync(`../data/${kind}/${file}`, join(folder, kind, file));
}

const index = join(folder, "index.html");
const page = readFileSync(index, "utf8");
const changed = page.replace("<html", '<html data-engine="worker"').replace(
  "<head>",
  `<head>
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="preload" href="peregrine.wasm" as="fetch" crossorigin />`,
);
writeFileSync(index, changed);
writeFileSync(join(folder, "manifest.webmanifest"), JSON.stringify(MANIFEST, null, 2));

const hash = createHash("sha256");
const named = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
for (const file of named.sort()) hash.update(readFileSync(file));
const define = {
  FILES: JSON.stringify(FIRST),
  VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
};
await bundle("keeper", define);
console.log(folder);
