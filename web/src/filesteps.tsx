// The way through the games of a file.

import type { JSX } from "preact";

import { fileGames, openPgn, state } from "./store";

/** The way to the game before and after the one shown, if a file has several. */
export function FileSteps(): JSX.Element | null {
  const file = fileGames.value;
  if (file === null || file.current === null || state.value?.game !== file.game) return null;
  const { current, pgn } = file;
  const good = file.games.filter((game) => game.fault === null);
  const before = good.filter((game) => game.number < current).at(-1);
  const after = good.find((game) => game.number > current);
  const step = (label: string, to: { number: number } | undefined) => (
    <button
      type="button"
      disabled={to === undefined}
      onClick={() => to !== undefined && openPgn(pgn, to.number)}
    >
      {label}
    </button>
  );
  return (
    <div class="actions file-steps" role="group" aria-label="Games of the file">
      {step("Previous game", before)}
      <span>
        Game {current} of {file.games.length}
      </span>
      {step("Next game", after)}
    </div>
  );
}
