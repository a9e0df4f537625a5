import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { anchorOf, convert, wordsOf, type Links } from "./markdown";
import { boardAddress, firstSentence, makeDocuments, resolved } from "./site";

const NO_LINKS: Links = { page: () => null, image: (target) => target, board: () => null };
const DOCS = new URL("../../../docs/", import.meta.url).pathname;

function documents(): { path: string; text: string }[] {
  return readdirSync(DOCS, { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      path: name.slice(0, -3).replaceAll("\\", "/"),
      text: readFileSync(`${DOCS}${name}`, "utf8"),
    }));
}

test("headings get the anchors of GitHub", () => {
  expect(anchorOf("8.1 Chess960", new Set())).toBe("81-chess960");
  expect(anchorOf("The end of a game: draws", new Set())).toBe("the-end-of-a-game-draws");
  expect(anchorOf("Keys", new Set(["keys"]))).toBe("keys-1");
});

test("the words of a command keep what is in quotes together", () => {
  expect(wordsOf('--fen "k9/10 w - - 0 1" --mark a1')).toEqual([
    "--fen",
    "k9/10 w - - 0 1",
    "--mark",
    "a1",
  ]);
});

test("paths lead from a document to its target", () => {
  expect(resolved("guide/board", "../rules.md")).toBe("rules.md");
  expect(resolved("guide/board", "book.md")).toBe("guide/book.md");
  expect(resolved("rules", "../src/main.rs")).toBe("../src/main.rs");
  expect(resolved("guide/board", "../../src/main.rs")).toBe("../src/main.rs");
});

test("a diagram leads to a board", () => {
  expect(boardAddress(["--variant", "permutation"])).toBe("../#variant=permutation");
  expect(boardAddress(["--fen", "k9/9K w - - 0 1"])).toBe(
    "../#variant=falcon&fen=k9%2F9K+w+-+-+0+1",
  );
  expect(boardAddress(["--variants", "mine.toml", "--variant", "mine"])).toBeNull();
  const text = "<!-- peregrine show --variant shako -->\n![The array](a.svg)\n";
  const { html } = convert(text, { ...NO_LINKS, board: boardAddress });
  expect(html).toContain('<img src="a.svg" alt="The array"');
  expect(html).toContain('href="../#variant=shako"');
});

test("what the site does not have becomes text, and nothing is written into styles", () => {
  const { html } = convert("[code](../src/a.rs)\n\n| a |\n|--:|\n| 1 |\n", NO_LINKS);
  expect(html).toContain('<span class="elsewhere">code</span>');
  expect(html).not.toContain("style=");
  expect(html).toContain('<td class="right">1</td>');
});

test("HTML of a document is refused", () => {
  expect(() => convert("<script>alert(1)</script>\n", NO_LINKS)).toThrow("script");
  expect(() => convert("a <b onclick=x>b</b>\n", NO_LINKS)).toThrow("onclick");
});

test("the first sentence says what a document is about", () => {
  const section = {
    anchor: "a",
    heading: "A",
    text: "The games of Peregrine 1.0 are: these. More.",
  };
  expect(firstSentence([section])).toBe("The games of Peregrine 1.0 are.");
});

test("a link to a file or heading that is not there is an error", () => {
  const one = (text: string) => makeDocuments([{ path: "rules", text }], (path) => path === "a.md");
  expect(() => one("# A\n[x](b.md)\n")).toThrow("b.md, which is not there");
  expect(() => one("# A\n[x](#b)\n")).toThrow("#b, which is not in docs/rules.md");
  expect(() => one("# A\n[x](#a)\n")).not.toThrow();
});

test("all documents become pages, and all their links lead somewhere", () => {
  const sources = documents();
  const made = makeDocuments(sources, (path) => existsSync(`${DOCS}${path}`));
  expect(made.pages).toHaveLength(sources.length + 1);
  expect(sources.length).toBeGreaterThan(25);
  for (const { html } of made.pages) expect(html).not.toMatch(/\sstyle="|<script>|javascript:/);
  const start = made.pages.find(({ file }) => file === "index.html")?.html ?? "";
  for (const { path } of sources) expect(start).toContain(`href="${path}.html"`);
  const rules = made.pages.find(({ file }) => file === "rules.html")?.html ?? "";
  expect(rules.match(/class="board"/g)?.length).toBeGreaterThan(30);
  expect(made.sections.some(({ text }) => text.includes("does not leap"))).toBe(true);
});
