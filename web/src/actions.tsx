// What can be done with the game.

import type { JSX } from "preact";

import { open } from "./dialogs";
import { offer } from "./files";
import type { TreeNode } from "./messages";
import { catalog, flipped, note, pgn, playing, send, sharedAddress, state } from "./store";
import { following, mainLine, neighbor, step } from "./tree";

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
        <button type="button" onClick={() => open({ name: "saved" })}>
          Saved games
        </button>
        <button type="button" onClick={() => open({ name: "pictures" })}>
          Save a picture
        </button>
        <button type="button" onClick={() => open({ name: "rules" })}>
          Rules
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
