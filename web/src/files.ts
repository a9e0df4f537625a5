// Files that the user opens.

import { MAX_TEXT } from "./messages";

/** A size as the limits are given. */
export function mebibytes(size: number): string {
  return `${(size / 2 ** 20).toFixed(1)} MiB`;
}

/** The size of a text when it is sent, in bytes. */
export function bytes(text: string): number {
  return new Blob([text]).size;
}

/** Why a text of this size cannot be opened; null if it can. */
export function tooLarge(what: string, size: number, most = MAX_TEXT): string | null {
  if (size <= most) return null;
  return `${what} has ${mebibytes(size)}; the board takes ${mebibytes(most)} at most.`;
}

/** The text of a file: UTF-8 or UTF-16 with its mark, else Windows-1252 as older programs write. */
export function decode(content: ArrayBuffer): string {
  const [first, second] = new Uint8Array(content);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}
