// The menu, whose items are loaded later.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";

import { Later, loaded } from "./later";

export function Menu(): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(false);
  const close = () => list.current?.hidePopover();
  return (
    <>
      <button type="button" class="menu-button" popovertarget="menu">
        Menu
      </button>
      <div
        id="menu"
        class="menu"
        popover="auto"
        ref={list}
        role="group"
        aria-label="Menu"
        onToggle={(event) => setOpened(event.newState === "open")}
      >
        {(isOpened || loaded() !== null) && (
          <Later failed={close}>{({ MenuItems }) => <MenuItems close={close} />}</Later>
        )}
      </div>
    </>
  );
}
