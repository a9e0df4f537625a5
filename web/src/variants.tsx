// Making a game: a variant file in an editor, checked as one types, with the board and the pieces
// that it makes, and the keys that it can have.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { close, open } from "./dialog";
import { Dialog } from "./dialogs";
import { bytes, decode, tooLarge } from "./files";
import { offer } from "./offer";
import { MAX_VARIANT_FILE, type RulesView, type VariantFault } from "./messages";
import { RulesText } from "./rules";
import { change } from "./settings";
import { read, write } from "./storage";
import { checkedVariants, imported, notify, send, sendInBackground } from "./store";
import { VARIANT_KEYS } from "./variantkeys";

const EXAMPLE = `# A game of your own. It begins as another game and changes what it likes.
[my-falcon]
base = "falcon"
title = "Falcon Chess with the Queens in the corners"
start = "qnbrfkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/QNBRFKFBNR w - - 0 1"
castling = "none"
`;

const KEPT = "variant-file";

/** Whether a text is not a variant file but that of another program. */
export function isForeign(name: string, text: string): boolean {
  if (/\.ini$/i.test(name)) return true;
  if (/\.toml$/i.test(name)) return false;
  return /^\s*(Game:|files=\d+)/m.test(text) || /^\[[^\]]+:[^\]]+\]\s*$/m.test(text);
}

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
    const check = () => sendInBackground({ type: "checkVariants", text, add: false });
    const timer = setTimeout(check, 300);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (checked?.added !== true || !isAsked) return;
    change({ variant: checked.names[0] ?? "falcon" });
    close();
    open({ name: "new" });
  }, [checked]);
  useEffect(() => {
    imported.value = null;
  }, []);
  const made = imported.value;
  useEffect(() => {
    if (made !== null && made.text !== "") setText(made.text);
  }, [made]);
  const openFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const tooMuch = tooLarge("The file", file.size, MAX_VARIANT_FILE);
    if (tooMuch !== null) return notify(tooMuch, true);
    const content = decode(await file.arrayBuffer());
    imported.value = null;
    if (isForeign(file.name, content)) send({ type: "importVariants", text: content });
    else setText(content);
  };
  const add = () => {
    setAsked(true);
    send({ type: "checkVariants", text, add: true });
  };
  const name = checked?.names[0] ?? "game";
  const [lastRules, setLastRules] = useState<RulesView | null>(null);
  useEffect(() => {
    if (checked?.rules != null) setLastRules(checked.rules);
  }, [checked]);
  return (
    <Dialog title="Make a game">
      <div class="actions files">
        <label>
          Open a file{" "}
          <input
            type="file"
            accept=".toml,.ini,.txt,text/plain"
            onChange={(event) => void openFile(event.currentTarget.files?.[0])}
          />
        </label>
        <button type="button" onClick={() => offer(`${name}.toml`, text, "application/toml")}>
          Save the file
        </button>
        <button type="button" onClick={() => setText(EXAMPLE)} disabled={text === EXAMPLE}>
          Start again with the example
        </button>
      </div>
      <p class="hint">
        Variant files (TOML), and files of Fairy-Stockfish (variants.ini), Fairy-Max (fmax.ini) and
        Interactive Diagrams, which are translated.
      </p>
      {made !== null && <Findings findings={made.findings} isEmpty={made.text === ""} />}
      <div class="maker">
        <div>
          <Code
            text={text}
            onInput={setText}
            faulty={new Set(checked?.faults.map((fault) => fault.line))}
          />
          <div role="status">
            {large !== null && <p class="fault">{large}</p>}
            {!isKept && <p class="fault">This browser has no room to keep the file: save it.</p>}
            {checked !== null && checked.faults.length > 0 && <Faults faults={checked.faults} />}
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
          <Keys />
        </div>
        {lastRules !== null && (
          <section aria-label="The game">
            <h3>{lastRules.board.title}</h3>
            {(checked?.faults.length ?? 0) > 0 && (
              <p class="hint">This is the game before the faults.</p>
            )}
            <RulesText rules={lastRules} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

function Code(props: {
  text: string;
  faulty: ReadonlySet<number | null>;
  onInput: (text: string) => void;
}): JSX.Element {
  const lines = props.text.split("\n");
  return (
    <div class="code">
      <div class="numbers" aria-hidden="true">
        {lines.map((_, index) => (
          <div key={index} class={props.faulty.has(index + 1) ? "faulty" : ""}>
            {index + 1}
          </div>
        ))}
      </div>
      <textarea
        rows={Math.max(lines.length, 8)}
        spellcheck={false}
        wrap="off"
        aria-label="Variant file"
        value={props.text}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </div>
  );
}

function Faults({ faults }: { faults: VariantFault[] }): JSX.Element {
  return (
    <ul class="faults">
      {faults.map((fault, index) => (
        <li key={index} class="fault">
          {fault.line === null ? "" : `Line ${fault.line}: `}
          {fault.text}
        </li>
      ))}
    </ul>
  );
}

/** What was said about the file of another program. */
function Findings(props: { findings: VariantFault[]; isEmpty: boolean }): JSX.Element {
  return (
    <div role="status" class="findings">
      <p>
        {props.isEmpty
          ? "No game of the file can be translated."
          : "The file was translated; what a variant file cannot say was left out with its game."}
      </p>
      <Faults faults={props.findings} />
    </div>
  );
}

/** The keys of a file, those with some letters. */
function Keys(): JSX.Element {
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().trim();
  const groups = VARIANT_KEYS.map(({ title, keys }) => ({
    title,
    keys: keys.filter((key) => key.join(" ").toLowerCase().includes(words)),
  })).filter(({ keys }) => keys.length > 0);
  return (
    <details class="keys">
      <summary>Keys and words of a file</summary>
      <label>
        Search{" "}
        <input
          type="search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, meaning]) => (
              <div key={names}>
                <dt>
                  <code>{names}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {groups.length === 0 && <p class="hint">No key has these letters.</p>}
    </details>
  );
}
