// What lies over the squares: pieces, arrows, and the paths of a Falcon.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { annotations } from "./annotations";
import { drawn } from "./drawn";
import { type Glide, glides } from "./gliding";
import type { MovePath, SquareView } from "./messages";
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
  const center = (name: string): [number, number] => {
    const [x, y] = corner(name);
    return [x + 50, y + 50];
  };
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
  const marks = annotations(shown.tree.find((node) => node.id === shown.node)?.comment ?? "");
  const own = drawn.value;
  const squaresMarked = [
    ...marks.squares,
    ...own.flatMap(({ from, to, color }) => (from === to ? [{ color, square: to }] : [])),
  ];
  const arrowsMarked = [...marks.arrows, ...own.filter(({ from, to }) => from !== to)];
  const ends = arrowsMarked.map((arrow) => arrow.to);
  const blocked = new Set(target?.paths.flatMap((path) => path.blocked));
  return (
    <svg
      class="overlay"
      ref={element}
      viewBox={`0 0 ${shape.files.length * 100} ${shape.ranks.length * 100}`}
      aria-hidden="true"
    >
      {[...blocked].map((name) => {
        const [x, y] = corner(name);
        return (
          <rect key={name} class="blocked" x={x + 4} y={y + 4} width="92" height="92" rx="10" />
        );
      })}
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
      {squaresMarked.map(({ color, square }) => {
        const [x, y] = center(square);
        return <circle key={`s${square}`} class={`mark ${color}`} cx={x} cy={y} r="42" />;
      })}
      {arrowsMarked.map(({ color, from, to }) => (
        <Arrow
          key={`m${from}${to}`}
          from={center(from)}
          to={center(to)}
          kind={`mark ${color}`}
          gap={ends.filter((end) => end === to).length > 1 ? GAP : 0}
          start={ends.includes(from) ? GAP : 0}
        />
      ))}
      {props.arrows.map(([from, to], index) => (
        <Arrow
          key={`${from}${to}`}
          from={center(from)}
          to={center(to)}
          kind={index === 0 ? "best" : ""}
        />
      ))}
      {target?.paths.map((path, index) => (
        <PathLine
          key={path.squares.join()}
          path={path}
          center={center}
          lane={(index - (target.paths.length - 1) / 2) * Math.min(1, 3 / target.paths.length)}
        />
      ))}
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

function PathLine(props: {
  path: MovePath;
  center: (name: string) => [number, number];
  lane: number;
}): JSX.Element {
  // Paths that share a step lie side by side, and meet where they begin and end.
  const points = props.path.squares.map((name, index, { length }) => {
    const [x, y] = props.center(name);
    const aside = index === 0 || index === length - 1 ? 0 : props.lane * 9;
    return [x + aside, y + aside] as const;
  });
  const line = points.map(([x, y]) => `${x},${y}`).join(" ");
  const isOpen = props.path.blocked.length === 0;
  const end = points[points.length - 1] ?? [0, 0];
  return (
    <g class={isOpen ? "path open" : "path closed"} data-path={props.path.squares.join("-")}>
      <polyline class="halo" points={line} />
      <polyline points={line} />
      {isOpen && <circle cx={end[0]} cy={end[1]} r="11" />}
    </g>
  );
}

/** How far arrows that meet on a square end from its middle, so that their heads lie apart. */
const GAP = 24;

function Arrow(props: {
  from: [number, number];
  to: [number, number];
  kind: string;
  gap?: number;
  start?: number;
}): JSX.Element {
  const [xa, ya] = props.from;
  const [xb, yb] = props.to;
  const length = Math.hypot(xb - xa, yb - ya) || 1;
  const [dx, dy] = [(xb - xa) / length, (yb - ya) / length];
  const { gap = 0, start = 0 } = props;
  const [x1, y1] = [xa + dx * start, ya + dy * start];
  const [x2, y2] = [xb - dx * gap, yb - dy * gap];
  const [hx, hy] = [x2 - dx * 34, y2 - dy * 34];
  const head = `${x2},${y2} ${hx - dy * 20},${hy + dx * 20} ${hx + dy * 20},${hy - dx * 20}`;
  return (
    <g class={`arrow ${props.kind}`}>
      <line x1={x1} y1={y1} x2={hx} y2={hy} />
      <polygon points={head} />
    </g>
  );
}
