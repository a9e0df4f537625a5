// What lies over the squares: pieces, and marks that are loaded later.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { drawn } from "./drawn";
import { type Glide, glides } from "./gliding";
import { Later } from "./later";
import type { SquareView } from "./messages";
import { settings } from "./settings";
import { board, paths, state } from "./store";

interface Props {
  column: (square: SquareView) => number;
  row: (square: SquareView) => number;
  selected: string | null;
  hovered: string | null;
  dragged: { from: string; x: number; y: number } | null;
  box: () => DOMRect | null;
  arrows: [string, string][];
  /** Whether a piece was put on its square by hand, so that it need not glide there. */
  wasDropped: (glide: Glide) => boolean;
}

/** How long pieces glide, in milliseconds. */
const GLIDE = 160;

/** Lets pieces glide from where they were in the position before. */
function useGlides(
  props: Props,
  corner: (name: string) => [number, number],
): RefObject<SVGSVGElement> {
  const element = useRef<SVGSVGElement>(null);
  const last = useRef<{ game: number; pieces: [string, string][] } | null>(null);
  const shown = state.value;
  useLayoutEffect(() => {
    if (shown === null) return;
    const before = last.current;
    const { pieces } = shown.position;
    last.current = { game: shown.game, pieces };
    const isStill =
      !settings.value.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (before === null || before.game !== shown.game || before.pieces === pieces || isStill)
      return;
    for (const glide of glides(before.pieces, pieces)) {
      if (props.wasDropped(glide)) continue;
      const piece = element.current?.querySelector(`[data-on="${CSS.escape(glide.to)}"]`);
      const [from, to] = [corner(glide.from), corner(glide.to)];
      const start = `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)`;
      piece?.animate([{ transform: start }, { transform: "none" }], {
        duration: GLIDE,
        easing: "ease-out",
      });
    }
  }, [shown?.position]);
  return element;
}

export function Overlay(props: Props): JSX.Element | null {
  const shape = board.value;
  const shown = state.value;
  const squares = new Map(shape?.squares.map((square) => [square.name, square]));
  const corner = (name: string): [number, number] => {
    const square = squares.get(name);
    if (shape === null) return [0, 0];
    return square === undefined
      ? cell(name, shape.files, shape.ranks, props)
      : [props.column(square) * 100, props.row(square) * 100];
  };
  const element = useGlides(props, corner);
  if (shape === null || shown === null) return null;
  const dragged = (name: string): [number, number] => {
    const box = props.box();
    if (props.dragged?.from !== name || box === null) return corner(name);
    const scale = (shape.files.length * 100) / box.width;
    return [(props.dragged.x - box.left) * scale - 50, (props.dragged.y - box.top) * scale - 50];
  };
  const known = paths.value?.node === shown.node && paths.value.square === props.selected;
  const target = known
    ? paths.value?.targets.find((other) => other.square === props.hovered)
    : undefined;
  // The piece in the hand lies over all others.
  const pieces = [...shown.position.pieces].sort(([a], [b]) =>
    a === props.dragged?.from ? 1 : b === props.dragged?.from ? -1 : a < b ? -1 : 1,
  );
  const comment = shown.tree.find((node) => node.id === shown.node)?.comment ?? "";
  const isMarked = comment.includes("[%c") || drawn.value.length > 0 || props.arrows.length > 0;
  return (
    <svg
      class="overlay"
      ref={element}
      viewBox={`0 0 ${shape.files.length * 100} ${shape.ranks.length * 100}`}
      aria-hidden="true"
    >
      {target !== undefined && (
        <Later>{({ BlockedSquares }) => <BlockedSquares target={target} corner={corner} />}</Later>
      )}
      {pieces.map(([square, code]) => {
        const [x, y] = dragged(square);
        return (
          <use
            key={`${code}${square}`}
            data-on={square}
            href={`#piece-${code}`}
            class={props.dragged?.from === square ? "piece dragged" : "piece"}
            x={x}
            y={y}
            width="100"
            height="100"
          />
        );
      })}
      {isMarked && (
        <Later>
          {({ Marks }) => <Marks comment={comment} arrows={props.arrows} corner={corner} />}
        </Later>
      )}
      {target !== undefined && (
        <Later>{({ Paths }) => <Paths target={target} corner={corner} />}</Later>
      )}
    </svg>
  );
}

/** The corner of a cell that is no square, by its name. */
function cell(name: string, files: string[], ranks: string[], props: Props): [number, number] {
  const file = files.findIndex((other) => name.startsWith(other));
  const rank = ranks.findIndex((other) => name.slice(1) === other);
  const square = { name, file, rank, dark: false };
  return [props.column(square) * 100, props.row(square) * 100];
}
