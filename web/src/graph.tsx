// The evaluation of the game: its button, and below it the graph and the report.

import type { JSX } from "preact";

import { Evaluations } from "./graphpicture";
import { evaluations, evaluationsLeft, report, send, state } from "./store";
import { mainLine } from "./tree";

export function Graph(): JSX.Element | null {
  const shown = state.value;
  if (shown === null) return null;
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
      {(points > 1 || report.value !== null) && <Evaluations shown={shown} line={line} />}
    </section>
  );
}
