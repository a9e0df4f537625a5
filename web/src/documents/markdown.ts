// The Markdown of a document as HTML, and what search needs of it.

import MarkdownIt, { type Token } from "markdown-it";

/** A part of a document, under a heading. */
export interface Section {
  /** The anchor of its heading; empty for what comes before the first one. */
  anchor: string;
  heading: string;
  text: string;
}

export interface Converted {
  /** The first heading. */
  title: string;
  html: string;
  sections: Section[];
  anchors: ReadonlySet<string>;
}

/** Where links of a document lead on the site. */
export interface Links {
  /** The address; null if the site does not have the target. */
  page(target: string): string | null;
  image(target: string): string;
  /** The address of a board that shows what `peregrine show` with these words does, if any. */
  board(words: string[]): string | null;
}

/** What draws a diagram: it stands before the picture. */
const DRAWN = /^<!-- peregrine show (.*) -->\s*$/;

const markdown = new MarkdownIt({ html: true });
// By keyboard one can scroll what is too wide.
const code = (tokens: Token[], index: number) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
markdown.renderer.rules.fence = code;
markdown.renderer.rules.code_block = code;

/** The name of a heading in addresses, as GitHub makes it. */
export function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const name = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  let anchor = name;
  for (let count = 1; taken.has(anchor); count += 1) anchor = `${name}-${count}`;
  return anchor;
}

/** The words of a command line; quotes keep blanks together. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

/** The words of inline text without its marks. */
function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map((child) =>
      child.type === "softbreak" ? " " : child.type === "image" ? "" : child.content,
    )
    .join("");
}

/** The columns of tables are aligned by classes: the page allows no styles of elements. */
function alignByClass(token: Token): void {
  const style = token.attrGet("style");
  if (style === null) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
  token.attrJoin("class", style.replace("text-align:", ""));
}

/** Gives links their addresses on the site. What the site does not have becomes text. */
function link(token: Token, links: Links): void {
  const closing: boolean[] = [];
  for (const child of token.children ?? []) {
    if (child.type === "link_open") {
      const target = child.attrGet("href") ?? "";
      const address = /^[a-z]+:/.test(target) ? target : links.page(target);
      closing.push(address !== null);
      if (address === null) child.tag = "span";
      if (address === null) child.attrs = [["class", "elsewhere"]];
      else child.attrSet("href", address);
      if (address !== null && /^[a-z]+:/.test(address)) child.attrSet("rel", "noreferrer");
    } else if (child.type === "link_close" && closing.pop() === false) child.tag = "span";
    else if (child.type === "image") {
      child.attrSet("src", links.image(child.attrGet("src") ?? ""));
      child.attrSet("loading", "lazy");
    } else if (child.type === "html_inline" && !/^<\/?su[bp]>$/.test(child.content))
      throw new Error(`the site has no ${child.content}`);
  }
}

/** A picture with its description, and the way to a board that shows it. */
function figure(token: Token, board: string): string {
  const image = token.children?.[0];
  const text = markdown.utils.escapeHtml(image?.content ?? "");
  const source = markdown.utils.escapeHtml(image?.attrGet("src") ?? "");
  const address = markdown.utils.escapeHtml(board);
  return (
    `<figure><img src="${source}" alt="${text}" loading="lazy">` +
    `<figcaption><a class="board" href="${address}" target="_blank" rel="noopener">` +
    `Open on the board<span class="hidden">: ${text}</span></a></figcaption></figure>\n`
  );
}

function isPicture(token: Token | undefined): token is Token {
  return token?.children?.length === 1 && token.children[0]?.type === "image";
}

/** Converts the text of a document. */
export function convert(text: string, links: Links): Converted {
  const tokens = markdown.parse(text, {});
  const anchors = new Set<string>();
  const sections: Section[] = [{ anchor: "", heading: "", text: "" }];
  const shown: Token[] = [];
  let board: string | null = null;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const section = sections[sections.length - 1] as Section;
    if (token.type === "html_block") {
      const drawn = DRAWN.exec(token.content.trim());
      if (drawn === null) throw new Error(`the site has no ${token.content}`);
      board = links.board(wordsOf(drawn[1] ?? ""));
      continue;
    }
    if (token.type === "heading_open") {
      const heading = plain(tokens[index + 1]);
      const anchor = anchorOf(heading, anchors);
      anchors.add(anchor);
      token.attrSet("id", anchor);
      sections.push({ anchor, heading, text: "" });
    } else if (token.type === "inline") {
      link(token, links);
      if (tokens[index - 1]?.type !== "heading_open") section.text += `${plain(token)} `;
    } else if (token.type === "fence" || token.type === "code_block") {
      section.text += `${token.content} `;
    } else if (token.type === "th_open" || token.type === "td_open") alignByClass(token);
    if (token.type === "table_open") shown.push(raw('<div class="table" tabindex="0">'));
    const inside = tokens[index + 1];
    if (token.type === "paragraph_open" && board !== null && isPicture(inside)) {
      link(inside, links);
      shown.push(raw(figure(inside, board)));
      index += 2;
      board = null;
      continue;
    }
    shown.push(token);
    if (token.type === "table_close") shown.push(raw("</div>\n"));
  }
  const title = sections[1]?.heading ?? "";
  const html = markdown.renderer.render(shown, markdown.options, {});
  return {
    title,
    html,
    sections: sections.filter((s) => s.text !== "" || s.heading !== ""),
    anchors,
  };
}

function raw(html: string): Token {
  const token = new markdown.core.State("", markdown, {}).Token;
  const made = new token("html_block", "", 0);
  made.content = html;
  return made;
}
