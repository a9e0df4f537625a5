// The games to choose from, as cards: picture, name, and what is special about each.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { arrayPicture, squareColors } from "./arraypicture";
import { nameOf, special } from "./gamenames";
import type { GameSummary } from "./messages";
import { settings } from "./settings";
import { arrayOf } from "./store";

export function GameCards(props: {
  games: GameSummary[];
  chosen: string;
  choose: (name: string) => void;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>(":checked")?.closest("label");
    if (card != null && list.current !== null)
      list.current.scrollTop = card.offsetTop - list.current.offsetTop;
  }, []);
  return (
    <div class="cards" role="radiogroup" aria-label="Game" ref={list}>
      {props.games.map((game) => (
        <label class="card" key={game.name} data-game={game.name}>
          <input
            type="radio"
            name="game"
            value={game.name}
            checked={game.name === props.chosen}
            onChange={() => props.choose(game.name)}
          />
          <ArrayPicture game={game.name} />
          <strong>{nameOf(game)}</strong>
          <span>{special(game)}</span>
        </label>
      ))}
    </div>
  );
}

/** The picture of the array, which is asked for as soon as it is seen. */
function ArrayPicture({ game }: { game: string }): JSX.Element {
  const element = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      void arrayOf(game).then((array) => {
        if (!isWanted || array === null) return;
        const picture = arrayPicture(array, settings.value.pieces, squareColors());
        setAddress(`data:image/svg+xml,${encodeURIComponent(picture)}`);
      });
    });
    if (element.current !== null) seen.observe(element.current);
    return () => {
      isWanted = false;
      seen.disconnect();
    };
  }, [game]);
  return <img class="array" ref={element} src={address} alt="" />;
}
