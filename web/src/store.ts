// The state of the page: what the server said last, and what the user is doing.

import { batch, computed, signal } from "@preact/signals";

import { bytes, decode, mebibytes, tooLarge } from "./files";
import { isGuest } from "./invitation";
import type { Connection, Link } from "./link";
import { isSavedGame, readLink } from "./links";
import { hasNoServer, LocalLink } from "./local";
import {
  MAX_MESSAGE,
  type ArrayView,
  type Board,
  type PathTarget,
  type MatchSummary,
  type MatchView,
  type Message,
  type PgnSummary,
  type Request,
  type RulesView,
  type ScoreView,
  type Start,
} from "./messages";
import { Restoring } from "./restoring";
import { Socket } from "./socket";
import { settings } from "./settings";
import { Completion, type Shown as State } from "./completion";
import { read, remove, write } from "./storage";

export interface FileGames {
  pgn: string;
  games: PgnSummary[];
  /** The number of the game that was asked for. */
  current: number | null;
  /** The game of the session that it is, once it is open. */
  game: number | null;
}

type Of<T extends Message["type"]> = Extract<Message, { type: T }>;

export const connection = signal<Connection>("connecting");
/** Why the page takes part in its game no longer. */
export const dismissal = signal("");
export const catalog = signal<Of<"catalog"> | null>(null);
export const board = signal<Board | null>(null);
export const state = signal<State | null>(null);
/** When the state came, by `performance.now()`: the clocks run from then. */
export const stateTime = signal(0);
export const thinking = signal<Of<"thinking"> | null>(null);
export const paths = signal<{ node: number; square: string; targets: PathTarget[] } | null>(null);
/** The matches that can be watched, and the one that is. */
export const matches = signal<MatchSummary[] | null>(null);
export const watched = signal<MatchView | null>(null);
export const games = signal<{ pgn: string; games: PgnSummary[] } | null>(null);
/** The file of several games that was opened last, and which of them is shown. */
export const fileGames = signal<FileGames | null>(null);
export const checkedPosition = signal<Of<"positionChecked"> | null>(null);
export const checkedVariants = signal<Of<"variantsChecked"> | null>(null);
/** The evaluation graph: scores by node, and how many are to come. */
export const evaluations = signal<Map<number, ScoreView>>(new Map());
export const evaluationsLeft = signal(0);
/** What the evaluation says about the moves, when it is finished. */
export const report = signal<Of<"report"> | null>(null);
/** The position of a line that is pointed at. */
export const preview = signal<Of<"preview"> | null>(null);
/** The rules that were asked for last. */
export const rulesShown = signal<RulesView | null>(null);
/** A variant file made from that of another program. */
export const imported = signal<Of<"variantsImported"> | null>(null);
export const analyzing = signal(false);
/** Whether the analysis shows what the other side threatens. */
export const threats = signal(false);
export const flipped = signal(false);
/** What a screen reader should say. */
export const announcement = signal("");

export interface Note {
  id: number;
  text: string;
  isError: boolean;
  /** What can be done about it. */
  action: Action | null;
}

/** A button of a note. */
export interface Action {
  label: string;
  act: () => void;
}
export const notes = signal<Note[]>([]);
let noteCount = 0;

export function notify(text: string, isError = false, action: Action | null = null): void {
  const id = noteCount++;
  const others = notes.value.filter((other) => other.text !== text);
  notes.value = [...others, { id, text, isError, action }];
  setTimeout(() => dismiss(id), isError || action !== null ? 12_000 : 5_000);
}

/** Says what was done, with a button that takes the game back to how it was before. */
export function notifyWithUndo(text: string, saved: string): void {
  notify(text, false, { label: "Undo", act: () => restore(saved) });
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((other) => other.id !== id);
}

/** Whether a game between players is going on. */
export const playing = computed(() => state.value?.players != null && state.value.result === null);

/** Whether the engine or a person at another device plays: then nothing may help. */
export const opposed = computed(
  () =>
    playing.value &&
    [state.value?.players?.white, state.value?.players?.black].some(
      (player) => player !== undefined && player.type !== "person",
    ),
);

/** Whether the opponent is to move. */
export const waiting = computed(() => {
  const shown = state.value;
  if (shown === null || !opposed.value) return false;
  const player = shown.position.side === "w" ? shown.players?.white : shown.players?.black;
  return shown.engineToMove || player?.type === "remote" || player?.type === "otherEngine";
});

const SAVED = "game";
const LAST = "last-game";
const UNRESTORED = "unrestored-game";
const SOLVED = "solved";
let pendingPgn = "";
let waitingPgn: ((pgn: string) => void) | null = null;
let waitingPicture: ((svg: string) => void) | null = null;

/** Where the game shown is not kept, as the browser has no room for it. */
export const unkept = signal<"nowhere" | "other tabs" | null>(null);
/** A game that the server could not continue, and why. It is kept until the user lets it go. */
export const unrestored = signal<{ saved: string; reason: string } | null>(
  Restoring.parse(read("session", UNRESTORED)),
);
/** The problems that were solved, by their titles. */
export const solved = signal<ReadonlySet<string>>(
  new Set((read("local", SOLVED) ?? "").split("\n").filter((title) => title !== "")),
);
const restoring = new Restoring();
const completion = new Completion();

function receive(message: Message): void {
  switch (message.type) {
    case "catalog":
      catalog.value = message;
      break;
    case "board":
      if (restoring.isNew(message)) board.value = message;
      break;
    case "state": {
      const next = completion.complete(message);
      if (restoring.isNew(next)) batch(() => receiveState(next));
      break;
    }
    case "notRestored":
      setApart(message.text);
      break;
    case "thinking":
      thinking.value = message.lines.length > 0 ? message : null;
      break;
    case "evaluation":
      evaluations.value = new Map(evaluations.value).set(message.node, message.score);
      evaluationsLeft.value = message.left;
      break;
    case "comparison":
      evaluationsLeft.value = message.left;
      break;
    case "report":
      evaluationsLeft.value = 0;
      report.value = message;
      break;
    case "preview":
      preview.value = message;
      break;
    case "rules":
      rulesShown.value = message;
      break;
    case "picture":
      waitingPicture?.(message.svg);
      waitingPicture = null;
      break;
    case "variantsImported":
      imported.value = message;
      break;
    case "evaluationEnded":
      evaluationsLeft.value = 0;
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
      fileGames.value = { ...games.value, current: null, game: null };
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
    case "dismissed":
      batch(() => {
        dismissal.value = message.text;
        connection.value = "dismissed";
      });
      break;
    case "notice":
      notify(message.text);
      break;
    case "error":
      if (fileGames.value?.game === null) fileGames.value = { ...fileGames.value, current: null };
      notify(message.text, true);
      break;
  }
}

function receiveState(next: State): void {
  const before = state.value;
  state.value = next;
  stateTime.value = performance.now();
  if (thinking.value !== null && thinking.value.node !== next.node) thinking.value = null;
  paths.value = null;
  if (next.game !== before?.game) {
    evaluations.value = new Map();
    evaluationsLeft.value = 0;
    report.value = null;
    const file = fileGames.value;
    if (file?.current != null && file.game === null) fileGames.value = { ...file, game: next.game };
    if (next.shared !== null) flipped.value = next.shared.side === "b";
  }
  if (opposed.value) analyzing.value = false;
  keepGame(next);
  const lesson = next.lesson?.solved === true ? next.lesson.number : null;
  const title = catalog.value?.lessons[lesson ?? -1]?.title;
  if (title !== undefined && !solved.value.has(title)) {
    solved.value = new Set([...solved.value, title]);
    write("local", SOLVED, [...solved.value].join("\n"));
  }
  if (next.node !== before?.node) {
    const node = next.tree.find((other) => other.id === next.node);
    if (node !== undefined && node.san !== "") announcement.value = `${node.number} ${node.san}`;
  }
  if (next.result !== null && before?.result == null && next.result.reason !== "") {
    announcement.value = next.result.reason;
  }
}

/** Keeps the game for a reload, and for other tabs. */
function keepGame({ saved, tree }: State): void {
  // The game of a link is kept by the server.
  if (isGuest) return;
  const here = write("session", SAVED, saved);
  const elsewhere = tree.length === 1 || write("local", LAST, saved);
  unkept.value = !here ? "nowhere" : !elsewhere ? "other tabs" : null;
}

/** Continues a game that was kept. */
export function restore(saved: string): void {
  const large = tooLarge("The saved game", bytes(saved));
  restoring.ask(saved);
  if (large !== null) setApart(large);
  else send({ type: "restore", saved });
}

/** Sets the game apart that could not be continued, so that no other one takes its place. */
function setApart(reason: string): void {
  const failed = restoring.fail();
  if (failed === null) return;
  unrestored.value = { saved: failed.saved, reason };
  // One place is free before the other is taken: there may not be room for both.
  if (read("session", SAVED) === failed.saved) remove("session", SAVED);
  write("session", UNRESTORED, JSON.stringify(unrestored.value));
  for (const message of failed.messages) {
    if (message.type === "state") batch(() => receiveState(message));
    else board.value = message;
  }
}

/** Tries again to continue the game that was set apart. */
export function restoreAgain(): void {
  const saved = unrestored.value?.saved;
  if (saved === undefined) return;
  forgetUnrestored();
  restore(saved);
}

export function forgetUnrestored(): void {
  unrestored.value = null;
  remove("session", UNRESTORED);
}

/** After every connection: the game that the page has, and that of its address. */
function startSession(): void {
  if (isGuest) return;
  restoring.connected();
  const saved = read("session", SAVED);
  if (saved !== null) {
    if (restoring.isHopeless(saved)) {
      restoring.ask(saved);
      setApart("The connection ended each time the board tried to continue it.");
    } else restore(saved);
  }
  openShared();
  if (threats.value) showThreats(true);
  if (analyzing.value) analyze(true);
}

export const TWO_PERSONS = { white: { type: "person" }, black: { type: "person" } } as const;

/** The last game of any tab, if this one had none when it was opened. */
export const lastGame = signal(
  !isGuest && read("session", SAVED) === null ? read("local", LAST) : null,
);

/** Shows the line of the page's address, if there is one. */
function openShared(): void {
  const line = readLink(location.hash);
  if (line === null) return;
  history.replaceState(null, "", location.pathname);
  send({ type: "openLine", ...line });
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

let link: Link | null = null;

export function connect(): void {
  const listener = {
    message: receive,
    connection: (next: Connection) => {
      connection.value = next;
      if (next === "open") startSession();
      if (next === "lost" || next === "stopped") restoring.lost();
    },
  };
  link = hasNoServer() ? new LocalLink(listener) : new Socket(listener);
  if (!isGuest) addEventListener("hashchange", openShared);
}

/** The start position of a game. */
export async function arrayOf(game: string): Promise<ArrayView | null> {
  return (await link?.array(game)) ?? null;
}

/** Sends what the user asks for. What was wrong with an earlier request matters no longer. */
export function send(request: Request): void {
  notes.value = notes.value.filter((other) => !other.isError);
  sendInBackground(request);
}

/** Sends what the page asks for by itself: the user may still be reading what was wrong. */
export function sendInBackground(request: Request): void {
  const sent = link?.send(request);
  if (sent === "large") {
    notify(
      `This is too large to be sent; the board takes ${mebibytes(MAX_MESSAGE)} at most.`,
      true,
    );
  } else if (sent !== "sent") {
    notify(`${hasNoServer() ? "The engine" : "The server"} cannot be reached just now.`, true);
  }
}

/** Opens a file of games, or a game that was saved because it could not be continued. */
export async function openFile(file: File): Promise<void> {
  const large = tooLarge("The file", file.size);
  if (large !== null) notify(large, true);
  else openText(decode(await file.arrayBuffer()));
}

export function openText(text: string): void {
  if (isSavedGame(text)) restore(text);
  else openPgn(text);
}

export function openPgn(pgn: string, number: number | null = null): void {
  const large = tooLarge("The text", bytes(pgn));
  if (large !== null) return notify(large, true);
  pendingPgn = pgn;
  const file = fileGames.value;
  if (file?.pgn === pgn) fileGames.value = { ...file, current: number, game: null };
  send({ type: "openPgn", pgn, number });
}

/** The game as PGN. */
export function pgn(): Promise<string> {
  return new Promise((resolve) => {
    waitingPgn = resolve;
    send({ type: "pgn" });
  });
}

/** The position shown as SVG, or the game up to it as an animation. */
export function picture(animated: boolean): Promise<string> {
  return new Promise((resolve) => {
    waitingPicture = resolve;
    send({ type: "picture", animated });
  });
}

/** Has the analysis show what the other side threatens, or not any more. */
export function showThreats(on: boolean): void {
  threats.value = on;
  send({ type: "showThreats", on });
}

export function analyze(on: boolean): void {
  analyzing.value = on;
  const { lines, threads, hash } = settings.value;
  if (on) send({ type: "analyze", lines, threads, hash });
  else send({ type: "stopAnalysis" });
  if (!on) thinking.value = null;
}
