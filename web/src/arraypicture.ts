// The start position of a game as a picture of its own, in the colors and pieces that were chosen.

import type { ArrayView } from "./messages";
import { drawingOf } from "./pieces";
import type { Settings } from "./settings";

/** The colors of light and dark squares. */
export interface SquareColors {
  light: string;
  dark: string;
}

/** The colors of the page's squares, as pictures can have them that know nothing of the page. */
export function squareColors(): SquareColors {
  const probe = document.createElement("span");
  document.body.append(probe);
  const color = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = { light: color("--light"), dark: color("--dark") };
  probe.remove();
  return colors;
}

/** The start position as SVG. */
export function arrayPicture(
  { board, start }: ArrayView,
  set: Settings["pieces"],
  colors: SquareColors,
): string {
  const [files, ranks] = [board.files.length, board.ranks.length];
  const squares = (dark: boolean) =>
    board.squares
      .filter((square) => square.dark === dark)
      .map(({ file, rank }) => `M${file} ${ranks - 1 - rank}h1v1h-1z`)
      .join("");
  const places = new Map(board.squares.map((square) => [square.name, square]));
  const codes = [...new Set(start.map(([, code]) => code))];
  const drawings = codes.map((code, index) => {
    const piece = board.pieces.find((other) => other.code === code);
    const drawing = piece === undefined ? "" : drawingOf(piece, set);
    return `<symbol id="p${index}" viewBox="0 0 100 100">${drawing}</symbol>`;
  });
  const pieces = start.map(([name, code]) => {
    const { file, rank } = places.get(name) ?? { file: 0, rank: 0 };
    const at = `x="${file}" y="${ranks - 1 - rank}" width="1" height="1"`;
    return `<use href="#p${codes.indexOf(code)}" ${at}/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${files * 40}" height="${ranks * 40}" ` +
    `viewBox="0 0 ${files} ${ranks}"><path fill="${colors.light}" d="${squares(false)}"/>` +
    `<path fill="${colors.dark}" d="${squares(true)}"/>${drawings.join("")}${pieces.join("")}</svg>`
  );
}
