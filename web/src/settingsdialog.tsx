// The settings: how the board looks and sounds, and how the engine analyzes.

import type { JSX } from "preact";

import { Dialog } from "./dialogs";
import { isGuest } from "./invitation";
import { change, MIN_SIZE, type SettingOf, settings } from "./settings";
import { play } from "./sounds";
import { analyze, analyzing, catalog } from "./store";
import { SettingSwitch } from "./switch";

function Select(props: {
  label: string;
  name: SettingOf<string>;
  choices: Record<string, string>;
}): JSX.Element {
  return (
    <label>
      {props.label}
      <select
        value={settings.value[props.name]}
        onChange={(event) => change({ [props.name]: event.currentTarget.value })}
      >
        {Object.entries(props.choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A number for the analysis, which goes on with it. */
function Amount(props: {
  label: string;
  name: "lines" | "threads" | "hash";
  values: number[];
  unit?: string;
}): JSX.Element {
  const set = (value: number) => {
    change({ [props.name]: value });
    if (analyzing.value) analyze(true);
  };
  return (
    <label>
      {props.label}
      <select
        value={settings.value[props.name]}
        onChange={(event) => set(Number(event.currentTarget.value))}
      >
        {props.values.map((value) => (
          <option key={value} value={value}>
            {value}
            {props.unit}
          </option>
        ))}
      </select>
    </label>
  );
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

export function SettingsDialog(): JSX.Element {
  return (
    <Dialog title="Settings">
      <h3>Board</h3>
      <div class="columns">
        <Select
          label="Page colors"
          name="theme"
          choices={{ system: "those of the system", light: "light", dark: "dark" }}
        />
        <Select
          label="Board colors"
          name="boardColors"
          choices={{ brown: "brown", green: "green", blue: "blue" }}
        />
        <Select
          label="Pieces"
          name="pieces"
          choices={{ classic: "carved figures", plain: "plain shapes" }}
        />
        <Select
          label="Coordinates"
          name="coordinates"
          choices={{ inside: "on the squares", outside: "beside the board", none: "none" }}
        />
        <label>
          Board size
          <input
            type="range"
            min={MIN_SIZE}
            max={100}
            step={5}
            value={settings.value.size}
            aria-valuetext={`${settings.value.size} %`}
            onInput={(event) => change({ size: Number(event.currentTarget.value) })}
          />
        </label>
      </div>
      <SettingSwitch label="Pieces glide to their squares" name="animation" />
      <SettingSwitch label="Sounds" name="sounds" then={() => play("move")} />
      <SettingSwitch label="Pointing at a piece shows its name and moves" name="pieceHints" />
      {!isGuest && <AnalysisSettings />}
    </Dialog>
  );
}

/** How the engine analyzes. */
function AnalysisSettings(): JSX.Element {
  const limits = catalog.value?.limits;
  const hashes = [16, 64, 256, 1024].filter((hash) => hash <= (limits?.hash ?? 64));
  return (
    <>
      <h3>Analysis</h3>
      <div class="columns">
        <Amount label="Lines" name="lines" values={upTo(limits?.lines ?? 5)} />
        <Amount label="Threads" name="threads" values={upTo(limits?.threads ?? 1)} />
        <Amount label="Memory (hash table)" name="hash" values={hashes} unit=" MiB" />
        <label>
          Score
          <select
            value={settings.value.chances ? "chances" : "pawns"}
            onChange={(event) => change({ chances: event.currentTarget.value === "chances" })}
          >
            <option value="pawns">in Pawns</option>
            <option value="chances">as White's chances</option>
          </select>
        </label>
      </div>
    </>
  );
}
