// Files that the user saves.

/** Offers a text as a file. */
export function offer(name: string, text: string, type: string): void {
  offerFile(name, new Blob([text], { type }));
}

/** Offers a file. */
export function offerFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
