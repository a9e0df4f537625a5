// Choosing a game, its rules, the players and the clock.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { close, Dialog } from "./dialogs";
import type { GameSummary, Player, TimeControl } from "./messages";
import { change, settings } from "./settings";
import { arrayPicture, board, catalog, flipped, send, shownPosition, state } from "./store";

const CLOCKS: [string, TimeControl | null][] = [
  ["no clock", null],
  ["1 minute + 1 s", { base: 60_000, increment: 1_000 }],
  ["3 minutes + 2 s", { base: 180_000, increment: 2_000 }],
  ["5 minutes + 3 s", { base: 300_000, increment: 3_000 }],
  ["15 minutes + 10 s", { base: 900_000, increment: 10_000 }],
  ["60 minutes", { base: 3_600_000, increment: 0 }],
];

/** The time for a move of the engine in games without a clock, in milliseconds. */
const MOVE_TIME = 1000;

function matches(game: GameSummary, words: string): boolean {
  const text = `${game.name} ${game.title} ${game.about}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function NewGame(): JSX.Element {
  const all = catalog.value?.games ?? [];
  const levels = catalog.value?.levels ?? [];
  const [search, setSearch] = useState("");
  const [castling, setCastling] = useState("");
  const [promotion, setPromotion] = useState("");
  const [array, setArray] = useState("");
  const [opponent, setOpponent] = useState("engine");
  const [color, setColor] = useState("white");
  const [clock, setClock] = useState(0);
  const [here, setHere] = useState(false);
  const game = all.find((other) => other.name === settings.value.variant) ?? all[0];
  const level = Math.min(settings.value.level, levels.length - 1);
  const elo = levels[level]?.elo;
  if (game === undefined) return <Dialog title="New game">The list of games is on its way.</Dialog>;

  const shown = state.value?.position.fen;
  const canBeHere = board.value?.variant === game.name && shown !== board.value.startFen;
  const start = () => {
    const { book } = settings.value;
    const engine: Player = { type: "engine", level, moveTime: MOVE_TIME, book, ponder: false };
    const person: Player = { type: "person" };
    const isWhite = color === "white" || (color === "random" && Math.random() < 0.5);
    const players =
      opponent === "person"
        ? { white: person, black: person }
        : isWhite
          ? { white: person, black: engine }
          : { white: engine, black: person };
    if (opponent === "engine") flipped.value = !isWhite;
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
      clock: CLOCKS[clock]?.[1] ?? null,
    });
    close();
  };
  const rule = (label: string, rules: string[], value: string, set: (value: string) => void) =>
    rules.length > 1 && (
      <label>
        {label}
        <select
          value={rules.includes(value) ? value : rules[0]}
          onChange={(event) => set(event.currentTarget.value)}
        >
          {rules.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    );
  const lastArray = game.firstArray + game.arrays - 1;
  return (
    <Dialog title="New game">
      <label>
        Search
        <input
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <label>
        Game
        <select
          size={7}
          value={game.name}
          onChange={(event) => change({ variant: event.currentTarget.value })}
        >
          {all
            .filter((other) => matches(other, search))
            .map((other) => (
              <option key={other.name} value={other.name}>
                {other.name} ({other.files}×{other.ranks})
              </option>
            ))}
        </select>
      </label>
      <p class="hint">
        {game.title}
        {game.about !== "" && (
          <>
            <br />
            {game.about}
          </>
        )}
      </p>
      <ArrayPicture game={game.name} />
      <div class="columns">
        {rule("Castling", game.castling, castling, setCastling)}
        {rule("Promotion", game.promotion, promotion, setPromotion)}
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
        <label>
          Opponent
          <select value={opponent} onChange={(event) => setOpponent(event.currentTarget.value)}>
            <option value="engine">Peregrine</option>
            <option value="person">another person at this board</option>
          </select>
        </label>
        {opponent === "engine" && (
          <>
            <label>
              You play
              <select value={color} onChange={(event) => setColor(event.currentTarget.value)}>
                <option value="white">White</option>
                <option value="black">Black</option>
                <option value="random">either</option>
              </select>
            </label>
            <label>
              Level {level} of {levels.length - 1}
              {elo == null ? " (full strength)" : ` (about ${elo})`}
              <input
                type="range"
                min={0}
                max={levels.length - 1}
                value={level}
                onInput={(event) => change({ level: Number(event.currentTarget.value) })}
              />
            </label>
            <label class="switch">
              <input
                type="checkbox"
                checked={settings.value.book}
                onChange={(event) => change({ book: event.currentTarget.checked })}
              />
              Peregrine plays from its opening book
            </label>
          </>
        )}
        <label>
          Clock
          <select value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
            {CLOCKS.map(([label], index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <button type="button" class="main" onClick={start}>
        Start
      </button>
    </Dialog>
  );
}

function ArrayPicture(props: { game: string }): JSX.Element {
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    void Promise.resolve(arrayPicture(props.game)).then((next) => {
      if (isWanted) setAddress(next);
    });
    return () => {
      isWanted = false;
    };
  }, [props.game]);
  return <img class="array" src={address} alt={`The start position of ${props.game}`} />;
}
