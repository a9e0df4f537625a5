// The examples of README.md print what their comments say.
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import test from "node:test";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
const folder = new URL("../dist/examples/", import.meta.url);

/** What an example prints, according to the comments behind or below its lines. */
function expected(code) {
  return [...code.matchAll(/^(?:.*console\.log\(.*\);? |)\/\/ (.*)$/gm)].map(([, text]) => text);
}

test("examples of the README", async (t) => {
  assert.ok(examples.length > 5);
  await mkdir(folder, { recursive: true });
  t.after(() => rm(folder, { recursive: true }));
  for (const [number, code] of examples.entries()) {
    const file = new URL(`${number}.mjs`, folder);
    await writeFile(file, code);
    const printed = [];
    const { log } = console;
    console.log = (...values) => printed.push(values.join(" "));
    try {
      await import(file.href);
    } finally {
      console.log = log;
    }
    assert.deepEqual(printed, expected(code), code);
  }
});
