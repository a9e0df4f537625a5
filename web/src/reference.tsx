// What is known about the position: tablebases and the opening book.

import type { JSX } from "preact";

import { BookMoves } from "./book";
import { send, state } from "./store";

export function Reference(): JSX.Element {
  const table = state.value?.position.tablebase;
  return (
    <>
      {table != null && <p class="tablebase">Tablebase: {table}.</p>}
      {table != null && <TableMoves />}
      <BookMoves />
    </>
  );
}

/** What tablebases say of every legal move, the best first. */
function TableMoves(): JSX.Element {
  const legal = state.value?.position.legal ?? [];
  const judged = legal.flatMap((move) =>
    move.tablebase === null ? [] : [{ move, verdict: move.tablebase }],
  );
  const length = (text: string) => Number(/\d+/.exec(text)?.[0] ?? 0);
  judged.sort(
    (a, b) =>
      b.verdict.value - a.verdict.value ||
      a.verdict.value * (length(a.verdict.text) - length(b.verdict.text)),
  );
  return (
    <ul class="tables">
      {judged.map(({ move, verdict }) => (
        <li key={move.mv} class={["loss", "draw", "win"][verdict.value + 1]}>
          <button type="button" onClick={() => send({ type: "play", mv: move.mv })}>
            {move.san}
          </button>{" "}
          {verdict.text}
        </li>
      ))}
    </ul>
  );
}
