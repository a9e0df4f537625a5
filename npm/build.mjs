// Builds the package in dist/: node build.mjs
//
// It needs scripts/wasm, and TypeScript, which `npm ci` in web/ installs. The files of
// peregrine-chess-data are copied as well.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here("dist"), { recursive: true, force: true });
const compiler = here("../web/node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", here(".")], { stdio: "inherit" });
const module = execFileSync(here("../scripts/wasm"), ["package"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
cpSync(module.trim(), here("dist/peregrine.wasm"));
for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  cpSync(here(`../${license}`), here(license));
  cpSync(here(`../${license}`), here(`data/${license}`));
}
for (const kind of ["networks", "books", "tablebases"]) {
  rmSync(here(`data/${kind}`), { recursive: true, force: true });
  mkdirSync(here(`data/${kind}`));
  for (const file of readdirSync(here(`../data/${kind}`)))
    if (/\.(prgnet|prgbook|tablebase)$/.test(file))
      cpSync(here(`../data/${kind}/${file}`), here(`data/${kind}/${file}`));
}

/** The most bytes of the package. */
const MOST = 1_500_000;
if (process.env.PEREGRINE_QUICK_WASM === undefined) {
  const options = { cwd: here("."), encoding: "utf8" };
  const [{ size }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], options));
  console.log(`The package has ${size} bytes.`);
  if (size > MOST) throw new Error(`a package has at most ${MOST} bytes`);
}
