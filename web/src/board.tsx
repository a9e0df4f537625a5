// The board: pieces, marks, and the ways to move.

import { signal, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { clearDrawn, colorFor, draw } from "./drawn";
import { explain, explained, holdAt, pointAt } from "./explained";
import { Later } from "./later";
import { candidates, targets } from "./moves";
import type { SquareView } from "./messages";
import { Overlay } from "./overlay";
import { premove, prepare, preparing } from "./premove";
import { choose } from "./question";
import { settings } from "./settings";
import { announcement, board, flipped, paths, send, state, thinking } from "./store";
import { step } from "./tree";

/** The square of the piece that is about to move. */
export const selected = signal<string | null>(null);
/** The square that the pointer or the keyboard is on. */
const hovered = signal<string | null>(null);

interface Drag {
  from: string;
  x: number;
  y: number;
  /** Whether the pointer has left the square since. */
  moved: boolean;
}

/** The move that was made by dragging: its piece is where it should be already. */
let dropped: { from: string; to: string } | null = null;

export async function move(from: string, to: string): Promise<void> {
  const legal = state.value?.position.legal ?? [];
  const chosen = await choose(candidates(legal, from, to));
  selected.value = null;
  if (chosen !== null) send({ type: "play", mv: chosen.mv });
}

function select(square: string | null): void {
  selected.value = square;
  paths.value = null;
  if (square === null) return;
  const code = pieceOn(square);
  const piece = board.value?.pieces.find((other) => other.code === code);
  if (piece?.hasPaths) send({ type: "paths", square });
}

function pieceOn(square: string): string | undefined {
  return state.value?.position.pieces.find(([other]) => other === square)?.[1];
}

/** Whether the side to move, or the one that prepares a move, has a piece here. */
function isOwn(square: string): boolean {
  const side = preparing() ?? state.value?.position.side ?? "?";
  return pieceOn(square)?.startsWith(side) ?? false;
}

/** The targets of the selected piece that are known from its paths, open or not. */
function knownTargets(): { square: string; isClosed: boolean }[] {
  const shown = paths.value;
  if (shown?.node !== state.value?.node || shown?.square !== selected.value) return [];
  return (shown?.targets ?? []).map((target) => ({
    square: target.square,
    isClosed: target.paths.every((path) => path.blocked.length > 0),
  }));
}

/** Keeps a move for the time after the engine's. */
function prepareMove(from: string, to: string): void {
  select(null);
  prepare(from, to);
  announcement.value = `The move from ${from} to ${to} is prepared.`;
}

function press(square: string): void {
  const from = selected.value;
  const legal = state.value?.position.legal ?? [];
  hovered.value = square;
  premove.value = null;
  if (from !== null && from !== square && preparing() !== null) prepareMove(from, square);
  else if (from !== null && from !== square && targets(legal, from).has(square))
    void move(from, square);
  else if (from === square) select(null);
  // It cannot go there, and its paths show why.
  else if (from !== null && !isOwn(square) && knownTargets().some((it) => it.square === square))
    return;
  else select(isOwn(square) ? square : null);
}

/** How much a wheel has to turn for a step, in pixels. */
const WHEEL_STEP = 60;

/** The wheel goes through the game. */
function useWheel(): (event: WheelEvent) => void {
  const turned = useRef(0);
  return (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    // A wheel that counts lines or pages turns by one step.
    const isStep = event.deltaMode !== 0;
    if (turned.current * event.deltaY < 0) turned.current = 0;
    turned.current += isStep ? Math.sign(event.deltaY) * WHEEL_STEP : event.deltaY;
    if (Math.abs(turned.current) < WHEEL_STEP) return;
    step(turned.current < 0 ? "back" : "forward");
    turned.current = 0;
  };
}

export function BoardView(): JSX.Element | null {
  const element = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  /** Where the right button went down. */
  const drawing = useSignal<string | null>(null);
  const focused = useSignal<string | null>(null);
  const wheel = useWheel();
  const shape = board.value;
  const shown = state.value;
  const legal = useComputed(() => state.value?.position.legal ?? []);
  useEffect(() => {
    selected.value = null;
    pointAt(null);
  }, [shown?.node]);
  if (shape === null || shown === null) return null;

  const { files, ranks } = shape;
  const column = (square: SquareView) =>
    flipped.value ? files.length - 1 - square.file : square.file;
  const row = (square: SquareView) =>
    flipped.value ? square.rank : ranks.length - 1 - square.rank;
  const at = (event: PointerEvent): string | null => {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const x = Math.floor(((event.clientX - box.left) / box.width) * files.length);
    const y = Math.floor(((event.clientY - box.top) / box.height) * ranks.length);
    return shape.squares.find((square) => column(square) === x && row(square) === y)?.name ?? null;
  };

  const down = (event: PointerEvent) => {
    const square = at(event);
    if (event.pointerType !== "touch") pointAt(null);
    else pointAt(square !== null && pieceOn(square) !== undefined ? square : null);
    if (square === null) return;
    if (event.button === 2) {
      // A move that was begun or prepared is given up first.
      if (selected.value === null && premove.value === null) drawing.value = square;
      select(null);
      premove.value = null;
      drag.value = null;
      element.current?.setPointerCapture(event.pointerId);
    }
    if (event.button !== 0) return;
    clearDrawn();
    hovered.value = square;
    const from = selected.value;
    const isTarget =
      from !== null &&
      from !== square &&
      (preparing() !== null || targets(legal.value, from).has(square));
    if (!isTarget && isOwn(square)) {
      event.preventDefault();
      premove.value = null;
      const wasSelected = from === square;
      if (!wasSelected) select(square);
      drag.value = { from: square, x: event.clientX, y: event.clientY, moved: wasSelected };
      element.current?.setPointerCapture(event.pointerId);
    } else press(square);
  };
  const over = (event: PointerEvent) => {
    const square = at(event);
    hovered.value = square;
    if (event.pointerType === "touch") holdAt(square);
    else if (event.buttons !== 0) pointAt(null);
    else pointAt(square !== null && pieceOn(square) !== undefined ? square : null);
    if (drag.value !== null) {
      const moved = drag.value.moved || square !== drag.value.from;
      drag.value = { ...drag.value, x: event.clientX, y: event.clientY, moved };
    }
  };
  const up = (event: PointerEvent) => {
    const to = at(event);
    if (event.button === 2) {
      const from = drawing.value;
      drawing.value = null;
      if (from !== null && to !== null) draw({ from, to, color: colorFor(event) });
      return;
    }
    if (event.pointerType === "touch") pointAt(null);
    const from = drag.value?.from;
    const moved = drag.value?.moved;
    drag.value = null;
    if (from === undefined) return;
    if (to !== null && to !== from) {
      if (preparing() !== null) prepareMove(from, to);
      else if (targets(legal.value, from).has(to)) {
        dropped = { from, to };
        void move(from, to);
      } else select(null);
    } else if (moved === true) select(null);
  };
  // The keyboard stays with the game: whoever uses the mouse does not walk over squares.
  const keepFocus = (event: MouseEvent) => {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  /** The keys of the cursor, which is on a square. */
  const key = (event: KeyboardEvent, square: SquareView) => {
    const step: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const by = step[event.key];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      let [x, y] = [column(square) + by[0], row(square) + by[1]];
      // Over holes to the next square.
      while (x >= 0 && y >= 0 && x < files.length && y < ranks.length) {
        const next = shape.squares.find((other) => column(other) === x && row(other) === y);
        if (next !== undefined) {
          focusSquare(next.name);
          return;
        }
        [x, y] = [x + by[0], y + by[1]];
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      press(square.name);
      if (selected.value === square.name) {
        const count = targets(legal.value, square.name).size;
        announcement.value = `${label(square.name)}, ${count} targets`;
      }
    } else if (event.key === "i") explain(square.name);
    else if (event.key === "Escape") {
      if (selected.value !== null || premove.value !== null) select(null);
      else element.current?.focus();
      premove.value = null;
      pointAt(null);
    }
  };
  /** Enter on the board puts the cursor on a square. */
  const enter = (event: KeyboardEvent) => {
    if (event.target !== element.current || event.key !== "Enter") return;
    event.preventDefault();
    const square = focused.value ?? shape.squares[0]?.name;
    if (square !== undefined) focusSquare(square);
  };
  const focusSquare = (name: string) => {
    focused.value = name;
    hovered.value = name;
    element.current?.querySelector<HTMLElement>(`[data-square="${name}"]`)?.focus();
  };
  const label = (square: string) => {
    const code = pieceOn(square);
    const piece = shape.pieces.find((other) => other.code === code);
    return piece === undefined ? square : `${square}, ${piece.name}`;
  };

  const place = (name: string): [number, number] | null => {
    const square = shape.squares.find((other) => other.name === name);
    return square === undefined ? null : [column(square), row(square)];
  };

  const own = selected.value === null ? null : targets(legal.value, selected.value);
  const last: string[] = shown.position.lastMove ?? [];
  const closed = new Set(knownTargets().flatMap((it) => (it.isClosed ? [it.square] : [])));
  const prepared = [premove.value?.from, premove.value?.to];
  const { coordinates } = settings.value;
  const rows = Array.from({ length: ranks.length }, (_, y) =>
    shape.squares.filter((square) => row(square) === y).sort((a, b) => column(a) - column(b)),
  );
  // The names of files and ranks stand on the outermost squares, which holes may move.
  const left = new Set(rows.map(([square]) => square));
  const bottom = new Map(rows.flat().map((square) => [column(square), square]));
  return (
    <div class="frame">
      <div
        class={`board ${coordinates}`}
        ref={element}
        tabIndex={0}
        role="grid"
        aria-label={`Board of ${shape.variant}, ${shown.position.side === "w" ? "White" : "Black"} to move`}
        aria-rowcount={ranks.length}
        aria-colcount={files.length}
        aria-keyshortcuts="Enter"
        onKeyDown={enter}
        onWheel={wheel}
        onContextMenu={(event) => event.preventDefault()}
        onMouseDown={keepFocus}
        onPointerDown={down}
        onPointerMove={over}
        onPointerUp={up}
        onPointerLeave={(event) => {
          pointAt(null);
          // A finger that is lifted still shows what it has tapped.
          if (event.pointerType !== "touch") hovered.value = null;
        }}
        onPointerCancel={() => {
          drag.value = null;
          drawing.value = null;
          pointAt(null);
        }}
      >
        {rows.map((squares, y) => (
          <div role="row" class="row" key={y}>
            {squares.map((square) => {
              const code = pieceOn(square.name);
              const isTarget = own?.has(square.name) ?? false;
              const classes = [
                "square",
                square.dark ? "dark" : "light",
                last.includes(square.name) && "last",
                selected.value === square.name && "selected",
                shown.position.check === square.name && "check",
                isTarget && (code === undefined ? "target" : "capture"),
                closed.has(square.name) && "closed",
                prepared.includes(square.name) && "premove",
              ];
              return (
                <div
                  key={square.name}
                  role="gridcell"
                  class={classes.filter(Boolean).join(" ")}
                  data-square={square.name}
                  data-piece={code}
                  aria-label={label(square.name) + (isTarget ? ", target" : "")}
                  aria-selected={selected.value === square.name}
                  tabIndex={-1}
                  style={{ gridColumn: column(square) + 1, gridRow: y + 1 }}
                  onKeyDown={(event) => key(event, square)}
                  onFocus={() => (focused.value = square.name)}
                >
                  {coordinates === "inside" && bottom.get(column(square)) === square && (
                    <span class="file">{files[square.file]}</span>
                  )}
                  {coordinates === "inside" && left.has(square) && (
                    <span class="rank">{ranks[square.rank]}</span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
        {coordinates === "outside" && <Names files={files} ranks={ranks} />}
        <Overlay
          column={column}
          row={row}
          selected={selected.value}
          hovered={hovered.value}
          dragged={drag.value?.moved === true ? drag.value : null}
          box={() => element.current?.getBoundingClientRect() ?? null}
          arrows={arrows()}
          wasDropped={(glide) => {
            const isIt = dropped?.from === glide.from && dropped.to === glide.to;
            if (isIt) dropped = null;
            return isIt;
          }}
        />
      </div>
      {explained.value !== null && (
        <Later>{({ PieceHint }) => <PieceHint turned={flipped.value} place={place} />}</Later>
      )}
    </div>
  );
}

/** The names of files and ranks beside the board. */
function Names({ files, ranks }: { files: string[]; ranks: string[] }): JSX.Element {
  const [across, down] = flipped.value
    ? [[...files].reverse(), ranks]
    : [files, [...ranks].reverse()];
  return (
    <div class="names" aria-hidden="true">
      <div class="across">
        {across.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div class="down">
        {down.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  );
}

/** Origins and targets of the best moves. */
function arrows(): [string, string][] {
  const lines = thinking.value?.node === state.value?.node ? (thinking.value?.lines ?? []) : [];
  return lines.map((line) => line.first);
}
