// The rules of a game: its array, its pieces with their moves, and the rest in words.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { targetMarks } from "./diagrams";
import { Dialog } from "./dialogs";
import type { PieceRules, RulesView, Start } from "./messages";
import { MiniBoard } from "./miniboard";
import { board, rulesShown, send } from "./store";

const SUBJECTS: Record<string, string> = {
  royal: "Royal pieces",
  castling: "Castling",
  pawns: "Pawns",
  ends: "The end of the game",
};

/** The rules of the game on the board, or of another one. */
export function Rules({ start }: { start?: Start }): JSX.Element {
  const shown = rulesShown.value;
  const asked = start ?? {
    variant: board.value?.variant ?? "falcon",
    castling: board.value?.castling ?? null,
    promotion: board.value?.promotion ?? null,
    fen: null,
    array: null,
  };
  useEffect(() => {
    rulesShown.value = null;
    send({ type: "rules", start: asked });
  }, [asked.variant]);
  const title = shown?.board.title ?? asked.variant;
  return (
    <Dialog title={`Rules: ${title}`}>
      {shown === null ? <p>The rules are on their way.</p> : <RulesText rules={shown} />}
    </Dialog>
  );
}

export function RulesText({ rules }: { rules: RulesView }): JSX.Element {
  const { about, board: shown } = rules;
  const size = `${shown.files.length} × ${shown.ranks.length}`;
  return (
    <div class="rules">
      {about !== "" && <p>{about}</p>}
      <figure class="start-figure">
        <MiniBoard board={shown} pieces={rules.start} label="The start position" />
        <figcaption>The start position, on {size} squares.</figcaption>
      </figure>
      <h3>Pieces</h3>
      <Legend rules={rules} />
      <ul class="pieces">
        {rules.pieces.map((piece) => (
          <li key={piece.code}>
            <PieceFigure rules={rules} piece={piece} />
          </li>
        ))}
      </ul>
      {rules.paragraphs
        .filter(([subject]) => subject !== "castling" || rules.castling.length === 0)
        .map(([subject, text]) => (
          <section key={subject}>
            <h3>{SUBJECTS[subject] ?? subject}</h3>
            <p>{text}</p>
          </section>
        ))}
      {rules.castling.length > 0 && (
        <section>
          <h3>Castling</h3>
          <p>The game can be played with any of these rules; now it is {shown.castling}.</p>
          <dl>
            {rules.castling.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

/** What the signs of the diagrams mean, as far as there are any. */
function Legend({ rules }: { rules: RulesView }): JSX.Element {
  const { pieces, board } = rules;
  const hasGates = pieces.some(({ blockable }) => blockable.length > 0);
  const hasRings = pieces.some((piece) => piece.movesOver.length + piece.capturesOver.length > 0);
  const hasRegions = board.pieces.some(({ region }) => region.length > 0);
  return (
    <p class="legend">
      <span class="key both" /> moves and captures <span class="key move" /> only moves{" "}
      <span class="key capture" /> only captures
      {hasGates && (
        <>
          {" "}
          <span class="key gate" /> a bar: no leap, something can stand in the way
        </>
      )}
      {hasRings && (
        <>
          {" "}
          <span class="key over" /> a ring, in these colors: only over another piece
        </>
      )}
      {hasRegions && (
        <>
          {" "}
          <span class="key outside" /> the piece cannot enter
        </>
      )}
    </p>
  );
}

/** A piece in the middle of the board, and where it can go. */
function PieceFigure({ rules, piece }: { rules: RulesView; piece: PieceRules }): JSX.Element {
  const marks = targetMarks(piece.moves, piece.captures);
  const region = rules.board.pieces.find(({ code }) => code === piece.code)?.region ?? [];
  return (
    <figure>
      <MiniBoard
        board={rules.board}
        pieces={[[piece.square, piece.code]]}
        marks={marks}
        blockable={new Set(piece.blockable)}
        over={targetMarks(piece.movesOver, piece.capturesOver)}
        region={region.length > 0 ? region : undefined}
        cropped
        label={`The moves of the ${piece.name}`}
      />
      <figcaption>
        <strong>{piece.name}</strong> ({piece.letter})
        {piece.blockable.length > 0 && ": needs an open path"}
      </figcaption>
    </figure>
  );
}
