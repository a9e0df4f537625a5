// What the browser does not keep as it should.

import type { JSX } from "preact";

import { offer } from "./offer";
import { forgetUnrestored, restoreAgain, unkept, unrestored } from "./store";

export function StorageBanner(): JSX.Element {
  const failed = unrestored.value;
  const save = () => offer("game.json", failed?.saved ?? "", "application/json");
  return (
    <>
      {failed !== null && (
        <p class="banner" role="alert">
          The game of this tab could not be continued. {failed.reason} It is kept until you discard
          it; <em>Open</em> also reads the file.{" "}
          <button type="button" onClick={save}>
            Save it as a file
          </button>{" "}
          <button type="button" onClick={restoreAgain}>
            Try again
          </button>{" "}
          <button type="button" onClick={forgetUnrestored}>
            Discard
          </button>
        </p>
      )}
      {unkept.value !== null && (
        <p class="banner" role="alert">
          {unkept.value === "nowhere"
            ? "This browser has no room to keep the game. Save it as PGN before you reload or close the page."
            : "This browser has no room to keep the game for other tabs: a reload continues it, a new tab does not."}
        </p>
      )}
    </>
  );
}
