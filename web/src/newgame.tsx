// Choosing a game, its rules, the players and the clock.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { ClockChoice } from "./clock";
import { close, Dialog } from "./dialogs";
import { GameCards } from "./gamecards";
import { castlingInWords, matches, nameOf, promotionInWords } from "./gamenames";
import { describeLevel } from "./levels";
import { hasNoServer } from "./local";
import type { Player, Players } from "./messages";
import { change, settings } from "./settings";
import { clockOf, NO_CLOCK } from "./timecontrols";
import { board, catalog, flipped, send, shownPosition, state } from "./store";

/** The time for a move of the engine in games without a clock, in milliseconds. */
const MOVE_TIME = 1000;

/**
 * The color that one plays against Peregrine, another person at the board, the color against one who
 * joins by a link, or Peregrine alone.
 */
type Opponent = "white" | "black" | "random" | "person" | "link-white" | "link-black" | "none";

export function NewGame(): JSX.Element {
  const all = catalog.value?.games ?? [];
  const levels = catalog.value?.levels ?? [];
  const [search, setSearch] = useState("");
  const [castling, setCastling] = useState("");
  const [promotion, setPromotion] = useState("");
  const [array, setArray] = useState("");
  const [opponent, setOpponent] = useState<Opponent>("white");
  const [clock, setClock] = useState(NO_CLOCK);
  const [here, setHere] = useState(false);
  const [other, setOther] = useState(settings.value.level);
  const game = all.find((other) => other.name === settings.value.variant) ?? all[0];
  const level = Math.min(settings.value.level, levels.length - 1);
  if (game === undefined) return <Dialog title="New game">The list of games is on its way.</Dialog>;

  const shown = state.value?.position.fen;
  const canBeHere = board.value?.variant === game.name && shown !== board.value.startFen;
  const time = clockOf(clock);
  const hasEngine = !["person", "link-white", "link-black"].includes(opponent);
  const start = () => {
    const { book } = settings.value;
    const engine: Player = {
      type: "engine",
      level,
      moveTime: MOVE_TIME,
      book,
      ponder: settings.value.ponder,
    };
    const person: Player = { type: "person" };
    const remote: Player = { type: "remote" };
    const isWhite = opponent === "white" || (opponent === "random" && Math.random() < 0.5);
    const players = ((): Players => {
      switch (opponent) {
        case "none":
          return { white: engine, black: { ...engine, level: other } };
        case "person":
          return { white: person, black: person };
        case "link-white":
          return { white: person, black: remote };
        case "link-black":
          return { white: remote, black: person };
        default:
          return isWhite ? { white: person, black: engine } : { white: engine, black: person };
      }
    })();
    if (hasEngine && opponent !== "none") flipped.value = !isWhite;
    send({
      type: "newGame",
      start: (canBeHere && here ? shownPosition() : null) ?? {
        variant: game.name,
        castling: game.castling.includes(castling) ? castling : null,
        promotion: game.promotion.includes(promotion) ? promotion : null,
        fen: null,
        array: game.arrays > 1 && array !== "" ? Number(array) : null,
      },
      players,
      clock: time ?? null,
    });
    close();
  };
  const found = all.filter((other) => matches(other, search));
  const rule = (
    label: string,
    rules: string[],
    words: (rule: string) => string,
    value: string,
    set: (value: string) => void,
  ) =>
    rules.length > 1 && (
      <label>
        {label}
        <select
          value={rules.includes(value) ? value : rules[0]}
          onChange={(event) => set(event.currentTarget.value)}
        >
          {rules.map((name) => (
            <option key={name} value={name}>
              {words(name)}
            </option>
          ))}
        </select>
      </label>
    );
  const lastArray = game.firstArray + game.arrays - 1;
  return (
    <Dialog title="New game">
      <label class="search">
        <span class="hidden">Search</span>
        <input
          type="search"
          placeholder={`Search ${all.length} games`}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <GameCards games={found} chosen={game.name} choose={(variant) => change({ variant })} />
      <p class="hint" role="status">
        {found.length === 0 ? "No game has all these words." : `Chosen: ${nameOf(game)}`}
      </p>
      <div class="columns">
        <label>
          Opponent
          <select
            value={opponent}
            onChange={(event) => setOpponent(event.currentTarget.value as Opponent)}
          >
            <option value="white">Peregrine; you play White</option>
            <option value="black">Peregrine; you play Black</option>
            <option value="random">Peregrine; your color is drawn</option>
            <option value="person">another person at this board</option>
            {!hasNoServer() && (
              <>
                <option value="link-white">another person by link; you play White</option>
                <option value="link-black">another person by link; you play Black</option>
              </>
            )}
            <option value="none">Peregrine plays both sides</option>
          </select>
        </label>
        {hasEngine && (
          <LevelSlider
            name={opponent === "none" ? "White's level" : "Level"}
            level={level}
            most={levels.length - 1}
            choose={(level) => change({ level })}
          />
        )}
        {opponent === "none" && (
          <LevelSlider
            name="Black's level"
            level={other}
            most={levels.length - 1}
            choose={setOther}
          />
        )}
      </div>
      <details>
        <summary>More</summary>
        <div class="columns">
          <ClockChoice choice={clock} onChange={setClock} />
          {rule("Castling", game.castling, castlingInWords, castling, setCastling)}
          {rule("Promotion", game.promotion, promotionInWords, promotion, setPromotion)}
          {canBeHere && (
            <label>
              Start from
              <select
                value={here ? "here" : "start"}
                onChange={(event) => setHere(event.currentTarget.value === "here")}
              >
                <option value="start">the start position</option>
                <option value="here">the position on the board</option>
              </select>
            </label>
          )}
          {game.arrays > 1 && (
            <label>
              Array ({game.firstArray} to {lastArray}, empty for random)
              <input
                type="number"
                min={game.firstArray}
                max={lastArray}
                value={array}
                onInput={(event) => setArray(event.currentTarget.value)}
              />
            </label>
          )}
          {hasEngine && (
            <label class="switch">
              <input
                type="checkbox"
                checked={settings.value.book}
                onChange={(event) => change({ book: event.currentTarget.checked })}
              />
              Peregrine plays from its opening book
            </label>
          )}
          {hasEngine && (
            <label class="switch">
              <input
                type="checkbox"
                checked={settings.value.ponder}
                onChange={(event) => change({ ponder: event.currentTarget.checked })}
              />
              Peregrine also thinks on your time
            </label>
          )}
        </div>
      </details>
      <button type="button" class="main" disabled={time === undefined} onClick={start}>
        Start
      </button>
    </Dialog>
  );
}

/** A level, with what it does. */
function LevelSlider(props: {
  name: string;
  level: number;
  most: number;
  choose: (level: number) => void;
}): JSX.Element {
  return (
    <label>
      {props.name} {props.level} of {props.most}
      <input
        type="range"
        min={0}
        max={props.most}
        value={props.level}
        onInput={(event) => props.choose(Number(event.currentTarget.value))}
      />
      <span class="hint">{describeLevel(props.level)}</span>
    </label>
  );
}
