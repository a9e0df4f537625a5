// The switch for threats: the analysis shows what the other side would do if it were to move.

import type { JSX } from "preact";

import { opposed, analyze, analyzing, showThreats, thinking, threats } from "./store";

export function ThreatSwitch(): JSX.Element {
  const isOn = threats.value;
  const change = (on: boolean) => {
    showThreats(on);
    if (on && !analyzing.value) analyze(true);
  };
  const isAnswered = thinking.value === null || thinking.value.threat;
  return (
    <>
      <label class="switch" title="What the other side would do if it were to move">
        <input
          type="checkbox"
          checked={isOn}
          disabled={opposed.value}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        Threats
      </label>
      {isOn && analyzing.value && !isAnswered && (
        <span class="hint">In check there are no threats to see: these are the best moves.</span>
      )}
    </>
  );
}
