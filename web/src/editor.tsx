// The position editor: it writes a FEN and asks the server what is wrong with it.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { close } from "./dialog";
import { Dialog } from "./dialogs";
import { useEditorDrag } from "./editordrag";
import { boardField, RIGHTS, withRight } from "./fen";
import type { Start } from "./messages";
import { board, checkedPosition, send, state, TWO_PERSONS } from "./store";
import { Switch } from "./switch";

/** A position as far as it is set up. */
interface Setup {
  pieces: Map<string, string>;
  side: string;
  castling: string;
  enPassant: string;
}

/** The position of a FEN with these pieces. */
function setupOf(fen: string, pieces: [string, string][]): Setup {
  const [, side = "w", castling = "-", enPassant = "-"] = fen.split(" ");
  return { pieces: new Map(pieces), side, castling, enPassant };
}

export function Editor(): JSX.Element | null {
  const shape = board.value;
  const shown = state.value;
  const before = setupOf(shown?.position.fen ?? "", shown?.position.pieces ?? []);
  const [setup, setSetup] = useState(before);
  /** The FEN that was typed, until something else is changed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [hand, setHand] = useState<string | null>(null);
  const { pieces, side, castling, enPassant } = setup;
  const composed =
    shape === null ? "" : `${boardField(shape, pieces)} ${side} ${castling} ${enPassant} 0 1`;
  const fen = typed ?? composed;
  const start: Start = {
    variant: shape?.variant ?? "",
    castling: shape?.castling ?? null,
    promotion: shape?.promotion ?? null,
    fen,
    array: null,
  };
  const checked = checkedPosition.value?.start.fen === fen ? checkedPosition.value : null;
  useEffect(() => send({ type: "checkPosition", start }), [fen]);
  useEffect(() => {
    const read = checked?.setup;
    if (typed === null || read == null) return;
    const next = { side: read.side, castling: read.castling, enPassant: read.enPassant ?? "-" };
    setSetup({ ...next, pieces: new Map(read.pieces) });
  }, [checked]);
  const change = (changes: Partial<Setup>) => {
    setTyped(null);
    setSetup({ ...setup, ...changes });
  };
  const put = (square: string) => {
    const next = new Map(pieces);
    if (hand === null || next.get(square) === hand) next.delete(square);
    else next.set(square, hand);
    change({ pieces: next });
  };
  const drag = useEditorDrag((code, from, to) => {
    const next = new Map(pieces);
    if (from !== null) next.delete(from);
    if (to !== null) next.set(to, code);
    change({ pieces: next });
  });
  if (shape === null) return null;
  const empty = () => change({ pieces: new Map(), castling: "-", enPassant: "-" });
  const reset = () => change(before);
  const use = () => {
    send({ type: "newGame", start, players: TWO_PERSONS, clock: null });
    send({ type: "stopPlaying" });
    close();
  };
  const names = new Map(shape.pieces.map((piece) => [piece.code, piece.name]));
  return (
    <Dialog title="Edit the position">
      <div class="palette" role="radiogroup" aria-label="What a click puts on the board">
        <button
          type="button"
          role="radio"
          aria-checked={hand === null}
          onClick={() => setHand(null)}
        >
          Clear
        </button>
        {shape.pieces.map((piece) => (
          <button
            key={piece.code}
            type="button"
            role="radio"
            aria-checked={hand === piece.code}
            aria-label={piece.name}
            title={piece.name}
            onPointerDown={(event) => drag.take(event, piece.code, null)}
            onClick={() => setHand(piece.code)}
          >
            <svg viewBox="0 0 100 100" aria-hidden="true">
              <use href={`#piece-${piece.code}`} width="100" height="100" />
            </svg>
          </button>
        ))}
      </div>
      <div class="editor" style={{ "--files": shape.files.length, "--ranks": shape.ranks.length }}>
        {shape.squares.map((square) => {
          const code = pieces.get(square.name);
          return (
            <button
              key={square.name}
              type="button"
              class={`square ${square.dark ? "dark" : "light"}`}
              data-edit={square.name}
              aria-label={`${square.name}${code === undefined ? "" : `, ${names.get(code) ?? ""}`}`}
              style={{ gridColumn: square.file + 1, gridRow: shape.ranks.length - square.rank }}
              onPointerDown={(event) => drag.take(event, code, square.name)}
              onClick={() => put(square.name)}
            >
              {code !== undefined && (
                <svg viewBox="0 0 100 100" aria-hidden="true">
                  <use href={`#piece-${code}`} width="100" height="100" />
                </svg>
              )}
            </button>
          );
        })}
      </div>
      {drag.hand}
      <div class="columns">
        <label>
          To move
          <select value={side} onChange={(event) => change({ side: event.currentTarget.value })}>
            <option value="w">White</option>
            <option value="b">Black</option>
          </select>
        </label>
        <label>
          En passant square
          <input
            placeholder="none"
            value={enPassant === "-" ? "" : enPassant}
            onInput={(event) => change({ enPassant: event.currentTarget.value.trim() || "-" })}
          />
        </label>
      </div>
      {!["none", "king-swap"].includes(shape.castling) && (
        <div class="rights">
          {RIGHTS.map(([right, label]) => (
            <Switch
              key={right}
              label={label}
              checked={castling.includes(right)}
              onChange={(on) => change({ castling: withRight(castling, right, on) })}
            />
          ))}
        </div>
      )}
      <p class="actions">
        <button type="button" onClick={() => setTyped(shape.startFen)}>
          Start position
        </button>
        <button type="button" onClick={empty}>
          Empty board
        </button>
        <button type="button" onClick={reset}>
          Reset
        </button>
      </p>
      <label>
        FEN
        <input
          class="fen"
          spellcheck={false}
          value={fen}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p class={checked?.fault == null ? "hint" : "fault"} role="status">
        {checked === null ? "Checking…" : (checked.fault ?? "The position can be played.")}
      </p>
      <button
        type="button"
        class="main"
        disabled={checked === null || checked.fault !== null}
        onClick={use}
      >
        Set up
      </button>
    </Dialog>
  );
}
