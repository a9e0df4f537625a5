// What can be done with the game, by menu, buttons and keys.

import { open } from "./dialog";
import { offer } from "./offer";
import { typed, withQuality } from "./glyphs";
import { isGuest } from "./invitation";
import { linkedLine } from "./linkedline";
import { hasNoServer } from "./local";
import type { TreeNode } from "./messages";
import {
  board,
  flipped,
  notify,
  notifyWithUndo,
  pgn,
  playing,
  send,
  shownPosition,
  state,
} from "./store";
import { following } from "./tree";

/** The move shown; none at the start of the game. */
export function currentMove(): TreeNode | null {
  const shown = state.value;
  if (shown === null || shown.node === 0) return null;
  return shown.tree.find((node) => node.id === shown.node) ?? null;
}

export async function copy(what: string, text: string, more = ""): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied. ${more}`.trim());
  } catch {
    open({ name: "text", title: what, text });
  }
}

export function copyFen(): Promise<void> {
  return copy("FEN", state.value?.position.fen ?? "");
}

/** The address of the line shown, and what it holds. */
function sharedAddress(): { address: string; holdsMoves: boolean } {
  const { hash, holdsMoves } = linkedLine(
    state.value?.saved ?? "",
    shownPosition(),
    board.value?.startFen ?? "",
  );
  return { address: `${location.origin}${location.pathname}#${hash}`, holdsMoves };
}

export function copyLink(): Promise<void> {
  const { address, holdsMoves } = sharedAddress();
  const what = holdsMoves ? "the position and the moves before it" : "the position alone";
  return copy(
    "Link",
    address,
    hasNoServer()
      ? `It holds ${what}, and opens for everybody.`
      : `It holds ${what}, and opens in browsers that know this board, while the server runs.`,
  );
}

export async function savePgn(): Promise<void> {
  const event = state.value?.tags.find(([tag]) => tag === "Event")?.[1] ?? "game";
  offer(`${event}.pgn`, await pgn(), "application/x-chess-pgn");
}

/** The players change colors; a person who plays the engine keeps the near side. */
export function rematch(): void {
  const players = state.value?.players;
  const isWhite = players?.white.type === "person";
  if (isWhite !== (players?.black.type === "person")) flipped.value = isWhite;
  send({ type: "rematch" });
}

export function resign(): void {
  const saved = state.value?.saved;
  send({ type: "resign" });
  if (saved !== undefined) notifyWithUndo("The game was resigned.", saved);
}

/** Resigns against a person at another device, who sees it at once: it cannot be undone. */
export function resignShared(): void {
  open({
    name: "question",
    title: "Resign the game?",
    text: "The other player sees it at once.",
    answer: "Resign",
    act: () => send({ type: "resign" }),
  });
}

/** Leaves the game for a study of it; a person at another device would be dismissed. */
export function study(): void {
  const leave = () => send({ type: "stopPlaying" });
  if (state.value?.shared == null) return leave();
  open({
    name: "question",
    title: "Leave the game?",
    text: "The other player learns that you have left, and cannot play on.",
    answer: "Leave",
    act: leave,
  });
}

/** Deletes the move shown and what follows it. */
export function deleteMoves(): void {
  const move = currentMove();
  const shown = state.value;
  if (move === null || shown === null) return;
  const after = following(shown.tree, move.id);
  const others = after === 1 ? "the move after it" : `the ${after} moves after it`;
  send({ type: "delete", node: move.id });
  notifyWithUndo(
    `${move.number} ${move.san}${after === 0 ? " was" : ` and ${others} were`} deleted.`,
    shown.saved,
  );
}

/** Whether moves can be marked, as they are studied. */
export function canMark(): boolean {
  return !isGuest && !playing.value && currentMove() !== null;
}

/** Marks the move shown by a key. */
export function markByKey(key: "!" | "?"): void {
  const move = currentMove();
  if (move !== null) send({ type: "glyphs", node: move.id, glyphs: typed(move.glyphs, key) });
}

export function mark(quality: number): void {
  const move = currentMove();
  if (move === null) return;
  send({ type: "glyphs", node: move.id, glyphs: withQuality(move.glyphs, quality) });
}
