import { expect, test } from "vitest";

import { bytes, decode, tooLarge } from "./files";
import { MAX_TEXT } from "./messages";

const content = (...values: number[]) => new Uint8Array(values).buffer;

test("files in other encodings keep their letters", () => {
  expect(decode(content(0x47, 0xc3, 0xb6))).toBe("Gö");
  expect(decode(content(0xef, 0xbb, 0xbf, 0x47))).toBe("G");
  expect(decode(content(0x47, 0xf6))).toBe("Gö");
  expect(decode(content(0xff, 0xfe, 0x47, 0, 0xf6, 0))).toBe("Gö");
  expect(decode(content(0xfe, 0xff, 0, 0x47, 0, 0xf6))).toBe("Gö");
  expect(decode(content())).toBe("");
});

test("sizes are bytes, and the limit is named", () => {
  expect(bytes("Gö“𝄞")).toBe(10);
  expect(tooLarge("The file", MAX_TEXT)).toBeNull();
  expect(tooLarge("The file", MAX_TEXT * 2)).toBe(
    "The file has 16.0 MiB; the board takes 8.0 MiB at most.",
  );
});
