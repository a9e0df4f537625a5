// The page as a whole.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Actions } from "./actions";
import { Analysis } from "./analysis";
import { BoardView } from "./board";
import { close, dialog, open } from "./dialog";
import { isGuest } from "./invitation";
import { isLate, Later, loaded } from "./later";
import { Menu } from "./menu";
import { PlayerBar } from "./players";
import { settings } from "./settings";
import { drawingOf } from "./pieces";
import { premove } from "./premove";
import { question } from "./question";
import { clearDrawn } from "./drawn";
import { step } from "./tree";
import { MAX_PAGES } from "./messages";
import {
  analyzing,
  announcement,
  board,
  connection,
  dismiss,
  dismissal,
  fileGames,
  flipped,
  lastGame,
  notes,
  type Note,
  openFile,
  playing,
  restore,
  state,
  unkept,
  unrestored,
} from "./store";

/** Takes back what was asked of the user, or by the user. */
function cancel(): void {
  close();
  question.value?.answer(null);
}

function keys(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  // A dialog that has just been closed has the focus until the browser draws the page again.
  const isClosed = target.closest("dialog:not([open])") !== null;
  // A box that was ticked takes no text.
  const takesText = target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null;
  const isTyping = takesText && !isClosed;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const commands = loaded();
  if (commands === null && (dialog.value !== null || question.value !== null)) {
    // A dialog is on its way: keys are no longer for the board.
    if (event.key === "Escape") cancel();
    return;
  }
  switch (event.key) {
    case "ArrowLeft":
      step("back");
      break;
    case "ArrowRight":
      step("forward");
      break;
    case "Home":
      step("first");
      break;
    case "End":
      step("last");
      break;
    case "f":
      flipped.value = !flipped.value;
      break;
    case "n":
      if (!isGuest) open({ name: "new" });
      break;
    case "h":
      open({ name: "help" });
      break;
    case "!":
    case "?":
      if (commands?.canMark() === true) commands.markByKey(event.key);
      else if (event.key === "?") open({ name: "help" });
      break;
    case "Escape":
      premove.value = null;
      clearDrawn();
      return;
    default:
      return;
  }
  event.preventDefault();
}

/** The game, and the event that it was played in. */
function title(): string {
  const event = state.value?.tags.find(([tag]) => tag === "Event")?.[1] ?? "?";
  const game = board.value?.title ?? "";
  return event === "?" || event === "" ? game : `${event} · ${game}`;
}

/** Files and ranks, for the style of the page. */
function shapeOfBoard(): Record<string, number> {
  const [files, ranks] = [board.value?.files.length ?? 8, board.value?.ranks.length ?? 8];
  return { "--files": files, "--ranks": ranks, "--scale": settings.value.size / 100 };
}

/** Whether the board is so wide that what is said about it has room below. */
function isWide(): boolean {
  const shape = board.value;
  return shape !== null && shape.files.length >= 1.6 * shape.ranks.length;
}

function act(note: Note): void {
  dismiss(note.id);
  note.action?.act();
}

async function dropped(event: DragEvent): Promise<void> {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!isGuest && file !== undefined) await openFile(file);
}

export function App(): JSX.Element {
  useEffect(() => {
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  const side = useRef<HTMLDivElement>(null);
  const isNew = state.value?.tree.length === 1 && state.value.players === null;
  const last = isNew ? lastGame.value : null;
  const isEvaluable = !isGuest && (state.value?.tree.length ?? 0) >= 3 && !playing.value;
  const sides = flipped.value ? (["w", "b"] as const) : (["b", "w"] as const);
  return (
    <div
      class={isWide() ? "page wide" : "page"}
      style={shapeOfBoard()}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropped(event)}
    >
      <Drawings />
      <header>
        <h1>Peregrine</h1>
        <p class="game">{title()}</p>
        {!isGuest && (
          <button type="button" class="main" onClick={() => open({ name: "new" })}>
            New game
          </button>
        )}
        <Menu />
      </header>
      <div class="banners">
        <Banner />
        {(unrestored.value !== null || unkept.value !== null) && (
          <Later>{({ StorageBanner }) => <StorageBanner />}</Later>
        )}
      </div>
      <main>
        <PlayerBar side={sides[0]} />
        <div class="field">
          {analyzing.value && <Later>{({ EvaluationBar }) => <EvaluationBar />}</Later>}
          <BoardView />
        </div>
        <PlayerBar side={sides[1]} />
        <button type="button" class="more" onClick={() => side.current?.scrollIntoView()}>
          More <span aria-hidden="true">↓</span>
        </button>
        <div class="side" ref={side}>
          {!isGuest && (
            <div class="panel engine">
              <Analysis />
            </div>
          )}
          <div class="panel game-panel">
            {state.value?.lesson != null && <Later>{({ LessonPanel }) => <LessonPanel />}</Later>}
            {last !== null && (
              <button type="button" onClick={() => restore(last)}>
                Continue the last game
              </button>
            )}
            {fileGames.value !== null && <Later>{({ FileSteps }) => <FileSteps />}</Later>}
            {state.value?.shared != null && <Later>{({ SharedGame }) => <SharedGame />}</Later>}
            <Moves />
            {!isGuest && <Later whenIdle>{({ Reference }) => <Reference />}</Later>}
            {isEvaluable && <Later>{({ Graph }) => <Graph />}</Later>}
            <Actions />
          </div>
        </div>
      </main>
      <div class="notes">
        {isLate.value && (
          <p class="note" role="status">
            Loading…
          </p>
        )}
        {notes.value.map((note) => (
          <p
            key={note.id}
            class={note.isError ? "note error" : "note"}
            role={note.isError ? "alert" : "status"}
          >
            <span>{note.text}</span>
            {note.action !== null && (
              <button type="button" class="action" onClick={() => act(note)}>
                {note.action.label}
              </button>
            )}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(note.id)}>
              ×
            </button>
          </p>
        ))}
      </div>
      <div class="hidden" aria-live="polite" data-testid="announcement">
        {announcement.value}
      </div>
      {dialog.value !== null && <Later failed={cancel}>{({ Dialogs }) => <Dialogs />}</Later>}
      {question.value !== null && <Later failed={cancel}>{({ Choice }) => <Choice />}</Later>}
    </div>
  );
}

/** The moves of the game; their list is loaded later. */
function Moves(): JSX.Element {
  const shown = state.value;
  const isEmpty =
    shown?.tree.length === 1 && shown.tree[0]?.comment === "" && shown.result === null;
  const empty = (
    <div class="moves" aria-label="Moves" role="group">
      {isEmpty && <p class="hint">No moves yet.</p>}
    </div>
  );
  if (shown === null || isEmpty) return empty;
  return <Later meanwhile={empty}>{({ MoveList }) => <MoveList shown={shown} />}</Later>;
}

function Banner(): JSX.Element | null {
  switch (connection.value) {
    case "open":
    case "connecting":
      return null;
    case "lost":
      return (
        <p class="banner" role="alert">
          The connection to Peregrine is lost; trying again. Your game is kept.
        </p>
      );
    case "stopped":
      return (
        <p class="banner" role="alert">
          The engine does not run; starting it again. Your game is kept.
        </p>
      );
    case "refused":
      return (
        <p class="banner" role="alert">
          Peregrine was restarted, and this page belongs to the earlier session. Open the address
          that <code>peregrine board</code> printed last. Your game is kept.
        </p>
      );
    case "dismissed":
      return (
        <p class="banner" role="alert">
          {dismissal.value}
        </p>
      );
    case "full":
      return (
        <p class="banner" role="alert">
          {MAX_PAGES} pages are open, the most that Peregrine serves. Close one of them to continue
          here. Your game is kept.
        </p>
      );
  }
}

/** The drawings of all pieces, for others to use. */
function Drawings(): JSX.Element {
  return (
    <svg class="hidden" aria-hidden="true">
      {board.value?.pieces.map((piece) => (
        <symbol
          key={`${board.value?.variant}${piece.code}${settings.value.pieces}`}
          id={`piece-${piece.code}`}
          viewBox="0 0 100 100"
          dangerouslySetInnerHTML={{ __html: drawingOf(piece, settings.value.pieces) }}
        />
      ))}
    </svg>
  );
}
