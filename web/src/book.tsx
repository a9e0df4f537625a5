// The opening book as a table: how often a move is played, its score, and how it did in games.

import type { JSX } from "preact";

import { send, state } from "./store";

/** Parts of games that White won, that were drawn and that Black won, in percent of all. */
export function shares(results: [number, number, number]): [number, number, number] {
  const games = results[0] + results[1] + results[2];
  if (games === 0) return [0, 0, 0];
  const white = Math.round((100 * results[0]) / games);
  const black = Math.round((100 * results[2]) / games);
  return [white, 100 - white - black, black];
}

/** What the opening book has for the position. */
export function BookMoves(): JSX.Element | null {
  const moves = state.value?.position.book ?? [];
  if (moves.length === 0) return null;
  return (
    <section class="book" aria-label="Opening book">
      <h2>Opening book</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Played</th>
            <th scope="col">Score</th>
            <th scope="col">Games</th>
            <th scope="col">White, draw, Black</th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ mv, san, percent, facts, score, results }) => (
            <tr key={mv} title={facts}>
              <th scope="row">
                <button type="button" onClick={() => send({ type: "play", mv })}>
                  {san}
                </button>
              </th>
              <td>{percent}%</td>
              <td>{score ?? ""}</td>
              <td>{results[0] + results[1] + results[2]}</td>
              <td>
                <Results shares={shares(results)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Results(props: { shares: [number, number, number] }): JSX.Element | null {
  const [white, draw, black] = props.shares;
  if (white + draw + black === 0) return null;
  const text = `White ${white}%, draw ${draw}%, Black ${black}%`;
  return (
    <svg class="results" viewBox="0 0 100 10" preserveAspectRatio="none" role="img">
      <title>{text}</title>
      <rect class="white" x="0" width={white} height="10" />
      <rect class="draw" x={white} width={draw} height="10" />
      <rect class="black" x={white + draw} width={black} height="10" />
    </svg>
  );
}
