// The module of WebAssembly with the session: what wasm/page.rs and wasm/lib.rs export.

import { Instance, type Common, type Wakeup } from "../../npm/src/instance";
import { startThreads } from "./threads";

interface Exports extends Common {
  open(threads: number): void;
  receive(start: number, length: number): void;
  run(time: number): number;
  next_message(): number;
  array(start: number, length: number): number;
  bench(start: number, length: number, depth: number): bigint;
  nodes(start: number, length: number, depth: number): bigint;
}

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
  /** Does what is due, and searches for a time. */
  readonly run: (time: number) => Promise<Wakeup>;

  private constructor(private readonly instance: Instance<Exports>) {
    this.run = instance.runner(instance.exports.run);
  }

  /** Instantiates it. `pause` is waited for while it searches, if the browser can. */
  static async start(module: WebAssembly.Module, pause: () => Promise<boolean>): Promise<Module> {
    return new Module(await Instance.start<Exports>(module, pause));
  }

  /** Whether it looks at messages while it searches. */
  get canPause(): boolean {
    return this.instance.canPause;
  }

  /** Opens the session, whose searches may use this number of threads. */
  open(threads: number): void {
    this.instance.exports.open(threads);
  }

  /** Starts threads for searches, and waits until they can be used. */
  startThreads(module: WebAssembly.Module, count: number): Promise<void> {
    const { exports, memory } = this.instance;
    return startThreads(module, memory, exports.allocate, count);
  }

  receive(text: string): void {
    this.instance.exports.receive(...this.instance.put(text));
  }

  *messages(): Generator<string> {
    for (;;) {
      const text = this.instance.text(this.instance.exports.next_message());
      if (text === null) return;
      yield text;
    }
  }

  /** Gives it a file, or says that there is none. */
  giveFile(name: string, file: Uint8Array | null): void {
    this.instance.giveFile(name, file);
  }

  /** The files of a game that it has not been given. */
  missingFiles(game: string): string[] {
    return this.instance.missingFiles(game);
  }

  array(game: string): string | null {
    return this.instance.text(this.instance.exports.array(...this.instance.put(game)));
  }

  bench(game: string, depth: number): number {
    return Number(this.instance.exports.bench(...this.instance.put(game), depth));
  }

  nodes(game: string, depth: number): number {
    return Number(this.instance.exports.nodes(...this.instance.put(game), depth));
  }
}
