// Makes the page without a server, one folder for any host of files: npm run build:site [FOLDER]
//
// It needs scripts/wasm. The page is the one that `peregrine board` serves; beside it are the
// module, its worker, networks, books and tables, which are loaded with their games, and the documents
// of docs/ with a search of their own. MODULE names a module that is already built.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import * as vite from "vite";

const folder = resolve(process.argv[2] ?? "../target/site");

/** Builds the page, or the script of this name with these constants. */
async function bundle(script, define = {}, outDir = folder) {
  const build = { outDir };
  const configFile = script === undefined ? "vite.config.ts" : "vite.worker.config.ts";
  const name = script?.split("/").at(-1);
  if (script !== undefined) build.rolldownOptions = { input: { [name]: `src/${script}.ts` } };
  await vite.build({ configFile, logLevel: "warn", define, build });
}

/** Makes the documents: pages, the sections that search reads, and the files that they show. */
async function documents(outDir) {
  const { module } = await vite.runnerImport("./src/documents/site.ts", { logLevel: "warn" });
  const docs = "../docs";
  const sources = readdirSync(docs, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ path: name.slice(0, -3), text: readFileSync(join(docs, name), "utf8") }));
  const made = module.makeDocuments(sources, (path) => existsSync(join(docs, path)));
  const write = (name, text) => {
    mkdirSync(dirname(join(outDir, name)), { recursive: true });
    writeFileSync(join(outDir, name), text);
  };
  for (const { file, html } of made.pages) write(file, html);
  write("sections.json", JSON.stringify(made.sections));
  for (const file of made.files) cpSync(join(docs, file), join(outDir, file));
  const styles = ["src/colors.css", "src/documents/documents.css"];
  write("documents.css", styles.map((name) => readFileSync(name, "utf8")).join(""));
  await bundle("documents/documents", {}, outDir);
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

rmSync(folder, { recursive: true, force: true });
await bundle();

/** What is kept at once, so that the main game can be played; the rest is loaded with its game. */
const FIRST = [
  ...readdirSync(folder).map((name) => (name === "index.html" ? "./" : name)),
  "manifest.webmanifest",
  "worker.js",
  "peregrine.wasm",
  "books/falcon.prgbook",
  "networks/falcon.prgnet",
  ...["KFvK", "KPvK", "KQvK", "KRvK"].map((men) => `tablebases/falcon-${men}.tablebase`),
];

await bundle("worker");
const module =
  process.env.MODULE ??
  execFileSync("../scripts/wasm", ["page"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
cpSync(module, join(folder, "peregrine.wasm"));
for (const kind of ["networks", "books", "tablebases"]) {
  mkdirSync(join(folder, kind));
  for (const file of readdirSync(`../data/${kind}`))
    if (/\.(prgnet|prgbook|tablebase)$/.test(file))
      cpSync(`../data/${kind}/${file}`, join(folder, kind, file));
}

await documents(join(folder, "docs"));

const index = join(folder, "index.html");
const page = readFileSync(index, "utf8");
const changed = page
  .replace("<html", '<html data-engine="worker"')
  .replace(
    "<head>",
    `<head>
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="preload" href="peregrine.wasm" as="fetch" crossorigin />`,
  )
  .replace(
    "This page needs JavaScript.",
    'The board needs JavaScript; <a href="docs/index.html">the documents</a> do not.',
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
