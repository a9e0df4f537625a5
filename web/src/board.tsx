// The board: pieces, marks, and the ways to move.

import { signal, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { choose } from "./choice";
import { candidates, targets } from "./moves";
import type { SquareView } from "./messages";
import { Overlay } from "./overlay";
import { settings } from "./settings";
import { announcement, board, flipped, paths, send, state, thinking } from "./store";

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

/** Whether the side to move has a piece here. */
function isOwn(square: string): boolean {
  return pieceOn(square)?.startsWith(state.value?.position.side ?? "?") ?? false;
}

/** Whether the paths to this square are known, open or not. */
function hasPaths(square: string): boolean {
  const shown = paths.value;
  const isCurrent = shown?.node === state.value?.node && shown?.square === selected.value;
  return isCurrent && (shown?.targets.some((target) => target.square === square) ?? false);
}

function press(square: string): void {
  const from = selected.value;
  const legal = state.value?.position.legal ?? [];
  hovered.value = square;
  if (from !== null && from !== square && targets(legal, from).has(square)) void move(from, square);
  else if (from === square) select(null);
  // It cannot go there, and its paths show why.
  else if (from !== null && !isOwn(square) && hasPaths(square)) return;
  else select(isOwn(square) ? square : null);
}

export function BoardView(): JSX.Element | null {
  const element = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const focused = useSignal<string | null>(null);
  const shape = board.value;
  const shown = state.value;
  const legal = useComputed(() => state.value?.position.legal ?? []);
  useEffect(() => {
    selected.value = null;
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
    if (event.button !== 0) return;
    const square = at(event);
    if (square === null) return;
    hovered.value = square;
    const from = selected.value;
    const isTarget = from !== null && from !== square && targets(legal.value, from).has(square);
    if (!isTarget && isOwn(square)) {
      event.preventDefault();
      const wasSelected = from === square;
      if (!wasSelected) select(square);
      drag.value = { from: square, x: event.clientX, y: event.clientY, moved: wasSelected };
      element.current?.setPointerCapture(event.pointerId);
    } else press(square);
  };
  const over = (event: PointerEvent) => {
    const square = at(event);
    hovered.value = square;
    if (drag.value !== null) {
      const moved = drag.value.moved || square !== drag.value.from;
      drag.value = { ...drag.value, x: event.clientX, y: event.clientY, moved };
    }
  };
  const up = (event: PointerEvent) => {
    const from = drag.value?.from;
    const moved = drag.value?.moved;
    drag.value = null;
    const to = at(event);
    if (from === undefined) return;
    if (to !== null && to !== from) {
      if (targets(legal.value, from).has(to)) void move(from, to);
      else select(null);
    } else if (moved === true) select(null);
  };
  // The keyboard stays with the game: whoever uses the mouse does not walk over squares.
  const keepFocus = (event: MouseEvent) => {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
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
      press(square.name);
      if (selected.value === square.name) {
        const count = targets(legal.value, square.name).size;
        announcement.value = `${label(square.name)}, ${count} targets`;
      }
    } else if (event.key === "Escape") select(null);
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

  const own = selected.value === null ? null : targets(legal.value, selected.value);
  const last: string[] = shown.position.lastMove ?? [];
  const first = focused.value ?? shape.squares[0]?.name;
  const rows = Array.from({ length: ranks.length }, (_, y) =>
    shape.squares.filter((square) => row(square) === y).sort((a, b) => column(a) - column(b)),
  );
  // The names of files and ranks stand on the outermost squares, which holes may move.
  const left = new Set(rows.map(([square]) => square));
  const bottom = new Map(rows.flat().map((square) => [column(square), square]));
  return (
    <div
      class="board"
      ref={element}
      role="grid"
      aria-label={`Board of ${shape.variant}, ${shown.position.side === "w" ? "White" : "Black"} to move`}
      aria-rowcount={ranks.length}
      aria-colcount={files.length}
      style={{ "--files": files.length, "--ranks": ranks.length }}
      onMouseDown={keepFocus}
      onPointerDown={down}
      onPointerMove={over}
      onPointerUp={up}
      onPointerLeave={(event) => {
        // A finger that is lifted still shows what it has tapped.
        if (event.pointerType !== "touch") hovered.value = null;
      }}
      onPointerCancel={() => (drag.value = null)}
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
                tabIndex={square.name === first ? 0 : -1}
                style={{ gridColumn: column(square) + 1, gridRow: y + 1 }}
                onKeyDown={(event) => key(event, square)}
                onFocus={() => (focused.value = square.name)}
              >
                {settings.value.coordinates && bottom.get(column(square)) === square && (
                  <span class="file">{files[square.file]}</span>
                )}
                {settings.value.coordinates && left.has(square) && (
                  <span class="rank">{ranks[square.rank]}</span>
                )}
              </div>
            );
          })}
        </div>
      ))}
      <Overlay
        column={column}
        row={row}
        selected={selected.value}
        hovered={hovered.value}
        dragged={drag.value?.moved === true ? drag.value : null}
        box={() => element.current?.getBoundingClientRect() ?? null}
        arrows={arrows()}
      />
    </div>
  );
}

/** Origins and targets of the best moves. */
function arrows(): [string, string][] {
  const lines = thinking.value?.node === state.value?.node ? (thinking.value?.lines ?? []) : [];
  return lines.map((line) => line.first);
}
