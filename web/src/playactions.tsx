// What a player does besides moving.

import type { JSX } from "preact";

import { rematch, resign } from "./commands";
import { playing, send } from "./store";

export function PlayActions(): JSX.Element {
  return (
    <div class="actions">
      <button type="button" onClick={() => send({ type: "takeBack" })}>
        Take back
      </button>
      {playing.value ? (
        <>
          <button type="button" onClick={() => send({ type: "offerDraw" })}>
            Offer draw
          </button>
          <button type="button" onClick={resign}>
            Resign
          </button>
        </>
      ) : (
        <button type="button" onClick={rematch}>
          Rematch
        </button>
      )}
    </div>
  );
}
