// Below the moves: the way through the game, and what players do.

import type { JSX } from "preact";

import { Later } from "./later";
import { state } from "./store";
import { neighbor, step } from "./tree";

export function Actions(): JSX.Element {
  const shown = state.value;
  const shared = shown?.shared;
  return (
    <div class="navigation">
      <div class="steps" role="group" aria-label="Through the game">
        <Step to="first" label="First position" text="«" />
        <Step to="back" label="Back" text="‹" />
        <Step to="forward" label="Forward" text="›" />
        <Step to="last" label="Last position" text="»" />
      </div>
      {shared != null ? (
        <Later>{({ SharedActions }) => <SharedActions shared={shared} />}</Later>
      ) : (
        shown?.players != null && <Later>{({ PlayActions }) => <PlayActions />}</Later>
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
