// Boxes to check, with their labels.

import type { JSX } from "preact";

import { change, type SettingOf, settings } from "./settings";

export function Switch(props: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  title?: string;
  onChange: (on: boolean) => void;
}): JSX.Element {
  return (
    <label class="switch" title={props.title}>
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}

/** A setting that is on or off. */
export function SettingSwitch(props: {
  label: string;
  name: SettingOf<boolean>;
  then?: () => void;
}): JSX.Element {
  return (
    <Switch
      label={props.label}
      checked={settings.value[props.name]}
      onChange={(on) => {
        change({ [props.name]: on });
        props.then?.();
      }}
    />
  );
}
