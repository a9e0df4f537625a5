// The items of the menu: everything that is not needed at each move.

import type { ComponentChildren, JSX } from "preact";

import {
  canMark,
  copyFen,
  copyLink,
  currentMove,
  deleteMoves,
  mark,
  savePgn,
  study,
} from "./commands";
import { open } from "./dialog";
import { QUALITIES, symbol } from "./glyphs";
import { isGuest } from "./invitation";
import { hasNoServer } from "./local";
import { catalog, flipped, playing, send, state } from "./store";
import { mainLine } from "./tree";

export function MenuItems({ close }: { close: () => void }): JSX.Element {
  const item = (label: string, act: () => void, enabled = true): JSX.Element => (
    <button
      type="button"
      disabled={!enabled}
      onClick={() => {
        close();
        act();
      }}
    >
      {label}
    </button>
  );
  const shown = state.value;
  const move = currentMove();
  const isVariation = move !== null && !mainLine(shown?.tree ?? []).includes(move);
  return (
    <>
      <Group title="Game">
        {!isGuest && item("Open", () => open({ name: "open" }))}
        {!isGuest && item("Saved games", () => open({ name: "saved" }))}
        {item("Save PGN", () => void savePgn())}
        {!isGuest && item("Save a picture", () => open({ name: "pictures" }))}
        {item("Copy FEN", () => void copyFen())}
        {!isGuest && item("Copy link", () => void copyLink())}
        {shown?.shared?.token != null &&
          item("Play both sides here", () => send({ type: "takeSeat" }))}
        {!isGuest && shown?.players != null && item("Study", study)}
      </Group>
      {!playing.value && !isGuest && (
        <Group title="Study">
          {item("Comment", () => open({ name: "comment" }), move !== null)}
          {item("Promote", () => promote(), isVariation)}
          {item("Delete", deleteMoves, move !== null)}
          {canMark() && <Marks close={close} />}
        </Group>
      )}
      <Group title="Board">
        {!isGuest && item("Edit position", () => open({ name: "editor" }))}
        {item("Flip the board", () => (flipped.value = !flipped.value))}
        {item("Settings", () => open({ name: "settings" }))}
      </Group>
      <Group title="More">
        {item("Rules", () => open({ name: "rules" }))}
        {!isGuest && item("Lessons", () => open({ name: "lessons" }))}
        {!isGuest && item("Make a game", () => open({ name: "variants" }))}
        {catalog.value?.hasMatches && item("Watch", () => open({ name: "watch" }))}
        {item("Help", () => open({ name: "help" }))}
        {hasNoServer() && (
          <a class="button" href="docs/index.html">
            Documents
          </a>
        )}
      </Group>
    </>
  );
}

/** Makes the variation shown the main line. */
function promote(): void {
  const move = currentMove();
  if (move !== null) send({ type: "promote", node: move.id });
}

function Group(props: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** The marks that a move can get. */
function Marks(props: { close: () => void }): JSX.Element {
  const glyphs = currentMove()?.glyphs ?? [];
  return (
    <div class="marks" role="group" aria-label="Mark the move">
      {QUALITIES.map(([glyph, name]) => (
        <button
          key={glyph}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={glyphs.includes(glyph)}
          onClick={() => {
            props.close();
            mark(glyph);
          }}
        >
          {symbol(glyph)}
        </button>
      ))}
    </div>
  );
}
