// What is special about the games that are not of the library, in a sentence or two.

/** Sentences that several games share. */
const FALCON = "The Falcon goes three squares, on any of three paths that is open.";

const ABOUT: Record<string, string> = {
  falcon: `Orthodox chess with two Falcons a side. ${FALCON}`,
  "falcon-leap":
    "The Falcons leap to their sixteen squares. Nothing that stands in their way matters.",
  "falcon-swapped": `King and Queen stand on each other's squares. ${FALCON}`,
  "falcon-outer": `The Falcons stand between Bishops and Knights. ${FALCON}`,
  "falcon-third":
    "The Pawns stand on the third rank, with room for the pieces behind them. They still may move two squares at first.",
  "falcon-8x8": `A Falcon takes the place of the Queen on the usual board. ${FALCON}`,
  "falcon-9x8": `Two Falcons, and no Queen. ${FALCON}`,
  "falcon-9x8-single": `One Falcon beside the Queen. ${FALCON}`,
  "falcon-9x9": `Two Falcons, and no Queen, on a square board. ${FALCON}`,
  "falcon-9x9-single": `One Falcon beside the Queen, on a square board. ${FALCON}`,
  "falcon-9x10": `Two Falcons, and no Queen, on a deep board. ${FALCON}`,
  "falcon-9x10-single": `One Falcon beside the Queen, on a deep board. ${FALCON}`,
  "falcon-10x9": `Falcon Chess with one more rank between the armies. ${FALCON}`,
  "falcon-10x9-outer":
    "One more rank between the armies. The Falcons stand between Bishops and Knights.",
  "falcon-10x10": `Falcon Chess with two more ranks between the armies. ${FALCON}`,
  "falcon-10x10-outer":
    "Two more ranks between the armies. The Falcons stand between Bishops and Knights.",
  "falcon-10x10-third":
    "Two more ranks, and the Pawns on the third one. The armies are as far apart as in orthodox chess.",
  "falcon-10x10-central":
    "Two more ranks, and the central Pawns on the third one. The other Pawns stand on the second.",
  "falcon-five": "Five Pawns a side, as in Chinese chess. Lines are open from the start.",
  "falcon-random":
    "The pieces of the first rank stand in a random order. There are 226,800 arrays, each with a number.",
  falcon100:
    "A hundred squares, five of them around each corner. What a Pawn becomes depends on the square that it reaches.",
  "falcon100-classic":
    "The board of a hundred squares, five around each corner. Falcons and Bishops stand in the order of Falcon Chess.",
  permutation:
    "Sixteen files, and one of each piece that two of the moves of Bishop, Knight, Rook, Queen and Falcon make. The King may change places with a piece of its rank.",
  chess: "The game that everybody knows. Its pieces are those that Falcon Chess begins with.",
  chess960:
    "Orthodox chess with the first rank in one of 960 orders. King and Rook castle to their usual squares.",
  capablanca:
    "Orthodox chess on ten files. The Archbishop joins Bishop and Knight, the Chancellor Rook and Knight.",
};

export function aboutOf(game: string): string {
  return ABOUT[game] ?? "";
}
