// Marks over the squares: arrows, circles, and the paths of a Falcon.

import type { JSX } from "preact";

import { annotations } from "./annotations";
import { drawn } from "./drawn";
import type { MovePath, PathTarget } from "./messages";

/** Where a square begins, in hundredths of squares. */
type Corner = (name: string) => [number, number];

function center([x, y]: [number, number]): [number, number] {
  return [x + 50, y + 50];
}

/** The squares that block paths to a target. */
export function BlockedSquares(props: { target: PathTarget; corner: Corner }): JSX.Element {
  const blocked = new Set(props.target.paths.flatMap((path) => path.blocked));
  return (
    <>
      {[...blocked].map((name) => {
        const [x, y] = props.corner(name);
        return (
          <rect key={name} class="blocked" x={x + 4} y={y + 4} width="92" height="92" rx="10" />
        );
      })}
    </>
  );
}

/** The arrows and circles of a comment, those that the user has drawn, and the engine's arrows. */
export function Marks(props: {
  comment: string;
  arrows: [string, string][];
  corner: Corner;
}): JSX.Element {
  const at = (name: string) => center(props.corner(name));
  const marks = annotations(props.comment);
  const own = drawn.value;
  const squares = [
    ...marks.squares,
    ...own.flatMap(({ from, to, color }) => (from === to ? [{ color, square: to }] : [])),
  ];
  const arrows = [...marks.arrows, ...own.filter(({ from, to }) => from !== to)];
  const ends = arrows.map((arrow) => arrow.to);
  return (
    <>
      {squares.map(({ color, square }) => {
        const [x, y] = at(square);
        return <circle key={`s${square}`} class={`mark ${color}`} cx={x} cy={y} r="42" />;
      })}
      {arrows.map(({ color, from, to }) => (
        <Arrow
          key={`m${from}${to}`}
          from={at(from)}
          to={at(to)}
          kind={`mark ${color}`}
          gap={ends.filter((end) => end === to).length > 1 ? GAP : 0}
          start={ends.includes(from) ? GAP : 0}
        />
      ))}
      {props.arrows.map(([from, to], index) => (
        <Arrow key={`${from}${to}`} from={at(from)} to={at(to)} kind={index === 0 ? "best" : ""} />
      ))}
    </>
  );
}

/** The paths to a target. */
export function Paths({ target, corner }: { target: PathTarget; corner: Corner }): JSX.Element {
  const { paths } = target;
  return (
    <>
      {paths.map((path, index) => (
        <PathLine
          key={path.squares.join()}
          path={path}
          corner={corner}
          lane={(index - (paths.length - 1) / 2) * Math.min(1, 3 / paths.length)}
        />
      ))}
    </>
  );
}

function PathLine(props: { path: MovePath; corner: Corner; lane: number }): JSX.Element {
  // Paths that share a step lie side by side, and meet where they begin and end.
  const points = props.path.squares.map((name, index, { length }) => {
    const [x, y] = center(props.corner(name));
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
