// The players and their clocks, beside the board. What they have captured is loaded later.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { Later } from "./later";
import type { Player } from "./messages";
import { catalog, playing, state, stateTime } from "./store";
import { mainLine } from "./tree";

/** The player, clock and captured pieces of one side. */
export function PlayerBar({ side }: { side: "w" | "b" }): JSX.Element {
  const shown = state.value;
  const tick = useSignal(0);
  const canMove = playing.value || (shown?.position.legal.length ?? 0) > 0;
  const isTurn = shown?.position.side === side && canMove;
  const running = (shown?.clock?.running ?? false) && turn() === side;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => (tick.value += 1), 100);
    return () => clearInterval(timer);
  }, [running]);
  void tick.value;
  const player = side === "w" ? shown?.players?.white : shown?.players?.black;
  const left = side === "w" ? shown?.clock?.white : shown?.clock?.black;
  const used = running ? performance.now() - stateTime.value : 0;
  const thinks = isTurn && playing.value && shown?.engineToMove;
  // Once it is ready, it thinks at once.
  const starts = playing.value && player?.type === "otherEngine" && turn() === side && !thinks;
  return (
    <div class={isTurn ? "player turn" : "player"} data-side={side}>
      <span class={`disk ${side}`} aria-hidden="true" />
      <span class="name">{name(player, side)}</span>
      <Later whenIdle meanwhile={<span class="captured" />}>
        {({ Captured }) => <Captured side={side} />}
      </Later>
      {isTurn && !thinks && <span class="thinks">{starts ? "starting…" : "to move"}</span>}
      {thinks && <span class="thinks">thinking…</span>}
      {left !== undefined && (
        <time class={left - used < 20_000 ? "clock low" : "clock"} role="timer">
          {clockText(Math.max(0, left - used))}
        </time>
      )}
      {left === undefined && (
        <Later whenIdle>{({ WrittenClock }) => <WrittenClock side={side} />}</Later>
      )}
    </div>
  );
}

/** The side to move where the players are; the shown position may be an earlier one. */
function turn(): string | undefined {
  const shown = state.value;
  if (shown === null) return undefined;
  const line = mainLine(shown.tree);
  const plies = line.length - 1;
  const current = line.findIndex((node) => node.id === shown.node);
  const same = current < 0 || (plies - current) % 2 === 0;
  return same ? shown.position.side : shown.position.side === "w" ? "b" : "w";
}

function name(player: Player | undefined, side: string): string {
  const color = side === "w" ? "White" : "Black";
  if (player === undefined) {
    const tag = state.value?.tags.find(([tag]) => tag === color)?.[1] ?? "?";
    return tag === "?" || tag === "" ? color : `${color} · ${tag}`;
  }
  switch (player.type) {
    case "person":
      return state.value?.shared == null ? color : `${color} · you`;
    case "remote":
      return `${color} · the other player`;
    case "engine":
      return `${color} · Peregrine, level ${player.level}`;
    case "otherEngine":
      return `${color} · ${catalog.value?.engines[player.number] ?? "another engine"}`;
  }
}

export function clockText(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  if (h > 0) return `${h}:${two(m)}:${two(s)}`;
  return seconds < 20 ? `${m}:${two(s)}.${tenths % 10}` : `${m}:${two(s)}`;
}
