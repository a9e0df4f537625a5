// Making a game: a variant file in an editor, checked as one types.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { close, Dialog, open } from "./dialogs";
import { bytes, tooLarge } from "./files";
import { MAX_VARIANT_FILE } from "./messages";
import { change } from "./settings";
import { read, write } from "./storage";
import { checkedVariants, send } from "./store";

const EXAMPLE = `# A game of your own. It begins as another game and changes what it likes:
# docs/guide/variant-files.md describes all keys.
[my-falcon]
base = "falcon"
title = "Falcon Chess with the Queens in the corners"
start = "qnbrfkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/QNBRFKFBNR w - - 0 1"
castling = "none"
`;

const KEPT = "variant-file";

export function Variants(): JSX.Element {
  const [text, setText] = useState(() => read("local", KEPT) ?? EXAMPLE);
  const [isAsked, setAsked] = useState(false);
  const [isKept, setKept] = useState(true);
  const large = tooLarge("The variant file", bytes(text), MAX_VARIANT_FILE);
  const checked = checkedVariants.value;
  useEffect(() => {
    checkedVariants.value = null;
    setKept(write("local", KEPT, text));
    if (large !== null) return;
    const timer = setTimeout(() => send({ type: "checkVariants", text, add: false }), 300);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (checked?.added !== true || !isAsked) return;
    change({ variant: checked.names[0] ?? "falcon" });
    close();
    open({ name: "new" });
  }, [checked]);
  const lines = text.split("\n");
  const faulty = new Set(checked?.faults.map((fault) => fault.line));
  const add = () => {
    setAsked(true);
    send({ type: "checkVariants", text, add: true });
  };
  return (
    <Dialog title="Make a game">
      <div class="code">
        <div class="numbers" aria-hidden="true">
          {lines.map((_, index) => (
            <div key={index} class={faulty.has(index + 1) ? "faulty" : ""}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          rows={Math.max(lines.length, 8)}
          spellcheck={false}
          wrap="off"
          aria-label="Variant file"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div role="status">
        {large !== null && <p class="fault">{large}</p>}
        {!isKept && (
          <p class="fault">This browser has no room to keep the file: copy it to another place.</p>
        )}
        {checked !== null && checked.faults.length > 0 && (
          <ul class="faults">
            {checked.faults.map((fault, index) => (
              <li key={index} class="fault">
                {fault.line === null ? "" : `Line ${fault.line}: `}
                {fault.text}
              </li>
            ))}
          </ul>
        )}
        {checked !== null && checked.faults.length === 0 && (
          <p>No faults. The file defines {checked.names.join(", ")}.</p>
        )}
      </div>
      <button
        type="button"
        class="main"
        disabled={checked === null || checked.faults.length > 0}
        onClick={add}
      >
        Add and play
      </button>
    </Dialog>
  );
}
