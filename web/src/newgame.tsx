// Choosing a game, its rules, the players and the clock.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { ClockChoice } from "./clock";
import { close } from "./dialog";
import { Dialog } from "./dialogs";
import { GameCards } from "./gamecards";
import { castlingInWords, matches, nameOf, promotionInWords } from "./gamenames";
import { describeLevel } from "./levels";
import { hasNoServer } from "./local";
import type { Player } from "./messages";
import {
  choicesOf,
  hasPeregrine,
  isWithoutPerson,
  MOVE_TIME,
  type Opponent,
  playersOf,
} from "./opponents";
import { change, settings } from "./settings";
import { clockOf, NO_CLOCK } from "./timecontrols";
import { board, catalog, flipped, send, shownPosition, state } from "./store";
import { SettingSwitch } from "./switch";

export function NewGame(): JSX.Element {
  const all = catalog.value?.games ?? [];
  const levels = catalog.value?.levels ?? [];
  const engines = catalog.value?.engines ?? [];
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
  const hasEngine = hasPeregrine(opponent);
  const start = () => {
    const { book } = settings.value;
    const engine: Player = {
      type: "engine",
      level,
      moveTime: MOVE_TIME,
      book,
      ponder: settings.value.ponder,
    };
    const players = playersOf(opponent, engine, { ...engine, level: other });
    const persons = [players.white, players.black].map(({ type }) => type === "person");
    const hasOnePerson = persons[0] !== persons[1] && !opponent.startsWith("link-");
    if (hasOnePerson) flipped.value = persons[1] === true;
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
            {engines.map((name, number) => (
              <optgroup key={number} label={name}>
                {choicesOf(name, number).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        {hasEngine && (
          <LevelSlider
            name={levelName(opponent)}
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
          {hasEngine && <SettingSwitch name="book" label="Peregrine plays from its opening book" />}
          {hasEngine && !isWithoutPerson(opponent) && (
            <SettingSwitch name="ponder" label="Peregrine also thinks on your time" />
          )}
        </div>
      </details>
      <button type="button" class="main" disabled={time === undefined} onClick={start}>
        Start
      </button>
    </Dialog>
  );
}

/** What the level of Peregrine is called, or the first of two. */
function levelName(opponent: Opponent): string {
  if (opponent === "none") return "White's level";
  return isWithoutPerson(opponent) ? "Peregrine's level" : "Level";
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
