// An instance of one of the modules of WebAssembly: see wasm/lib.rs.

/** What every module exports. One that imports its memory does not export it. */
export interface Common {
  memory?: WebAssembly.Memory;
  allocate(length: number): number;
  output(): number;
  give_file(name: number, nameLength: number, start: number, length: number): void;
  missing_files(start: number, length: number): number;
}

/** Suspending a module while a promise is pending, which not all browsers can. */
const { Suspending, promising } = WebAssembly as unknown as {
  Suspending?: new (wait: () => Promise<number>) => () => number;
  promising?: (run: (time: number) => number) => (time: number) => Promise<number>;
};

/** When to run again: after this time, after the next message, with this file, at once while this
 * file is loaded, or never. */
export type Wakeup = { after: number } | "message" | { file: string } | { extra: string } | "end";

/** A text or a file in the memory of the module: where it begins, and its length. */
type Block = readonly [number, number];

/** The most pages of memory: see scripts/wasm. */
const MOST_PAGES = 16_384;
/** The first pages of memory, more than any module needs for its constants and its stack. */
const FIRST_PAGES = 512;

/** A memory that workers can share, if the module wants one from outside. A small machine may not
 * have room for the largest. */
function memoryFor(module: WebAssembly.Module): WebAssembly.Memory | null {
  const imports = WebAssembly.Module.imports(module);
  if (!imports.some(({ kind }) => kind === "memory")) return null;
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (maximum / 2 < FIRST_PAGES) throw error;
    }
  }
}

/** What modules import, except for the memory and pauses. The clock is the same for all workers. */
export const HOST_FUNCTIONS = {
  now: () => performance.timeOrigin + performance.now(),
  today: () => Date.now(),
  random: () => Math.random(),
};

const NOTHING: Block = [0, 0];
/** A text of at most this length is read without a decoder, if it is ASCII. */
const SHORT = 64;

export class Instance<E extends Common> {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private bytes: Uint8Array;

  private constructor(
    readonly exports: E,
    readonly memory: WebAssembly.Memory,
    private readonly suspends: boolean,
    /** Whether it looks at messages while it searches. */
    readonly canPause: boolean,
  ) {
    this.bytes = new Uint8Array(memory.buffer);
  }

  /**
   * Instantiates a module. While it searches it asks `poll` whether there are messages, or waits
   * for `pause` if the browser can suspend it.
   */
  static async start<E extends Common>(
    module: WebAssembly.Module,
    pause?: () => Promise<boolean>,
    poll?: () => boolean,
  ): Promise<Instance<E>> {
    const suspends = pause !== undefined && Suspending !== undefined && promising !== undefined;
    const memory = memoryFor(module);
    const env = {
      ...HOST_FUNCTIONS,
      ...(memory === null ? {} : { memory }),
      pause: suspends
        ? new Suspending(async () => Number(await pause()))
        : () => Number(poll?.() ?? false),
    };
    const instance = await WebAssembly.instantiate(module, { env });
    const exports = instance.exports as unknown as E;
    const own = memory ?? exports.memory;
    if (own === undefined) throw new Error("The module has no memory.");
    return new Instance(exports, own, suspends, suspends || poll !== undefined);
  }

  /** A function that runs for a time and says when to run again. It may be suspended. */
  runner(run: (time: number) => number): (time: number) => Promise<Wakeup> {
    const suspendable = this.suspends ? promising?.(run) : undefined;
    const call = suspendable ?? run;
    return async (time) => this.wakeup(await call(time));
  }

  private wakeup(code: number): Wakeup {
    switch (code) {
      case -1:
        return "message";
      case -2:
        return { file: this.name() };
      case -3:
        return { extra: this.name() };
      case -4:
        return "end";
      default:
        return { after: code };
    }
  }

  /** Gives it a file, or says that there is none. */
  giveFile(name: string, file: Uint8Array | null): void {
    this.exports.give_file(...this.put(name), ...(file === null ? NOTHING : this.put(file)));
  }

  /** The files of a game that it has not been given. */
  missingFiles(game: string): string[] {
    const text = this.text(this.exports.missing_files(...this.put(game)));
    return text === null || text === "" ? [] : text.split("\n");
  }

  /** Puts a text or a file into its memory, for a function that takes it. */
  put(content: string | Uint8Array): Block {
    const bytes = typeof content === "string" ? this.encoder.encode(content) : content;
    const start = this.exports.allocate(bytes.length);
    this.view().set(bytes, start);
    return [start, bytes.length];
  }

  /** The text of this length that a function has given out; null if there is none. */
  text(length: number): string | null {
    if (length < 0) return null;
    const start = this.exports.output();
    const bytes = this.view().subarray(start, start + length);
    if (length > SHORT) return this.decode(bytes);
    let text = "";
    for (const byte of bytes) {
      if (byte > 127) return this.decode(bytes);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** A text that ends with a zero. */
  private name(): string {
    const start = this.exports.output();
    const bytes = this.view();
    return this.decode(bytes.subarray(start, bytes.indexOf(0, start)));
  }

  /** Decoders do not read memory that is shared. */
  private decode(bytes: Uint8Array): string {
    const isShared = !(bytes.buffer instanceof ArrayBuffer);
    return this.decoder.decode(isShared ? bytes.slice() : bytes);
  }

  /** Its memory, which moves when it grows. */
  private view(): Uint8Array {
    if (this.bytes.buffer !== this.memory.buffer) this.bytes = new Uint8Array(this.memory.buffer);
    return this.bytes;
  }
}
