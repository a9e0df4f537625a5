// The module of WebAssembly with the session: what wasm/lib.rs exports.

interface Exports {
  memory: WebAssembly.Memory;
  allocate(length: number): number;
  output(): number;
  open(): void;
  receive(start: number, length: number): void;
  run(time: number): number;
  next_message(): number;
  give_file(name: number, nameLength: number, start: number, length: number): void;
  picture(start: number, length: number): number;
  bench(start: number, length: number, depth: number): bigint;
  nodes(start: number, length: number, depth: number): bigint;
}

/** Suspending a module while a promise is pending, which not all browsers can. */
const { Suspending, promising } = WebAssembly as unknown as {
  Suspending?: new (wait: () => Promise<number>) => () => number;
  promising?: (run: (time: number) => number) => (time: number) => Promise<number>;
};

/** When to run again: after this time, after the next message, or with this file. */
export type Wakeup = { after: number } | "message" | { file: string };

/** Loads and compiles it. Not all hosts know its type, which the browser wants for doing both at
 * once. */
export async function compile(address: URL): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status} ${answer.statusText}`);
  const isTyped = answer.headers.get("content-type") === "application/wasm";
  return isTyped
    ? WebAssembly.compileStreaming(Promise.resolve(answer))
    : WebAssembly.compile(await answer.arrayBuffer());
}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(
    private readonly exports: Exports,
    private readonly suspendable: ((time: number) => Promise<number>) | null,
  ) {}

  /** Instantiates it. `pause` is waited for while it searches, if the browser can. */
  static async start(module: WebAssembly.Module, pause: () => Promise<boolean>): Promise<Module> {
    const canSuspend = Suspending !== undefined && promising !== undefined;
    const env = {
      now: () => performance.now(),
      today: () => Date.now(),
      random: () => Math.random(),
      pause: canSuspend ? new Suspending(async () => Number(await pause())) : () => 0,
    };
    const instance = await WebAssembly.instantiate(module, { env });
    const exports = instance.exports as unknown as Exports;
    return new Module(exports, canSuspend ? promising(exports.run) : null);
  }

  /** Whether it looks at messages while it searches. */
  get canSuspend(): boolean {
    return this.suspendable !== null;
  }

  open(): void {
    this.exports.open();
  }

  receive(text: string): void {
    this.exports.receive(...this.put(text));
  }

  async run(time: number): Promise<Wakeup> {
    const after = await (this.suspendable ?? this.exports.run)(time);
    if (after === -1) return "message";
    if (after === -2) return { file: this.name() };
    return { after };
  }

  *messages(): Generator<string> {
    for (;;) {
      const text = this.text(this.exports.next_message());
      if (text === null) return;
      yield text;
    }
  }

  /** Gives it a file, or says that there is none. */
  giveFile(name: string, file: Uint8Array | null): void {
    const block = file === null ? ([0, 0] as const) : this.put(file);
    this.exports.give_file(...this.put(name), ...block);
  }

  picture(game: string): string | null {
    return this.text(this.exports.picture(...this.put(game)));
  }

  bench(game: string, depth: number): number {
    return Number(this.exports.bench(...this.put(game), depth));
  }

  nodes(game: string, depth: number): number {
    return Number(this.exports.nodes(...this.put(game), depth));
  }

  private put(content: string | Uint8Array): readonly [number, number] {
    const bytes = typeof content === "string" ? this.encoder.encode(content) : content;
    const start = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  }

  private text(length: number): string | null {
    if (length < 0) return null;
    const start = this.exports.output();
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, start, length));
  }

  /** A text that ends with a zero. */
  private name(): string {
    const start = this.exports.output();
    const memory = new Uint8Array(this.exports.memory.buffer);
    return this.decoder.decode(memory.subarray(start, memory.indexOf(0, start)));
  }
}
