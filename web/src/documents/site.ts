// The documents of the site: docs/ as pages with a list of all, search, and boards.

import { convert, type Converted, type Section } from "./markdown";

/** What is beside the board: parts of the list, with the documents in their order. */
const PARTS: [title: string, pages: string[]][] = [
  ["The games", ["rules"]],
  [
    "Guide",
    [
      "guide/installing",
      "guide/board",
      "guide/playing",
      "guide/levels",
      "guide/clients",
      "guide/xboard",
      "guide/winboard",
      "guide/command-line",
      "guide/engine-options",
      "guide/variant-files",
      "guide/pgn-and-openings",
      "guide/annotate",
      "guide/book",
      "guide/tablebases",
      "guide/matches",
      "guide/statistics",
    ],
  ],
  ["Research", ["research/falcon-worth", "research/falcon-endings", "research/results"]],
  ["File formats", ["book", "network", "training-data"]],
];

export interface Page {
  /** Its file, below the folder of the documents. */
  file: string;
  html: string;
}

/** What search finds: a section of a document. */
export interface Found {
  id: number;
  address: string;
  page: string;
  heading: string;
  text: string;
}

export interface Documents {
  pages: Page[];
  /** The sections of all pages, for search. */
  sections: Found[];
  /** Files of docs/ that pages show or link to. */
  files: string[];
}

interface Document {
  /** Its path below docs/, without `.md`. */
  path: string;
  text: string;
}

/** Joins a path and a target relative to its folder; what leads out of docs/ begins with `../`. */
export function resolved(from: string, target: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "." || part === "") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** The way from a page to the folder of the documents: `../` for each folder. */
function upFrom(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

/**
 * The address of a board, relative to the folder of the documents, by the words of `peregrine
 * show`. A game of a file that the site does not have has none.
 */
export function boardAddress(words: string[]): string | null {
  const value = (name: string) => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words[at + 1];
  };
  if (value("--variants") !== undefined) return null;
  const line = new URLSearchParams({ variant: value("--variant") ?? "falcon" });
  for (const rule of ["castling", "promotion", "fen"]) {
    const chosen = value(`--${rule}`);
    if (chosen !== undefined) line.set(rule, chosen);
  }
  return `../#${line.toString()}`;
}

/**
 * The pages of all documents. A link to what is not there is an error.
 *
 * `has` says whether there is a file or folder of this path below docs/; `../` leads out of it.
 */
export function makeDocuments(documents: Document[], has: (path: string) => boolean): Documents {
  const known = new Set(documents.map(({ path }) => path));
  const files = new Set<string>();
  const anchored: { from: string; path: string; anchor: string }[] = [];
  const converted = new Map<string, Converted>();
  for (const { path, text } of documents) {
    const up = upFrom(path);
    const file = (target: string) => {
      const named = resolved(path, target);
      if (!has(named)) throw new Error(`docs/${path}.md links to ${target}, which is not there`);
      return named;
    };
    const kept = (named: string, target: string) => {
      files.add(named);
      return target;
    };
    const page = (target: string) => {
      const [name = "", anchor = ""] = target.split("#");
      if (name === "") {
        anchored.push({ from: path, path, anchor });
        return target;
      }
      const named = file(name);
      if (!named.endsWith(".md") || named.startsWith("../"))
        return /\.\w+$/.test(named) && !named.startsWith("../") ? kept(named, name) : null;
      if (anchor !== "") anchored.push({ from: path, path: named.slice(0, -3), anchor });
      return name.replace(/\.md$/, ".html") + (anchor === "" ? "" : `#${anchor}`);
    };
    const image = (target: string) => kept(file(target), target);
    const board = (words: string[]) => {
      const address = boardAddress(words);
      return address === null ? null : up + address;
    };
    converted.set(path, convert(text, { page, image, board }));
  }
  for (const { from, path, anchor } of anchored) {
    if (converted.get(path)?.anchors.has(anchor) !== true)
      throw new Error(`docs/${from}.md links to #${anchor}, which is not in docs/${path}.md`);
  }
  const parts = orderedParts([...known]);
  const title = (path: string) => converted.get(path)?.title ?? path;
  const pages = [...converted].map(([path, { html }]) => ({
    file: `${path}.html`,
    html: shell(title(path), upFrom(path), list(parts, title, path), html),
  }));
  const start = startPage(parts, converted);
  pages.push({ file: "index.html", html: shell("Documents", "", list(parts, title, ""), start) });
  return { pages, sections: allSections(converted), files: [...files].sort() };
}

/** The parts with all documents: those that PARTS does not name come last in theirs. */
function orderedParts(paths: string[]): [string, string[]][] {
  const folders = ["", "guide/", "research/", ""];
  const named = new Set(PARTS.flatMap(([, pages]) => pages));
  const others = paths.filter((path) => !named.has(path)).sort();
  return PARTS.map(([title, pages], part) => {
    const folder = folders[part] ?? "";
    const more = others.filter((path) =>
      folder === "" ? part > 0 && !path.includes("/") : path.startsWith(folder),
    );
    return [title, [...pages.filter((path) => paths.includes(path)), ...more]];
  });
}

function allSections(converted: Map<string, Converted>): Found[] {
  const found: Found[] = [];
  for (const [path, { title, sections }] of converted) {
    for (const { anchor, heading, text } of sections) {
      const address = `${path}.html${anchor === "" ? "" : `#${anchor}`}`;
      const id = found.length;
      found.push({ id, address, page: title, heading, text: text.replace(/\s+/g, " ").trim() });
    }
  }
  return found;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The list of all documents; `current` is the one that shows it. */
function list(
  parts: [string, string[]][],
  title: (path: string) => string,
  current: string,
): string {
  const up = upFrom(current);
  const entry = (path: string) => {
    const here = path === current ? ' aria-current="page"' : "";
    return `<li><a href="${up}${path}.html"${here}>${escape(title(path))}</a></li>`;
  };
  return parts
    .map(([name, pages]) => `<h2>${name}</h2>\n<ul>\n${pages.map(entry).join("\n")}\n</ul>`)
    .join("\n");
}

/** The first sentence of a document. */
export function firstSentence(sections: Section[]): string {
  const text = sections.find((section) => section.text.trim() !== "")?.text ?? "";
  const sentence = /^.*?[.:](?=\s|$)/.exec(text.replace(/\s+/g, " ").trim())?.[0] ?? "";
  return sentence.replace(/:$/, ".");
}

function startPage(parts: [string, string[]][], converted: Map<string, Converted>): string {
  const entry = (path: string) => {
    const document = converted.get(path);
    const about = escape(firstSentence(document?.sections ?? []));
    return `<dt><a href="${path}.html">${escape(document?.title ?? path)}</a></dt><dd>${about}</dd>`;
  };
  const part = ([name, pages]: [string, string[]]) =>
    `<h2>${name}</h2>\n<dl>\n${pages.map(entry).join("\n")}\n</dl>`;
  return `<h1>Documents</h1>\n${parts.map(part).join("\n")}`;
}

/** They may load only what belongs to the site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function shell(title: string, up: string, list: string, article: string): string {
  return `<!doctype html>
<html lang="en" data-documents="${up === "" ? "./" : up}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · Peregrine</title>
    <link rel="icon" type="image/svg+xml" href="${up}../icon.svg" />
    <link rel="stylesheet" href="${up}documents.css" />
    <script type="module" src="${up}documents.js"></script>
  </head>
  <body>
    <header>
      <p class="home"><a href="${up}../">Peregrine</a></p>
      <a href="${up}../">Board</a>
      <a href="${up}index.html">Documents</a>
      <search class="search"></search>
    </header>
    <div class="columns">
      <details class="list" open>
        <summary>All documents</summary>
        <nav aria-label="Documents">
${list}
        </nav>
      </details>
      <main>
${article}
      </main>
    </div>
  </body>
</html>
`;
}
