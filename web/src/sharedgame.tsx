// A game with a person at another device: the link, whether that person is connected, and offers.

import type { JSX } from "preact";

import { copy, resignShared } from "./commands";
import { isOnlyHere, linkOf } from "./invitation";
import type { SharedView } from "./messages";
import { playing, send, state } from "./store";

/** The name of the other player's color. */
function otherColor(side: string): string {
  return side === "w" ? "Black" : "White";
}

/** The link while the other player is not connected, and what that player offers. */
export function SharedGame(): JSX.Element | null {
  const shared = state.value?.shared;
  if (shared == null) return null;
  const other = otherColor(shared.side);
  const isOffered = shared.offer !== null && shared.offer !== shared.side;
  if (shared.present && !isOffered) return null;
  return (
    <section class="shared" aria-label="The other player">
      {!shared.present && <Absent shared={shared} />}
      {isOffered && (
        <p role="status">
          {other} offers {playing.value ? "a draw" : "another game with the colors changed"}.
        </p>
      )}
    </section>
  );
}

/** The other player has not joined, or is not connected just now. */
function Absent({ shared }: { shared: SharedView }): JSX.Element {
  const other = otherColor(shared.side);
  const sentence = shared.joined
    ? "The other player is not connected."
    : `Send this link to the person who plays ${other}.`;
  if (shared.token === null) return <p role="status">{sentence} The game is kept.</p>;
  const address = linkOf(shared.token);
  return (
    <>
      <p role="status">
        {sentence}
        {shared.joined && " The link below leads back to the game, in the same browser."}
      </p>
      <div class="actions">
        <input type="text" readOnly aria-label="Link for the other player" value={address} />
        <button type="button" onClick={() => void copy("Link", address)}>
          Copy
        </button>
        <button type="button" onClick={() => send({ type: "takeSeat" })}>
          Play both sides here
        </button>
      </div>
      {isOnlyHere() && (
        <p class="hint">
          It opens on this computer only. For other devices, start{" "}
          <code>peregrine board --listen ADDRESS</code> with an address of this computer.
        </p>
      )}
    </>
  );
}

/** What a player does besides moving. */
export function SharedActions({ shared }: { shared: SharedView }): JSX.Element {
  const isMine = shared.offer === shared.side;
  const [what, request] = playing.value
    ? (["draw", { type: "offerDraw" }] as const)
    : (["rematch", { type: "offerRematch" }] as const);
  const named = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const isAnswer = shared.offer !== null && !isMine;
  return (
    <div class="actions">
      <button type="button" disabled={isMine} onClick={() => send(request)}>
        {isMine ? `${named} offered` : isAnswer ? `Accept ${what}` : `Offer ${what}`}
      </button>
      {isAnswer && (
        <button type="button" onClick={() => send({ type: "decline" })}>
          Decline
        </button>
      )}
      {playing.value && (
        <button type="button" onClick={resignShared}>
          Resign
        </button>
      )}
    </div>
  );
}
