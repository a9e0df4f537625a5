// The page as a whole.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { Analysis, EvaluationBar } from "./analysis";
import { BoardView } from "./board";
import { Choice } from "./choice";
import { Dialogs, dialog, open } from "./dialogs";
import { Graph } from "./graph";
import { LessonPanel } from "./lessons";
import { Actions, Moves, PlayerBar, step } from "./panels";
import { change, settings } from "./settings";
import {
  announcement,
  board,
  connection,
  dismiss,
  flipped,
  lastGame,
  notes,
  openPgn,
  send,
  state,
} from "./store";

function keys(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const isTyping = target.closest("input, textarea, select, dialog") !== null;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
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
      open({ name: "new" });
      break;
    case "?":
      open({ name: "help" });
      break;
    default:
      return;
  }
  event.preventDefault();
}

async function dropped(event: DragEvent): Promise<void> {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) openPgn(await file.text());
}

export function App(): JSX.Element {
  useEffect(() => {
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  const isNew = state.value?.tree.length === 1 && state.value.players === null;
  const last = isNew ? lastGame.value : null;
  const sides = flipped.value ? (["w", "b"] as const) : (["b", "w"] as const);
  return (
    <div
      class="page"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropped(event)}
    >
      <Drawings />
      <header>
        <h1>Peregrine</h1>
        <p class="game">{board.value?.title}</p>
        <label>
          <span class="hidden">Theme</span>
          <select
            value={settings.value.theme}
            onChange={(event) =>
              change({ theme: event.currentTarget.value as "system" | "light" | "dark" })
            }
          >
            <option value="system">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <button type="button" aria-label="Help" onClick={() => open({ name: "help" })}>
          ?
        </button>
      </header>
      <Banner />
      {last !== null && (
        <p class="banner">
          <button type="button" onClick={() => send({ type: "restore", saved: last })}>
            Continue the last game
          </button>
        </p>
      )}
      <main>
        <div class="table">
          <PlayerBar side={sides[0]} />
          <div class="field">
            <EvaluationBar />
            <BoardView />
          </div>
          <PlayerBar side={sides[1]} />
        </div>
        <div class="panel">
          <LessonPanel />
          <Moves />
          <Graph />
          <Actions />
          <Analysis />
        </div>
      </main>
      <div class="notes">
        {notes.value.map((note) => (
          <p
            key={note.id}
            class={note.isError ? "note error" : "note"}
            role={note.isError ? "alert" : "status"}
          >
            {note.text}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(note.id)}>
              ×
            </button>
          </p>
        ))}
      </div>
      <div class="hidden" aria-live="polite" data-testid="announcement">
        {announcement.value}
      </div>
      {dialog.value !== null && <Dialogs />}
      <Choice />
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
    case "refused":
      return (
        <p class="banner" role="alert">
          Peregrine does not know this page; it may have been started again. Open the address that{" "}
          <code>peregrine board</code> printed last. Your game is kept.
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
          key={`${board.value?.variant}${piece.code}`}
          id={`piece-${piece.code}`}
          viewBox="0 0 100 100"
          dangerouslySetInnerHTML={{ __html: piece.drawing }}
        />
      ))}
    </svg>
  );
}
