// The page as a whole.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Actions } from "./actions";
import { Analysis, EvaluationBar, Reference } from "./analysis";
import { BoardView } from "./board";
import { canMark, markByKey } from "./commands";
import { close, dialog, open } from "./dialog";
import { FileSteps } from "./filesteps";
import { Graph } from "./graph";
import { isGuest } from "./invitation";
import { isLate, isLoaded, Later } from "./later";
import { Menu } from "./menu";
import { Moves } from "./movelist";
import { PlayerBar } from "./players";
import { settings } from "./settings";
import { drawingOf } from "./pieces";
import { premove } from "./premove";
import { question } from "./question";
import { clearDrawn } from "./drawn";
import { step } from "./tree";
import { MAX_PAGES } from "./messages";
import { offer } from "./files";
import {
  announcement,
  board,
  connection,
  dismiss,
  dismissal,
  flipped,
  forgetUnrestored,
  lastGame,
  notes,
  type Note,
  openFile,
  restore,
  restoreAgain,
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
  if (!isLoaded() && (dialog.value !== null || question.value !== null)) {
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
      if (canMark()) markByKey(event.key);
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
        <Storage />
      </div>
      <main>
        <PlayerBar side={sides[0]} />
        <div class="field">
          <EvaluationBar />
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
            <FileSteps />
            {state.value?.shared != null && <Later>{({ SharedGame }) => <SharedGame />}</Later>}
            <Moves />
            {!isGuest && <Reference />}
            {!isGuest && <Graph />}
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

/** What is not kept as it should be. */
function Storage(): JSX.Element {
  const failed = unrestored.value;
  const save = () => offer("game.json", failed?.saved ?? "", "application/json");
  return (
    <>
      {failed !== null && (
        <p class="banner" role="alert">
          The game of this tab could not be continued. {failed.reason} It is kept until you discard
          it; <em>Open</em> also reads the file.{" "}
          <button type="button" onClick={save}>
            Save it as a file
          </button>{" "}
          <button type="button" onClick={restoreAgain}>
            Try again
          </button>{" "}
          <button type="button" onClick={forgetUnrestored}>
            Discard
          </button>
        </p>
      )}
      {unkept.value !== null && (
        <p class="banner" role="alert">
          {unkept.value === "nowhere"
            ? "This browser has no room to keep the game. Save it as PGN before you reload or close the page."
            : "This browser has no room to keep the game for other tabs: a reload continues it, a new tab does not."}
        </p>
      )}
    </>
  );
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
