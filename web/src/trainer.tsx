// The path trainer: walking a Falcon along its open path, and finding its closed targets.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Dialog } from "./dialogs";
import {
  closedTargets,
  FILES,
  makeQuestion,
  nameOf,
  RANKS,
  reason,
  targetsFrom,
  walk,
  type Question,
  type Square,
} from "./falconpaths";
import { read, write } from "./storage";
import { rulesShown, send } from "./store";

const KEPT = "path-trainer";

/** How many questions in a row were answered, and the most so far. */
interface Score {
  row: number;
  best: number;
}

function keptScore(): Score {
  const best = Number(read("local", KEPT));
  return { row: 0, best: Number.isSafeInteger(best) && best > 0 ? best : 0 };
}

export function Trainer(): JSX.Element {
  const [kind, setKind] = useState<"walk" | "closed">("walk");
  const [question, setQuestion] = useState(() => makeQuestion("walk", Math.random));
  const [chosen, setChosen] = useState<string[]>([]);
  const [verdict, setVerdict] = useState<{ right: boolean; text: string } | null>(null);
  const [score, setScore] = useState(keptScore);
  useEffect(() => {
    send({
      type: "rules",
      start: { variant: "falcon", castling: null, promotion: null, fen: null, array: null },
    });
  }, []);
  const ask = (next: "walk" | "closed") => {
    setKind(next);
    setQuestion(makeQuestion(next, Math.random));
    setChosen([]);
    setVerdict(null);
  };
  const judge = (right: boolean, text: string) => {
    const row = right ? score.row + 1 : 0;
    const best = Math.max(row, score.best);
    setScore({ row, best });
    write("local", KEPT, String(best));
    setVerdict({ right, text });
  };
  const click = (name: string) => {
    if (verdict?.right === true) return;
    if (kind === "closed") {
      setVerdict(null);
      setChosen(
        chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name],
      );
      return;
    }
    const outcome = walk(question, chosen, name);
    if (outcome === "wrong") {
      judge(false, `${reason(question, chosen, name)} Try again.`);
      setChosen([]);
    } else {
      setChosen([...chosen, name]);
      if (outcome === "there") judge(true, "Right: that path is open.");
    }
  };
  const check = () => {
    const closed = closedTargets(question.from, question.occupied);
    const missing = closed.filter((name) => !chosen.includes(name));
    const wrong = chosen.filter((name) => !closed.includes(name));
    if (missing.length === 0 && wrong.length === 0) judge(true, "Right: those are all of them.");
    else if (wrong.length > 0) judge(false, `The Falcon can reach ${wrong.sort().join(", ")}.`);
    else judge(false, `${missing.length} more ${missing.length === 1 ? "is" : "are"} closed.`);
  };
  const task =
    kind === "walk"
      ? `Walk the Falcon from ${nameOf(question.from)} to ${question.target}: click the three squares of the open path.`
      : "To which targets is every path closed? Click them, then check.";
  return (
    <Dialog title="Path trainer">
      <div class="actions">
        <button type="button" aria-pressed={kind === "walk"} onClick={() => ask("walk")}>
          Find the open path
        </button>
        <button type="button" aria-pressed={kind === "closed"} onClick={() => ask("closed")}>
          Find the closed targets
        </button>
      </div>
      <p data-testid="task">{task}</p>
      <TrainerBoard kind={kind} question={question} chosen={chosen} onClick={click} />
      <p role="status" class={verdict === null ? "" : verdict.right ? "right" : "wrong"}>
        {verdict?.text ?? ""}
      </p>
      <div class="actions">
        {kind === "closed" && verdict?.right !== true && (
          <button type="button" class="main" onClick={check}>
            Check
          </button>
        )}
        <button type="button" onClick={() => ask(kind)}>
          {verdict?.right === true ? "Next" : "Another question"}
        </button>
        <span class="hint">
          {score.row} in a row, at most {score.best}
        </span>
      </div>
    </Dialog>
  );
}

function TrainerBoard(props: {
  kind: "walk" | "closed";
  question: Question;
  chosen: string[];
  onClick: (square: string) => void;
}): JSX.Element {
  const { question, chosen } = props;
  const drawings = new Map(
    rulesShown.value?.board.pieces.map((piece) => [piece.code, piece.drawing]),
  );
  const targets = targetsFrom(question.from);
  const squares: Square[] = [];
  for (let rank = RANKS - 1; rank >= 0; rank -= 1)
    for (let file = 0; file < FILES; file += 1) squares.push([file, rank]);
  return (
    <div class="trainer" role="group" aria-label="Board">
      {squares.map((square) => {
        const name = nameOf(square);
        const isFalcon = name === nameOf(question.from);
        const code = isFalcon ? "wF" : question.occupied.has(name) ? "bP" : null;
        const marks = [
          (square[0] + square[1]) % 2 === 1 ? "dark" : "light",
          chosen.includes(name) ? "chosen" : "",
          name === question.target ? "target" : "",
          props.kind === "closed" && targets.has(name) ? "reach" : "",
        ];
        const what = isFalcon ? ", Falcon" : code !== null ? ", Pawn" : "";
        return (
          <button
            key={name}
            type="button"
            class={marks.filter((mark) => mark !== "").join(" ")}
            data-trainer={name}
            aria-label={`${name}${what}`}
            aria-pressed={chosen.includes(name)}
            disabled={isFalcon}
            onClick={() => props.onClick(name)}
          >
            {code !== null && (
              <svg
                viewBox="0 0 100 100"
                aria-hidden="true"
                dangerouslySetInnerHTML={{ __html: drawings.get(code) ?? "" }}
              />
            )}
          </button>
        );
      })}
    </div>
  );
}
