// Watching matches: their list, the standings and games of one.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { close } from "./dialog";
import { Dialog } from "./dialogs";
import type { MatchView } from "./messages";
import { matches, send, watched } from "./store";

export function Watch(): JSX.Element {
  const shown = watched.value;
  useEffect(() => {
    if (watched.value === null) send({ type: "listMatches" });
  }, [shown === null]);
  if (shown !== null) return <Match match={shown} />;
  return (
    <Dialog title="Watch a match">
      {matches.value?.length === 0 && <p>The folder has no matches.</p>}
      <ul class="games">
        {matches.value?.map((match) => (
          <li key={match.name}>
            <button
              type="button"
              data-match={match.name}
              disabled={match.fault !== null}
              onClick={() => send({ type: "watch", name: match.name })}
            >
              {match.title}: {match.played} of {match.scheduled} games
              {match.isRunning ? ", running" : ""}
              {match.name !== "." && ` (${match.name})`}
            </button>
            {match.fault !== null && <p class="fault">{match.fault}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Match({ match }: { match: MatchView }): JSX.Element {
  const other = () => {
    send({ type: "watch", name: null });
    watched.value = null;
  };
  const openGame = (game: number) => {
    send({ type: "openWatched", game });
    close();
  };
  return (
    <Dialog title={match.title}>
      <p class="hint" role="status">
        {match.isRunning ? "The match is running." : "The match is not running."}
      </p>
      <table>
        <thead>
          <tr>
            <th>Engine</th>
            <th>Points</th>
            <th>Won</th>
            <th>Drawn</th>
            <th>Lost</th>
          </tr>
        </thead>
        <tbody>
          {match.standings.map((engine) => (
            <tr key={engine.name}>
              <th scope="row">{engine.name}</th>
              <td>{engine.points}</td>
              <td>{engine.wins}</td>
              <td>{engine.draws}</td>
              <td>{engine.losses}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>All numbers</summary>
        <pre tabIndex={0}>{match.summary.join("\n")}</pre>
      </details>
      <ul class="games">
        {match.games.map((game) => (
          <li key={game.game}>
            <button type="button" data-game={game.game} onClick={() => openGame(game.game)}>
              {game.label} {game.white} – {game.black}:{" "}
              {game.result ?? `being played, ${game.plies} plies`} {game.reason}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={other}>
        Other matches
      </button>
    </Dialog>
  );
}
