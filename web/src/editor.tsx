// The position editor: it writes a FEN and asks the server what is wrong with it.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { close, Dialog } from "./dialogs";
import { useEditorDrag } from "./editordrag";
import { boardField } from "./fen";
import type { Start } from "./messages";
import { board, checkedPosition, send, state, TWO_PERSONS } from "./store";

export function Editor(): JSX.Element | null {
  const shape = board.value;
  const shown = state.value;
  const fields = shown?.position.fen.split(" ") ?? [];
  const [pieces, setPieces] = useState(() => new Map(shown?.position.pieces));
  const [side, setSide] = useState(fields[1] ?? "w");
  const [castling, setCastling] = useState(fields[2] ?? "-");
  const [hand, setHand] = useState<string | null>(null);
  const fen = shape === null ? "" : `${boardField(shape, pieces)} ${side} ${castling} - 0 1`;
  const start: Start = {
    variant: shape?.variant ?? "",
    castling: shape?.castling ?? null,
    promotion: shape?.promotion ?? null,
    fen,
    array: null,
  };
  useEffect(() => send({ type: "checkPosition", start }), [fen]);
  if (shape === null) return null;
  const checked = checkedPosition.value?.start.fen === fen ? checkedPosition.value : null;
  const put = (square: string) => {
    const next = new Map(pieces);
    if (hand === null || next.get(square) === hand) next.delete(square);
    else next.set(square, hand);
    setPieces(next);
  };
  const drag = useEditorDrag((code, from, to) => {
    const next = new Map(pieces);
    if (from !== null) next.delete(from);
    if (to !== null) next.set(to, code);
    setPieces(next);
  });
  const empty = () => {
    setPieces(new Map());
    setCastling("-");
  };
  const reset = () => {
    setPieces(new Map(shown?.position.pieces));
    setSide(fields[1] ?? "w");
    setCastling(fields[2] ?? "-");
  };
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
          <select value={side} onChange={(event) => setSide(event.currentTarget.value)}>
            <option value="w">White</option>
            <option value="b">Black</option>
          </select>
        </label>
        <label>
          Castling rights
          <input
            value={castling}
            onInput={(event) => setCastling(event.currentTarget.value.trim())}
          />
        </label>
      </div>
      <p class="actions">
        <button type="button" onClick={empty}>
          Empty board
        </button>
        <button type="button" onClick={reset}>
          Reset
        </button>
      </p>
      <p class="fen">
        <code>{fen}</code>
      </p>
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
