// The evaluation of the game: its button, and below it the graph and the report, which are loaded
// later.

import type { JSX } from "preact";

import { Later } from "./later";
import { evaluations, evaluationsLeft, playing, report, send, state } from "./store";
import { mainLine } from "./tree";

export function Graph(): JSX.Element | null {
  const shown = state.value;
  if (shown === null || playing.value || shown.tree.length < 3) return null;
  const line = mainLine(shown.tree);
  const points = line.filter((node) => evaluations.value.has(node.id)).length;
  const left = evaluationsLeft.value;
  return (
    <section class="graph" aria-label="Evaluation graph">
      {(points < line.length || left > 0) && (
        <button
          type="button"
          onClick={() => send({ type: left > 0 ? "stopEvaluation" : "evaluate" })}
        >
          {left > 0 ? `Stop evaluating, ${left} to go` : "Evaluate the game"}
        </button>
      )}
      {(points > 1 || report.value !== null) && (
        <Later>{({ Evaluations }) => <Evaluations shown={shown} line={line} />}</Later>
      )}
    </section>
  );
}
