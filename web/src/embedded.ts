// A board within another page of the site, in place of a diagram: nothing but the board.

/** Whether the page is such a board. */
export const isEmbedded =
  typeof location === "object" && new URLSearchParams(location.search).has("board");

if (isEmbedded) document.documentElement.dataset.embedded = "true";
