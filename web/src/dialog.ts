// Which dialog is open. The dialogs themselves are loaded later.

import { signal } from "@preact/signals";

export type DialogName =
  | { name: "new" | "open" | "comment" | "editor" | "variants" | "lessons" | "watch" | "help" }
  | { name: "pictures" | "rules" | "saved" | "trainer" | "settings" }
  | { name: "text"; title: string; text: string }
  | { name: "question"; title: string; text: string; answer: string; act: () => void };

export const dialog = signal<DialogName | null>(null);
/** How many have been opened: each is an element of its own, even of the same name. */
export const opened = signal(0);

export function open(next: DialogName): void {
  opened.value += 1;
  dialog.value = next;
}

export function close(): void {
  dialog.value = null;
}
