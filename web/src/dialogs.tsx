// The dialogs: the one that is open, and the small ones.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { close, dialog, open, opened } from "./dialog";
import { Editor } from "./editor";
import { Lessons } from "./lessons";
import { hasNoServer } from "./local";
import { useModal } from "./modal";
import { NewGame } from "./newgame";
import { Pictures } from "./pictures";
import { Rules } from "./rules";
import { SavedGames } from "./saved";
import { SettingsDialog } from "./settingsdialog";
import { games, openFile, openPgn, openText, send, state, TWO_PERSONS } from "./store";
import { Trainer } from "./trainer";
import { Variants } from "./variants";
import { Watch } from "./watch";

export function Dialog(props: { title: string; children: ComponentChildren }): JSX.Element {
  const element = useModal();
  const own = useRef(dialog.value);
  const closed = () => {
    // The event comes late: this dialog may be gone, and another one open.
    if (element.current !== null && dialog.value === own.current) close();
  };
  return (
    <dialog ref={element} aria-label={props.title} onClose={closed}>
      <div class="title">
        <h2>{props.title}</h2>
        <button type="button" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

export function Dialogs(): JSX.Element {
  return <Shown key={opened.value} />;
}

function Shown(): JSX.Element | null {
  const shown = dialog.value;
  switch (shown?.name) {
    case "new":
      return <NewGame />;
    case "open":
      return <Open />;
    case "comment":
      return <Comment />;
    case "editor":
      return <Editor />;
    case "variants":
      return <Variants />;
    case "lessons":
      return <Lessons />;
    case "watch":
      return <Watch />;
    case "help":
      return <Help />;
    case "pictures":
      return <Pictures />;
    case "rules":
      return <Rules />;
    case "saved":
      return <SavedGames />;
    case "trainer":
      return <Trainer />;
    case "settings":
      return <SettingsDialog />;
    case "text":
      return (
        <Dialog title={shown.title}>
          <textarea readOnly rows={4} value={shown.text} aria-label={shown.title} />
        </Dialog>
      );
    case "question": {
      const act = () => {
        close();
        shown.act();
      };
      return (
        <Dialog title={shown.title}>
          <p>{shown.text}</p>
          <div class="actions">
            <button type="button" class="main" onClick={act}>
              {shown.answer}
            </button>
            <button type="button" onClick={close}>
              Cancel
            </button>
          </div>
        </Dialog>
      );
    }
    default:
      return null;
  }
}

/** Reads a file or pasted text: PGN, or a FEN of the current game. */
function Open(): JSX.Element {
  const [text, setText] = useState("");
  const list = games.value;
  useEffect(() => {
    games.value = null;
    return () => {
      games.value = null;
    };
  }, []);
  const opened = useRef(state.value?.saved);
  useEffect(() => {
    if (state.value?.saved !== opened.current) close();
  }, [state.value?.saved]);
  const isFen = /^\s*[\w*'/]+ [wb] /.test(text) && !text.includes("[");
  const read = () => {
    if (!isFen) return openText(text);
    const variant = JSON.parse(state.value?.saved ?? "{}").start as {
      variant: string;
      castling: string | null;
      promotion: string | null;
    };
    const start = { ...variant, fen: text.trim(), array: null };
    send({ type: "newGame", start, players: TWO_PERSONS, clock: null });
    send({ type: "stopPlaying" });
  };
  const file = async (files: FileList | null) => {
    const chosen = files?.[0];
    if (chosen !== undefined) await openFile(chosen);
  };
  return (
    <Dialog title="Open a game or position">
      <label>
        A file of games (PGN)
        <input
          type="file"
          accept=".pgn,.json,text/plain"
          onChange={(event) => void file(event.currentTarget.files)}
        />
      </label>
      <label>
        Or paste games (PGN) or a position (FEN)
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="button" class="main" disabled={text.trim() === ""} onClick={read}>
        Open
      </button>
      {list !== null && (
        <ul class="games">
          {list.games.map((game) => (
            <li key={game.number}>
              <button
                type="button"
                disabled={game.fault !== null}
                onClick={() => openPgn(list.pgn, game.number)}
              >
                {game.number}. {game.title}
              </button>
              {game.fault !== null && <p class="fault">{game.fault}</p>}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Comment(): JSX.Element {
  const node = state.value?.tree.find((other) => other.id === state.value?.node);
  const [text, setText] = useState(node?.comment ?? "");
  const save = () => {
    if (node !== undefined) send({ type: "comment", node: node.id, text });
    close();
  };
  return (
    <Dialog title={`Comment on ${node?.number ?? ""} ${node?.san ?? ""}`}>
      <textarea
        rows={4}
        value={text}
        aria-label="Comment"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="button" class="main" onClick={save}>
        Save
      </button>
    </Dialog>
  );
}

function Help(): JSX.Element {
  return (
    <Dialog title="Help">
      <div class="actions">
        <button type="button" onClick={() => open({ name: "rules" })}>
          Rules of this game
        </button>
      </div>
      {hasNoServer() && (
        <p>
          <a href="docs/index.html">Rules, guide and research</a>
        </p>
      )}
      <h3>Moving</h3>
      <p>
        Drag a piece, or click it and then its target. To castle, move the King to its target or
        onto the Rook. Point at a piece, or hold a finger on it, to see its name and its moves. A
        move made while the engine thinks is played as soon as it can be; the right button or Escape
        cancels it.
      </p>
      <p>
        With the keyboard, go to the board with Tab and press Enter for a cursor: walk with the
        arrow keys, choose with Enter, ask for moves with I, leave with Escape.
      </p>
      <p>
        Drag the right button for an arrow, click it for a circle: red with Shift, blue with Alt,
        yellow with both.
      </p>
      <h3>The Falcon</h3>
      <p>
        It walks three squares, two straight and one diagonal or one straight and two diagonal, on
        any of three paths. It cannot leap: one path must be open. Choose a Falcon and point at a
        square, or tap it, to see its paths: open ones are drawn through, closed ones dashed, and
        the squares that close them are marked.
      </p>
      <h3>Keys</h3>
      <dl>
        <dt>← →</dt>
        <dd>back and forward through the game, as with the wheel</dd>
        <dt>Home, End</dt>
        <dd>first and last position</dd>
        <dt>F</dt>
        <dd>flip the board</dd>
        <dt>N</dt>
        <dd>new game</dd>
        <dt>! ?</dt>
        <dd>mark the move of a study; two keys make !!, !?, ?! or ??</dd>
        <dt>H</dt>
        <dd>this help</dd>
      </dl>
      <p>
        Your game is kept in this browser. You can continue it after you reload the page or start
        the server again.
      </p>
    </Dialog>
  );
}
