// A question with a few answers: what a Pawn becomes, or which move a gesture meant.

import type { JSX } from "preact";

import type { LegalMove } from "./messages";
import { useModal } from "./modal";
import { question, type Question } from "./question";
import { board, state } from "./store";

function words(move: LegalMove): string {
  const piece = board.value?.pieces.find((other) => other.code === move.promotion);
  if (piece !== undefined) return piece.name.replace(/^\w+ /, "");
  switch (move.kind) {
    case "castling":
      return isAmong("castling", move) ? `Castle, King to ${move.to}` : "Castle";
    case "kingSwap":
      return `Swap King and ${move.to}`;
    case "enPassant":
      return "Capture en passant";
    case "plain":
      if (isPawn(move)) return "Stay a Pawn";
      return isAmong("castling", move) ? "King move" : `Move to ${move.to}`;
  }
}

/** Whether another answer is of this kind. */
function isAmong(kind: LegalMove["kind"], move: LegalMove): boolean {
  return question.value?.moves.some((other) => other !== move && other.kind === kind) ?? false;
}

/** Whether the other answers are promotions, so that this one declines them. */
function isPawn(move: LegalMove): boolean {
  return question.value?.moves.some((other) => other !== move && other.promotion !== null) ?? false;
}

/** The piece that stands for an answer: what the Pawn becomes or stays. */
function picture(move: LegalMove): string | undefined {
  if (move.promotion !== null) return move.promotion;
  const pieces = isPawn(move) ? state.value?.position.pieces : [];
  return pieces?.find(([square]) => square === move.from)?.[1];
}

export function Choice(): JSX.Element | null {
  const asked = question.value;
  return asked === null ? null : <Answers key={asked.number} asked={asked} />;
}

function Answers({ asked }: { asked: Question }): JSX.Element {
  const dialog = useModal();
  const title = asked.moves.some((move) => move.promotion !== null) ? "Promote to" : "Which move?";
  return (
    <dialog ref={dialog} class="choice" aria-label={title} onClose={() => asked.answer(null)}>
      <h2>{title}</h2>
      <div class="answers">
        {asked.moves.map((move) => (
          <button
            key={move.mv}
            type="button"
            data-move={move.mv}
            onClick={() => asked.answer(move)}
          >
            {picture(move) !== undefined && (
              <svg viewBox="0 0 100 100" aria-hidden="true">
                <use href={`#piece-${picture(move)}`} width="100" height="100" />
              </svg>
            )}
            <span>{words(move)}</span>
          </button>
        ))}
      </div>
      <button type="button" class="quiet" onClick={() => asked.answer(null)}>
        Cancel
      </button>
    </dialog>
  );
}
