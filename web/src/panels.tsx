// The panels beside the board: players, moves, and what can be done with the game.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { annotations, type Annotations } from "./annotations";
import { open } from "./dialogs";
import { offer } from "./files";
import type { Player, TreeNode } from "./messages";
import {
  catalog,
  flipped,
  note,
  pgn,
  playing,
  send,
  sharedAddress,
  state,
  stateTime,
} from "./store";

/** The player and clock of one side. */
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
  return (
    <div class={isTurn ? "player turn" : "player"} data-side={side}>
      <span class={`disk ${side}`} aria-hidden="true" />
      <span class="name">{name(player, side)}</span>
      {isTurn && !playing.value && <span class="thinks">to move</span>}
      {thinks && <span class="thinks">thinking…</span>}
      {left !== undefined && (
        <time class={left - used < 20_000 ? "clock low" : "clock"} role="timer">
          {clockText(Math.max(0, left - used))}
        </time>
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
  if (player === undefined) return color;
  return player.type === "person" ? color : `${color} · Peregrine, level ${player.level}`;
}

export function clockText(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  if (h > 0) return `${h}:${two(m)}:${two(s)}`;
  return seconds < 20 ? `${m}:${two(s)}.${tenths % 10}` : `${m}:${two(s)}`;
}

/** The nodes of the first children. */
export function mainLine(tree: TreeNode[]): TreeNode[] {
  const line: TreeNode[] = tree.slice(0, 1);
  for (const node of tree) {
    const last = line[line.length - 1];
    if (last !== undefined && node.parent === last.id) line.push(node);
  }
  return line;
}

/** How many nodes come after a node. */
export function following(tree: TreeNode[], id: number): number {
  const after = new Set([id]);
  // Parents come before their children.
  for (const node of tree) if (node.parent !== null && after.has(node.parent)) after.add(node.id);
  return after.size - 1;
}

/** The node before, after, first or last, seen from the one shown. */
export function neighbor(to: "first" | "back" | "forward" | "last"): number | null {
  const shown = state.value;
  if (shown === null) return null;
  const child = (id: number) => shown.tree.find((node) => node.parent === id)?.id;
  switch (to) {
    case "first":
      return 0;
    case "back":
      return shown.tree.find((node) => node.id === shown.node)?.parent ?? null;
    case "forward":
      return child(shown.node) ?? null;
    case "last": {
      let id = shown.node;
      for (let next = child(id); next !== undefined; next = child(id)) id = next;
      return id;
    }
  }
}

export function step(to: "first" | "back" | "forward" | "last"): void {
  const node = neighbor(to);
  if (node !== null && node !== state.value?.node) send({ type: "goTo", node });
}

/** The game tree: the main line in two columns' width, variations indented. */
export function Moves(): JSX.Element {
  const shown = state.value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (current == null || box === null) return;
    const [top, bottom] = [current.offsetTop - box.offsetTop, current.offsetHeight];
    if (top < box.scrollTop || top + bottom > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [shown?.node]);
  if (shown === null) return <div class="moves" />;
  const children = new Map<number, TreeNode[]>();
  for (const node of shown.tree) {
    if (node.parent === null) continue;
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  const root = shown.tree[0];
  return (
    <div class="moves" ref={list} aria-label="Moves" role="group">
      {root !== undefined && (
        <p class="comment">
          <CommentText node={root} />
        </p>
      )}
      <Line
        first={children.get(0)?.[0]}
        siblings={children.get(0) ?? []}
        all={children}
        depth={0}
      />
      {shown.tree.length === 1 && <p class="hint">No moves yet.</p>}
      {shown.result !== null && (
        <p class="result" role="status">
          <strong>{shown.result.result}</strong> {shown.result.reason}
        </p>
      )}
    </div>
  );
}

/** What a comment says, with scores and clocks apart from words, which the lesson panel shows. */
function CommentText({ node }: { node: TreeNode }): JSX.Element | null {
  const { text, score, details, clock } = said(node);
  const isInPanel = state.value?.lesson != null && node.id === state.value.node;
  return (
    <>
      {score !== null && (
        <span class="value" title={["White's view", ...details].join(", ")}>
          {score}
        </span>
      )}
      {score === null && details.length > 0 && <span class="value">{details.join(", ")}</span>}
      {clock !== null && <span class="value">clock {clock}</span>}
      {!isInPanel && text}
    </>
  );
}

/** A comment before or behind a variation. */
function Aside({ text }: { text: string }): JSX.Element | null {
  const words = annotations(text).text;
  return words === "" ? null : <span class="comment">{words}</span>;
}

function said(node: TreeNode): Annotations {
  return annotations(node.comment, node.number.includes("...") ? "b" : "w");
}

/** Whether there is anything to show of a comment. */
function hasComment(node: TreeNode): boolean {
  const { text, score, details, clock } = said(node);
  const isInPanel = state.value?.lesson != null && node.id === state.value.node;
  return (text !== "" && !isInPanel) || score !== null || clock !== null || details.length > 0;
}

function Line(props: {
  first: TreeNode | undefined;
  siblings: TreeNode[];
  all: Map<number, TreeNode[]>;
  depth: number;
}): JSX.Element {
  const parts: JSX.Element[] = [];
  let node = props.first;
  let others = props.siblings.filter((other) => other !== node);
  let numbered = false;
  while (node !== undefined) {
    const isWhite = !node.number.includes("...");
    parts.push(<MoveButton key={node.id} node={node} numbered={isWhite || !numbered} />);
    numbered = true;
    if (hasComment(node)) {
      parts.push(
        <span class="comment" key={`c${node.id}`}>
          <CommentText node={node} />
        </span>,
      );
      numbered = false;
    }
    for (const other of others) {
      parts.push(
        <div class="variation" key={`v${other.id}`}>
          <Aside text={other.before} />
          <Line first={other} siblings={[]} all={props.all} depth={props.depth + 1} />
          <Aside text={other.behind} />
        </div>,
      );
      numbered = false;
    }
    const next: TreeNode[] = props.all.get(node.id) ?? [];
    node = next[0];
    others = next.slice(1);
  }
  return <>{parts}</>;
}

const GLYPHS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

function MoveButton({ node, numbered }: { node: TreeNode; numbered: boolean }): JSX.Element {
  const isCurrent = state.value?.node === node.id;
  return (
    <button
      type="button"
      class="move"
      data-node={node.id}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => send({ type: "goTo", node: node.id })}
    >
      {numbered && <span class="number">{node.number}</span>}
      {node.san}
      {node.glyphs.map((glyph) => GLYPHS[glyph] ?? ` $${glyph}`).join("")}
    </button>
  );
}

/** Back and forward, and what can be done with the game. */
export function Actions(): JSX.Element {
  const shown = state.value;
  const hasPlayers = shown?.players != null;
  const studied = !playing.value && shown !== null && shown.node !== 0;
  const current = shown?.tree.find((node) => node.id === shown.node);
  const isVariation = current !== undefined && !mainLine(shown?.tree ?? []).includes(current);
  const copy = async (what: string, text: string, more = "") => {
    try {
      await navigator.clipboard.writeText(text);
      note(`${what} copied. ${more}`.trim());
    } catch {
      open({ name: "text", title: what, text });
    }
  };
  const save = async () => {
    const event = shown?.tags.find(([tag]) => tag === "Event")?.[1] ?? "game";
    offer(`${event}.pgn`, await pgn(), "application/x-chess-pgn");
  };
  const copyLink = () => {
    const { address, holdsMoves } = sharedAddress();
    const what = holdsMoves ? "the position and the moves before it" : "the position alone";
    return copy(
      "Link",
      address,
      `It holds ${what}, and opens in browsers that know this board, while the server runs.`,
    );
  };
  const resign = () =>
    open({
      name: "question",
      title: "Resign",
      text: "The game would be lost.",
      answer: "Resign the game",
      act: () => send({ type: "resign" }),
    });
  const remove = (node: TreeNode) => {
    const after = following(shown?.tree ?? [], node.id);
    const others = after === 1 ? "the move after it" : `the ${after} moves after it`;
    open({
      name: "question",
      title: "Delete moves",
      text: `${node.number} ${node.san}${after === 0 ? "" : ` and ${others}`} would be deleted.`,
      answer: "Delete them",
      act: () => send({ type: "delete", node: node.id }),
    });
  };
  return (
    <>
      <div class="steps" role="group" aria-label="Through the game">
        <Step to="first" label="First position" text="«" />
        <Step to="back" label="Back" text="‹" />
        <Step to="forward" label="Forward" text="›" />
        <Step to="last" label="Last position" text="»" />
        <button
          type="button"
          aria-label="Flip the board"
          onClick={() => (flipped.value = !flipped.value)}
        >
          ⇅
        </button>
      </div>
      <div class="actions">
        <button type="button" class="main" onClick={() => open({ name: "new" })}>
          New game
        </button>
        {hasPlayers && (
          <button type="button" onClick={() => send({ type: "takeBack" })}>
            Take back
          </button>
        )}
        {playing.value && (
          <>
            <button type="button" onClick={() => send({ type: "offerDraw" })}>
              Offer draw
            </button>
            <button type="button" onClick={resign}>
              Resign
            </button>
          </>
        )}
        {hasPlayers && !playing.value && (
          <button type="button" onClick={rematch}>
            Rematch
          </button>
        )}
        {hasPlayers && (
          <button type="button" onClick={() => send({ type: "stopPlaying" })}>
            Study
          </button>
        )}
        {studied && (
          <>
            <button type="button" onClick={() => open({ name: "comment" })}>
              Comment
            </button>
            <button
              type="button"
              title="Make this variation the main one"
              disabled={!isVariation}
              onClick={() => send({ type: "promote", node: shown.node })}
            >
              Promote
            </button>
            <button
              type="button"
              disabled={current === undefined}
              onClick={() => current !== undefined && remove(current)}
            >
              Delete
            </button>
          </>
        )}
      </div>
      <div class="actions">
        <button type="button" onClick={() => open({ name: "open" })}>
          Open
        </button>
        <button type="button" onClick={() => void save()}>
          Save PGN
        </button>
        <button type="button" onClick={() => void copy("FEN", shown?.position.fen ?? "")}>
          Copy FEN
        </button>
        <button
          type="button"
          title="The position and its moves, for browsers that know this board"
          onClick={() => void copyLink()}
        >
          Copy link
        </button>
        <button type="button" onClick={() => open({ name: "editor" })}>
          Edit position
        </button>
        <button type="button" onClick={() => open({ name: "lessons" })}>
          Lessons
        </button>
        {catalog.value?.hasMatches && (
          <button type="button" onClick={() => open({ name: "watch" })}>
            Watch
          </button>
        )}
        <button type="button" onClick={() => open({ name: "variants" })}>
          Make a game
        </button>
      </div>
    </>
  );
}

/** The players change colors; a person who plays the engine keeps the near side. */
function rematch(): void {
  const players = state.value?.players;
  if (players?.white.type !== players?.black.type) flipped.value = players?.white.type === "person";
  send({ type: "rematch" });
}

function Step(props: {
  to: "first" | "back" | "forward" | "last";
  label: string;
  text: string;
}): JSX.Element {
  const node = neighbor(props.to);
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={node === null || node === state.value?.node}
      onClick={() => step(props.to)}
    >
      {props.text}
    </button>
  );
}
