// Comments with marks in them: `[%csl Ge4]` marks a square, `[%cal Ge2e4]` draws an arrow, and
// programs write scores and clocks, as `[%eval 0.31] [%clk 0:03:00]` or `+0.31/8 0.038s`.

export interface Annotations {
  /** The comment without the marks. */
  text: string;
  squares: { color: Mark; square: string }[];
  arrows: { color: Mark; from: string; to: string }[];
  /** The score from White's point of view, as `+0.31` or `#-3`. */
  score: string | null;
  /** What is known about the score, such as `depth 8`. */
  details: string[];
  /** The time on the clock after the move. */
  clock: string | null;
}

export type Mark = "green" | "red" | "blue" | "yellow";

const COLORS: Record<string, Mark> = { G: "green", R: "red", B: "blue", Y: "yellow" };

/**
 * A score at the start of a comment: `+0.31/8 0.038s`, `(Nf3) -M3/12 1s`, `0.15/20 38`. XBoard
 * writes the move that was expected before it.
 */
const PLAYED =
  /^(?:\([^)\s]+\)\s+)?([+-]?)(?:(\d+\.\d+|(?<=[+-])\d+)|(?:M|#)([+-]?\d+))\/(\d+)(?:\/\d+)?(?:\s+(\d+(?:[.:]\d+)*)\s*(ms|s)?)?(?=$|[\s,;])/;

/** What programs know besides, as `d=26, sd=40, wv=0.31` or `n=1234 nps=5678`. */
const VALUES = /^(?:[A-Za-z]\w*=[^\s,;]*[\s,;]*)+$/;

/** What a comment says after a move of this side. */
export function annotations(comment: string, side: "w" | "b" = "w"): Annotations {
  const found: Annotations = {
    text: "",
    squares: [],
    arrows: [],
    score: null,
    details: [],
    clock: null,
  };
  const text = comment
    .replace(/\[%(\w+)\s*([^\]]*)\]/g, (_, command: string, value: string) => {
      read(found, command, value.trim());
      return " ";
    })
    .replace(/\s+/g, " ")
    .trim();
  const played = PLAYED.exec(text);
  if (played === null) {
    if (VALUES.test(text) && /\b(?:d|wv)=/.test(text)) readValues(found, text);
    else found.text = text;
    return found;
  }
  // Programs write the score of their own side.
  const [whole, sign, pawns, mate, depth, time, unit] = played;
  const sense = side === "w" ? 1 : -1;
  const value = Number(pawns ?? mate) * (sign === "-" ? -1 : 1) * sense;
  found.score ??= pawns === undefined ? `#${value}` : signed(value);
  found.details.push(`depth ${depth}`);
  if (time !== undefined) found.details.push(unit === undefined ? time : `${time} ${unit}`);
  const rest = text
    .slice(whole.length)
    .replace(/^[\s,;]+/, "")
    .trim();
  if (VALUES.test(rest)) found.details.push(rest.replace(/[,;]?\s+/g, ", "));
  else found.text = rest;
  return found;
}

/** A list of values, in which `wv` is White's view of the score and `d` the depth. */
function readValues(found: Annotations, text: string): void {
  for (const pair of text.split(/[\s,;]+/)) {
    const [name, value = ""] = pair.split("=");
    if (name === "wv" && value !== "" && Number.isFinite(Number(value)))
      found.score ??= signed(Number(value));
    else if (name === "d") found.details.push(`depth ${value}`);
    else if (pair !== "") found.details.push(pair);
  }
}

/** A command of a comment. One that is not known says nothing to people. */
function read(found: Annotations, command: string, value: string): void {
  switch (command) {
    case "csl":
    case "cal":
      for (const mark of value.split(",")) {
        const parts = /^([GRBY])([a-z]\d+)([a-z]\d+)?$/.exec(mark.trim());
        const [color, from, to] = [COLORS[parts?.[1] ?? ""], parts?.[2], parts?.[3]];
        if (color === undefined || from === undefined) continue;
        if (command === "cal" && to !== undefined) found.arrows.push({ color, from, to });
        if (command === "csl" && to === undefined) found.squares.push({ color, square: from });
      }
      break;
    case "eval": {
      const [score, depth] = value.split(",");
      const mate = /^([+-]?)[#M]([+-]?\d+)$/.exec(score?.trim() ?? "");
      const pawns = Number(score);
      if (mate !== null) found.score = `#${Number(mate[2]) * (mate[1] === "-" ? -1 : 1)}`;
      else if (score?.trim() !== "" && Number.isFinite(pawns)) found.score = signed(pawns);
      if (depth !== undefined) found.details.push(`depth ${depth.trim()}`);
      break;
    }
    case "clk":
      if (value !== "") found.clock = value;
      break;
    case "emt":
      if (value !== "") found.details.push(`${value} for the move`);
      break;
  }
}

function signed(pawns: number): string {
  const text = Math.abs(pawns).toFixed(2);
  return pawns < 0 && text !== "0.00" ? `-${text}` : `+${text}`;
}
