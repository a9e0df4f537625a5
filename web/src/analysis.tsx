// The analysis by the engine, whose lines are loaded later.

import type { JSX } from "preact";

import { Later } from "./later";
import { ThreatSwitch } from "./threats";
import { opposed, analyze, analyzing } from "./store";
import { Switch } from "./switch";

export function Analysis(): JSX.Element {
  return (
    <section class="analysis" aria-label="Analysis">
      <div class="head">
        <Switch
          label="Analysis"
          checked={analyzing.value}
          disabled={opposed.value}
          onChange={analyze}
        />
        <ThreatSwitch />
        {analyzing.value && <Later>{({ Progress }) => <Progress />}</Later>}
      </div>
      {analyzing.value && <Later>{({ Lines }) => <Lines />}</Later>}
    </section>
  );
}
