// The clock of a new game: usual ones, or minutes and seconds of one's own.

import type { JSX } from "preact";

import { OWN, ownClock, PRESETS, type ClockChoice as Choice } from "./timecontrols";

/** The choice of a clock. */
export function ClockChoice(props: {
  choice: Choice;
  onChange: (choice: Choice) => void;
}): JSX.Element {
  const { choice, onChange } = props;
  const isOwn = choice.preset === OWN;
  const number = (label: string, key: "minutes" | "increment", most: number) => (
    <label>
      {label}
      <input
        type="number"
        min={0}
        max={most}
        step="any"
        value={choice[key]}
        onInput={(event) => onChange({ ...choice, [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <label>
        Clock
        <select
          value={choice.preset}
          onChange={(event) => onChange({ ...choice, preset: Number(event.currentTarget.value) })}
        >
          {PRESETS.map(([label], index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
          <option value={OWN}>my own</option>
        </select>
      </label>
      {isOwn && number("Minutes for each side", "minutes", 1440)}
      {isOwn && number("Seconds added after each move", "increment", 3600)}
      {isOwn && ownClock(choice) === null && (
        <p class="fault" role="status">
          Give at least some seconds, and no more than a day.
        </p>
      )}
    </>
  );
}
