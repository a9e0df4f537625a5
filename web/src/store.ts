// The state of the page: what the server said last, and what the user is doing.

import { batch, computed, signal } from "@preact/signals";

import type {
  Board,
  FalconTarget,
  MatchSummary,
  MatchView,
  Message,
  PgnSummary,
  Request,
  ScoreView,
  Start,
  State,
} from "./messages";
import { type Connection, Socket } from "./socket";
import { settings } from "./settings";

type Of<T extends Message["type"]> = Extract<Message, { type: T }>;

export const connection = signal<Connection>("connecting");
export const catalogue = signal<Of<"catalogue"> | null>(null);
export const board = signal<Board | null>(null);
export const state = signal<State | null>(null);
/** When the state came, by `performance.now()`: the clocks run from then. */
export const stateTime = signal(0);
export const thinking = signal<Of<"thinking"> | null>(null);
export const paths = signal<{ node: number; square: string; targets: FalconTarget[] } | null>(null);
/** The matches that can be watched, and the one that is. */
export const matches = signal<MatchSummary[] | null>(null);
export const watched = signal<MatchView | null>(null);
export const games = signal<{ pgn: string; games: PgnSummary[] } | null>(null);
export const checkedPosition = signal<Of<"positionChecked"> | null>(null);
export const checkedVariants = signal<Of<"variantsChecked"> | null>(null);
/** The evaluation graph: scores by node, and how many are to come. */
export const evaluations = signal<Map<number, ScoreView>>(new Map());
export const evaluationsLeft = signal(0);
export const analysing = signal(false);
export const flipped = signal(false);
/** What a screen reader should say. */
export const announcement = signal("");

export interface Note {
  id: number;
  text: string;
  isError: boolean;
}
export const notes = signal<Note[]>([]);
let noteCount = 0;

export function note(text: string, isError = false): void {
  const id = noteCount++;
  notes.value = [...notes.value.filter((other) => other.text !== text), { id, text, isError }];
  setTimeout(() => dismiss(id), isError ? 12_000 : 5_000);
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((other) => other.id !== id);
}

/** Whether a game between players is going on. */
export const playing = computed(() => state.value?.players != null && state.value.result === null);

/** Whether the engine plays, so that it cannot be asked for advice. */
export const againstEngine = computed(
  () =>
    playing.value &&
    [state.value?.players?.white, state.value?.players?.black].some((p) => p?.type === "engine"),
);

const SAVED = "game";
const LAST = "last-game";
let pendingPgn = "";
let waitingPgn: ((pgn: string) => void) | null = null;
let started = false;

function receive(message: Message): void {
  switch (message.type) {
    case "catalogue":
      catalogue.value = message;
      break;
    case "board":
      board.value = message;
      break;
    case "state":
      if (!started) break;
      batch(() => take(message));
      break;
    case "thinking":
      thinking.value = message.lines.length > 0 ? message : null;
      break;
    case "evaluation":
      evaluations.value = new Map(evaluations.value).set(message.node, message.score);
      evaluationsLeft.value = message.left;
      break;
    case "paths":
      paths.value = message;
      break;
    case "matches":
      matches.value = message.matches;
      break;
    case "match":
      watched.value = message;
      break;
    case "games":
      games.value = { pgn: pendingPgn, games: message.games };
      break;
    case "pgn":
      waitingPgn?.(message.pgn);
      waitingPgn = null;
      break;
    case "positionChecked":
      checkedPosition.value = message;
      break;
    case "variantsChecked":
      checkedVariants.value = message;
      break;
    case "notice":
      note(message.text);
      break;
    case "error":
      note(message.text, true);
      break;
  }
}

function take(next: State): void {
  const before = state.value;
  state.value = next;
  stateTime.value = performance.now();
  if (thinking.value !== null && thinking.value.node !== next.node) thinking.value = null;
  paths.value = null;
  if (next.game !== before?.game) {
    evaluations.value = new Map();
    evaluationsLeft.value = 0;
  }
  sessionStorage.setItem(SAVED, next.saved);
  if (next.tree.length > 1) localStorage.setItem(LAST, next.saved);
  if (next.node !== before?.node) {
    const node = next.tree.find((other) => other.id === next.node);
    if (node !== undefined && node.san !== "") announcement.value = `${node.number} ${node.san}`;
  }
  if (next.result !== null && before?.result == null && next.result.reason !== "") {
    announcement.value = next.result.reason;
  }
}

/** After every connection: the game that the page has, that of its address, or the last one. */
function begin(): void {
  started = true;
  const saved = sessionStorage.getItem(SAVED);
  if (!openShared()) {
    if (saved !== null) send({ type: "restore", saved });
    else send({ type: "goTo", node: 0 });
  }
  if (analysing.value) analyse(true);
}

export const TWO_PERSONS = { white: { type: "person" }, black: { type: "person" } } as const;

/** The last game of any tab, if this one had none when it was opened. */
export const lastGame = signal(
  sessionStorage.getItem(SAVED) === null ? localStorage.getItem(LAST) : null,
);

/** Shows the position of the page's address; `false` if there is none. */
function openShared(): boolean {
  const shared = sharedPosition();
  if (shared === null) return false;
  history.replaceState(null, "", location.pathname);
  send({ type: "newGame", start: shared, players: TWO_PERSONS, clock: null });
  send({ type: "stopPlaying" });
  return true;
}

function sharedPosition() {
  const shared = new URLSearchParams(location.hash.slice(1));
  const variant = shared.get("variant");
  if (variant === null) return null;
  const get = (name: string) => shared.get(name);
  return {
    variant,
    castling: get("castling"),
    promotion: get("promotion"),
    fen: get("fen"),
    array: null,
  };
}

/** The position shown, as the start of another game. */
export function shownPosition(): Start {
  return {
    variant: board.value?.variant ?? "",
    castling: board.value?.castling ?? null,
    promotion: board.value?.promotion ?? null,
    fen: state.value?.position.fen ?? null,
    array: null,
  };
}

/** The address of the position shown. */
export function sharedAddress(): string {
  const { variant, castling, promotion, fen } = shownPosition();
  const shown = new URLSearchParams({
    variant,
    castling: castling ?? "",
    promotion: promotion ?? "",
    fen: fen ?? "",
  });
  return `${location.origin}/#${shown.toString()}`;
}

let socket: Socket | null = null;

export function connect(): void {
  socket = new Socket(receive, (next) => {
    connection.value = next;
    if (next === "open") begin();
  });
  addEventListener("hashchange", openShared);
}

export function send(request: Request): void {
  // What was wrong with an earlier request matters no longer.
  notes.value = notes.value.filter((other) => !other.isError);
  if (socket?.send(request) !== true) note("The server cannot be reached just now.", true);
}

export function openPgn(pgn: string, number: number | null = null): void {
  pendingPgn = pgn;
  send({ type: "openPgn", pgn, number });
}

/** The game as PGN. */
export function pgn(): Promise<string> {
  return new Promise((resolve) => {
    waitingPgn = resolve;
    send({ type: "pgn" });
  });
}

export function analyse(on: boolean): void {
  analysing.value = on;
  const { lines, threads, hash } = settings.value;
  if (on) send({ type: "analyse", lines, threads, hash });
  else send({ type: "stopAnalysis" });
  if (!on) thinking.value = null;
}
