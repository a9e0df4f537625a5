// Below the moves: the way through the game, and what players do.

import type { JSX } from "preact";

import { rematch, resign } from "./commands";
import { Later } from "./later";
import type { SharedView } from "./messages";
import { playing, send, state } from "./store";
import { neighbor, step } from "./tree";

export function Actions(): JSX.Element {
  const shown = state.value;
  return (
    <div class="navigation">
      <div class="steps" role="group" aria-label="Through the game">
        <Step to="first" label="First position" text="«" />
        <Step to="back" label="Back" text="‹" />
        <Step to="forward" label="Forward" text="›" />
        <Step to="last" label="Last position" text="»" />
      </div>
      {shown?.shared != null ? (
        <Shared shared={shown.shared} />
      ) : (
        shown?.players != null && <PlayActions />
      )}
    </div>
  );
}

/** What one does in a game with a person at another device. */
function Shared({ shared }: { shared: SharedView }): JSX.Element {
  return <Later>{({ SharedActions }) => <SharedActions shared={shared} />}</Later>;
}

/** What a player does besides moving. */
function PlayActions(): JSX.Element {
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
