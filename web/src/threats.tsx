// The switch for threats: the analysis shows what the other side would do if it were to move.

import type { JSX } from "preact";

import { opposed, analyze, analyzing, showThreats, thinking, threats } from "./store";
import { Switch } from "./switch";

export function ThreatSwitch(): JSX.Element {
  const isOn = threats.value;
  const change = (on: boolean) => {
    showThreats(on);
    if (on && !analyzing.value) analyze(true);
  };
  const isAnswered = thinking.value === null || thinking.value.threat;
  return (
    <>
      <Switch
        label="Threats"
        title="What the other side would do if it were to move"
        checked={isOn}
        disabled={opposed.value}
        onChange={change}
      />
      {isOn && analyzing.value && !isAnswered && (
        <span class="hint">In check there are no threats to see: these are the best moves.</span>
      )}
    </>
  );
}
