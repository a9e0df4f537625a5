// Dragging pieces in the position editor.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Drag {
  code: string;
  /** The square that the piece was on; null if it comes from the palette. */
  from: string | null;
  x: number;
  y: number;
  /** Whether the pointer has gone far enough that it is no click. */
  moved: boolean;
}

/** How far the pointer has to go, in pixels. */
const DISTANCE = 6;

export interface EditorDrag {
  /** A piece is taken. */
  take: (event: PointerEvent, code: string | undefined, from: string | null) => void;
  /** The piece in the hand. */
  hand: JSX.Element | null;
}

/** Lets pieces be dragged; `drop` gets the square, or null beside the board. */
export function useEditorDrag(
  drop: (code: string, from: string | null, to: string | null) => void,
): EditorDrag {
  const drag = useSignal<Drag | null>(null);
  const dropped = useRef(drop);
  dropped.current = drop;
  useEffect(() => {
    const move = (event: PointerEvent) => {
      const held = drag.value;
      if (held === null) return;
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DISTANCE;
      if (!held.moved && !far) return;
      drag.value = { ...held, x: event.clientX, y: event.clientY, moved: true };
    };
    const up = (event: PointerEvent) => {
      const held = drag.value;
      drag.value = null;
      if (held?.moved !== true) return;
      // The click that follows is none.
      const stop = (click: Event) => click.stopPropagation();
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, { capture: true }));
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const to = under?.closest<HTMLElement>("[data-edit]")?.dataset.edit ?? null;
      dropped.current(held.code, held.from, to);
    };
    const cancel = () => (drag.value = null);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  }, []);
  const held = drag.value;
  return {
    take: (event, code, from) => {
      if (event.button !== 0 || code === undefined) return;
      drag.value = { code, from, x: event.clientX, y: event.clientY, moved: false };
    },
    hand:
      held?.moved !== true ? null : (
        <svg
          class="in-hand"
          viewBox="0 0 100 100"
          aria-hidden="true"
          style={{ left: `${held.x}px`, top: `${held.y}px` }}
        >
          <use href={`#piece-${held.code}`} width="100" height="100" />
        </svg>
      ),
  };
}
