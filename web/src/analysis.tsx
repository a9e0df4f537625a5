// What the engine thinks: lines, a bar of chances, tablebases.

import type { JSX } from "preact";

import { BookMoves } from "./book";
import type { ScoreView } from "./messages";
import { Later } from "./later";
import { LineMoves, wanted } from "./linemoves";
import { ThreatSwitch } from "./threats";
import { change, settings } from "./settings";
import { opposed, analyze, analyzing, flipped, send, state, thinking } from "./store";
import { Switch } from "./switch";

function scoreText(score: ScoreView): string {
  if (!settings.value.chances) return score.text;
  const [win, draw] = score.chances;
  return `${Math.round((win + draw / 2) / 10)} %`;
}

/** A large number in short: `1.2 million`, `34 thousand`, `560`. */
export function count(value: number): string {
  if (value >= 999_500) return `${(value / 1e6).toFixed(1)} million`;
  return value >= 10_000 ? `${Math.round(value / 1000)} thousand` : `${value}`;
}

/** A search of fewer positions says nothing about the speed. */
const MEASURED = 50_000;

/** How far the search is. */
export function progress(depth: number, nodes: number, nodesPerSecond: number): string {
  const searched = `depth ${depth}, ${count(nodes)} position${nodes === 1 ? "" : "s"}`;
  return nodes < MEASURED ? searched : `${searched}, ${count(nodesPerSecond)} per second`;
}

export function Analysis(): JSX.Element {
  const info = thinking.value;
  const isShown = analyzing.value && info !== null;
  const best = isShown ? info.lines[0] : undefined;
  const isWhole = settings.value.wholeLines;
  return (
    <section class="analysis" aria-label="Analysis">
      <div class="head">
        <Switch
          label="Analysis"
          checked={analyzing.value}
          disabled={opposed.value}
          onChange={analyze}
        />
        <ThreatSwitch />
        {best !== undefined && <strong class="score">{scoreText(best.score)}</strong>}
        {isShown && (
          <span class="speed">{progress(best?.depth ?? 0, info.nodes, info.nodesPerSecond)}</span>
        )}
        {isShown && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isWhole}
            onClick={() => change({ wholeLines: !isWhole })}
          >
            Whole lines
          </button>
        )}
      </div>
      {analyzing.value && (
        <ol class={isWhole ? "lines whole" : "lines"} style={{ "--lines": settings.value.lines }}>
          {info?.lines.map((line, index) => (
            <li key={index}>
              <button
                type="button"
                title={`Play the first move of ${line.san}`}
                disabled={info.threat}
                onClick={() => send({ type: "play", mv: line.moves[0] ?? "" })}
              >
                <strong>{scoreText(line.score)}</strong> <LineMoves line={line} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {wanted.value !== null && <Later>{({ Preview }) => <Preview />}</Later>}
    </section>
  );
}

/** What is known about the position: tablebases and the opening book. */
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

/** White's share of the chances, beside the board. */
export function EvaluationBar(): JSX.Element | null {
  if (!analyzing.value) return null;
  const score = thinking.value?.lines[0]?.score;
  const share = score === undefined ? 50 : (score.chances[0] + score.chances[1] / 2) / 10;
  const text = score === undefined ? "no evaluation yet" : `evaluation ${score.text}`;
  return (
    <div
      class={flipped.value ? "bar flipped" : "bar"}
      role="img"
      aria-label={text}
      title={score?.text}
    >
      <div class="white" style={{ "--share": `${share}%` }} />
    </div>
  );
}
