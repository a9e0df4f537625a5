// Search in the documents: without a network, and only on this machine.

import MiniSearch from "minisearch";

import type { Found } from "./site";

/** How many results are shown. */
const MOST = 20;

const folder = new URL(document.documentElement.dataset.documents ?? "./", document.baseURI);
let index: Promise<MiniSearch<Found>> | null = null;

/** The index is made when somebody searches for the first time. */
async function load(): Promise<MiniSearch<Found>> {
  const answer = await fetch(new URL("sections.json", folder));
  if (!answer.ok) throw new Error(answer.statusText);
  const made = new MiniSearch<Found>({
    fields: ["heading", "page", "text"],
    storeFields: ["address", "page", "heading", "text"],
    searchOptions: { prefix: true, fuzzy: 0.1, boost: { heading: 3, page: 2 }, combineWith: "AND" },
  });
  made.addAll((await answer.json()) as Found[]);
  return made;
}

/** The words around the first one that was found. */
function excerpt(text: string, terms: string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, Infinity) - 60);
  const start = Number.isFinite(from) && from > 0 ? text.indexOf(" ", from) + 1 : 0;
  return `${start > 0 ? "… " : ""}${text.slice(start, start + 160)}${text.length > start + 160 ? " …" : ""}`;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function show(results: HTMLElement, found: ReturnType<MiniSearch<Found>["search"]>): void {
  const items = found.slice(0, MOST).map((result) => {
    const item = element("li");
    const link = element("a", result.heading as string);
    link.href = new URL(result.address as string, folder).href;
    const where = element("span", result.page as string);
    where.className = "where";
    item.append(link, " ", where, element("p", excerpt(result.text as string, result.terms)));
    return item;
  });
  const list = element("ol");
  list.append(...items);
  const count = found.length;
  const text = count === 0 ? "Nothing was found." : `${count} section${count === 1 ? "" : "s"}`;
  results.replaceChildren(element("p", text), ...(count === 0 ? [] : [list]));
}

function startSearch(place: Element): void {
  const label = element("label", "Search ");
  const box = element("input");
  box.type = "search";
  const results = element("div");
  results.className = "results";
  results.setAttribute("role", "status");
  label.append(box);
  place.append(label, results);
  const search = async () => {
    const words = box.value.trim();
    results.hidden = words === "";
    if (words === "") return;
    try {
      index ??= load();
      const made = await index;
      if (box.value.trim() === words) show(results, made.search(words));
    } catch {
      index = null;
      results.replaceChildren(element("p", "The index cannot be loaded just now."));
    }
  };
  box.addEventListener("input", () => void search());
  results.hidden = true;
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !results.hidden) {
      box.value = "";
      results.hidden = true;
    }
  });
}

/** Puts a board in the place of a diagram. */
function playHere(figure: Element, link: HTMLAnchorElement): void {
  const picture = figure.querySelector("img");
  const button = element("button", "Play here");
  button.type = "button";
  button.addEventListener("click", async () => {
    // A picture that has not been loaded yet has no size.
    await picture?.decode().catch(() => {});
    const address = new URL(link.href);
    address.search = "?board";
    const frame = element("iframe");
    frame.src = address.href;
    frame.title = picture?.alt ?? "Board";
    // The board has the proportion of the diagram.
    frame.width = String(picture?.clientWidth || 600);
    frame.height = String(picture?.clientHeight || 480);
    picture?.replaceWith(frame);
    button.remove();
  });
  link.before(button, " ");
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("figure a.board")) {
  const figure = link.closest("figure");
  if (figure !== null) playHere(figure, link);
}
const place = document.querySelector(".search");
if (place !== null) startSearch(place);
// On a narrow page the list comes before the text: it is closed.
const list = document.querySelector<HTMLDetailsElement>("details.list");
if (list !== null && matchMedia("(max-width: 60rem)").matches) list.open = false;
