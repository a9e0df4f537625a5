// The list of games: those saved in this browser, and those of the file that was opened last.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { close } from "./dialog";
import { Dialog } from "./dialogs";
import { fileGames, openPgn, restore, state } from "./store";
import { deleteGame, saveGame, savedGames } from "./savedgames";

/** A name for the game on the board. */
function suggestion(): string {
  const tag = (name: string) => state.value?.tags.find(([other]) => other === name)?.[1] ?? "?";
  const [white, black, date] = [tag("White"), tag("Black"), tag("Date")];
  const players = white === "?" && black === "?" ? "" : `${white} – ${black}`;
  const day = date.includes("?") ? new Date().toISOString().slice(0, 10) : date;
  return [players, day].filter((part) => part !== "").join(", ");
}

export function SavedGames(): JSX.Element {
  const [name, setName] = useState(suggestion);
  const [fault, setFault] = useState<string | null>(null);
  const games = savedGames.value;
  const exists = games.some((game) => game.name === name.trim());
  const save = () => setFault(saveGame(name.trim(), state.value?.saved ?? ""));
  return (
    <Dialog title="Saved games">
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label>
          Name
          <input
            type="text"
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={name.trim() === ""}>
          {exists ? "Replace the saved game" : "Save this game"}
        </button>
      </form>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {games.length === 0 && <p class="hint">No games are saved in this browser yet.</p>}
      <ul class="games">
        {games.map((game) => (
          <li key={game.name}>
            <button
              type="button"
              data-saved={game.name}
              onClick={() => {
                close();
                restore(game.saved);
              }}
            >
              {game.name}
            </button>
            <button
              type="button"
              aria-label={`Delete ${game.name}`}
              onClick={() => deleteGame(game.name)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <FileGames />
    </Dialog>
  );
}

/** The games of the file that was opened last. */
function FileGames(): JSX.Element | null {
  const file = fileGames.value;
  if (file === null) return null;
  return (
    <section aria-label="Games of the file">
      <h3>Games of the file</h3>
      <ul class="games">
        {file.games.map(({ number, title, fault }) => (
          <li key={number}>
            <button
              type="button"
              disabled={fault !== null}
              aria-current={file.current === number ? "true" : undefined}
              onClick={() => {
                close();
                openPgn(file.pgn, number);
              }}
            >
              {number}. {title}
            </button>
            {fault !== null && <span class="fault">{fault}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
