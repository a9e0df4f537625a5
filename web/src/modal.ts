// Dialogs that lie over the page.

import { type RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** The reference for a dialog that is open as long as it is there. */
export function useModal(): RefObject<HTMLDialogElement> {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // An open one that is taken away would not return the focus to where it was.
    return () => dialog?.close();
  }, []);
  return element;
}
