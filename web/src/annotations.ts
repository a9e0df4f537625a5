// Comments with marks in them: `[%csl Ge4]` marks a square, `[%cal Ge2e4]` draws an arrow.

export interface Annotations {
  /** The comment without the marks. */
  text: string;
  squares: { color: Mark; square: string }[];
  arrows: { color: Mark; from: string; to: string }[];
}

export type Mark = "green" | "red" | "blue" | "yellow";

const COLORS: Record<string, Mark> = { G: "green", R: "red", B: "blue", Y: "yellow" };

export function annotations(comment: string): Annotations {
  const found: Annotations = { text: "", squares: [], arrows: [] };
  found.text = comment
    .replace(/\[%(csl|cal)\s+([^\]]*)\]/g, (_, kind: string, marks: string) => {
      for (const mark of marks.split(",")) {
        const parts = /^([GRBY])([a-z]\d+)([a-z]\d+)?$/.exec(mark.trim());
        const [color, from, to] = [COLORS[parts?.[1] ?? ""], parts?.[2], parts?.[3]];
        if (color === undefined || from === undefined) continue;
        if (kind === "cal" && to !== undefined) found.arrows.push({ color, from, to });
        if (kind === "csl" && to === undefined) found.squares.push({ color, square: from });
      }
      return "";
    })
    .replace(/\s+/g, " ")
    .trim();
  return found;
}
