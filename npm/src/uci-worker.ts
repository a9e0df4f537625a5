// The engine as a worker that speaks UCI: it is sent lines, and answers with lines.
//
// Besides lines it takes what `ToWorker` describes. It runs as a Web Worker and in Node.js.

import { Instance, type Common, type Wakeup } from "./instance.js";
import { compile, isNode, nodeModule, readFile } from "./place.js";

type OfText = (start: number, length: number) => number;

/** What wasm/uci.rs exports, and what else is used here. */
interface Exports extends Common {
  start(): void;
  uci_open(): void;
  uci_receive(start: number, length: number): void;
  uci_run(time: number): number;
  uci_output(): number;
  variants_add: OfText;
}

/** What the worker takes besides lines. */
export type ToWorker =
  /** The folder with networks, books and tables, and the compiled module. */
  | { data?: string; module?: WebAssembly.Module }
  /** The text of a variant file. */
  | { variants: string }
  /** A file of the engine by its name, such as `networks/chess.prgnet`. */
  | { file: string; content: Uint8Array };

/** How long it searches at a time, in milliseconds: where it cannot look at messages meanwhile,
 * they wait for so long. */
const SLICE = 30;
const PAUSED_SLICE = 400;

interface Port {
  postMessage(message: unknown): void;
  close(): void;
}

const received: (string | ToWorker)[] = [];
let wake: (() => void) | null = null;

function receive(message: string | ToWorker): void {
  received.push(message);
  wake?.();
}

/** Lets the host deliver messages. A timer would wait for some milliseconds. */
let deliverMessages: () => Promise<void>;
/** Takes the messages that have come, where that needs no pause. */
let poll: (() => boolean) | undefined;

function nextMessage(): Promise<void> {
  if (received.length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    wake = () => {
      wake = null;
      resolve();
    };
  });
}

function listenInBrowser(): Port {
  const { port1, port2 } = new MessageChannel();
  let delivered: (() => void) | null = null;
  port1.onmessage = () => delivered?.();
  deliverMessages = () =>
    new Promise((resolve) => {
      delivered = resolve;
      port2.postMessage(null);
    });
  self.onmessage = ({ data }: MessageEvent<string | ToWorker>) => receive(data);
  return self;
}

interface NodeThreads {
  parentPort: Port & { on(event: "message", listener: typeof receive): void };
  receiveMessageOnPort(port: Port): { message: string | ToWorker } | undefined;
}

async function listenInNode(): Promise<Port> {
  const threads = await nodeModule<NodeThreads>("worker_threads");
  const port = threads.parentPort;
  const { setImmediate } = await nodeModule<{ setImmediate(work: () => void): void }>("timers");
  deliverMessages = () => new Promise((resolve) => setImmediate(resolve));
  poll = () => {
    for (let next; (next = threads.receiveMessageOnPort(port)) !== undefined;)
      receive(next.message);
    return received.length > 0;
  };
  port.on("message", receive);
  return port;
}

class Session {
  /** The folder with the files of the engine. */
  private data: URL | null = null;
  private readonly run: (time: number) => Promise<Wakeup>;
  private readonly slice: number;

  private constructor(
    private readonly port: Port,
    private readonly instance: Instance<Exports>,
  ) {
    const { exports, canPause } = instance;
    this.run = instance.runner(exports.uci_run);
    this.slice = canPause ? PAUSED_SLICE : SLICE;
    exports.start();
    exports.uci_open();
  }

  static async open(port: Port, module?: WebAssembly.Module): Promise<Session> {
    const pause = async () => {
      await deliverMessages();
      return received.length > 0;
    };
    return new Session(port, await Instance.start<Exports>(await compile(module), pause, poll));
  }

  /** Serves until it is told to quit. */
  async serve(): Promise<void> {
    for (;;) {
      for (const message of received.splice(0)) this.handle(message);
      const wakeup = await this.run(this.slice);
      this.forward();
      if (wakeup === "end") return;
      if (wakeup === "message") await nextMessage();
      else if ("file" in wakeup) await this.load(wakeup.file);
      else if ("extra" in wakeup) this.loadBeside(wakeup.extra);
      else await deliverMessages();
    }
  }

  private handle(message: string | ToWorker): void {
    if (typeof message === "string") {
      this.instance.exports.uci_receive(...this.instance.put(message));
    } else if ("file" in message) {
      this.instance.giveFile(message.file, message.content);
    } else if ("variants" in message) {
      this.addVariants(message.variants);
    } else if (message.data !== undefined) {
      this.data = new URL(message.data);
    }
  }

  private addVariants(text: string): void {
    const { instance } = this;
    const length = instance.exports.variants_add(...instance.put(text));
    const answer = instance.text(length < 0 ? -1 - length : length) ?? "";
    const before = length < 0 ? "info string Error: " : "info string added ";
    for (const line of answer.split("\n")) this.port.postMessage(before + line);
  }

  private forward(): void {
    const lines = this.instance.text(this.instance.exports.uci_output());
    for (const line of lines?.trimEnd().split("\n") ?? []) this.port.postMessage(line);
  }

  private fetch(name: string): Promise<Uint8Array | null> {
    return this.data === null ? Promise.resolve(null) : readFile(new URL(name, this.data));
  }

  private async load(name: string): Promise<void> {
    const file = await this.fetch(name);
    this.instance.giveFile(name, file);
    if (file === null && this.data !== null)
      this.port.postMessage(`info string ${name} cannot be loaded: the engine does without`);
  }

  private loadBeside(name: string): void {
    void this.fetch(name).then((content) => content && receive({ file: name, content }));
  }
}

async function serve(): Promise<void> {
  const port = isNode ? await listenInNode() : listenInBrowser();
  await nextMessage();
  const first = received[0];
  const module = typeof first === "object" && "module" in first ? first.module : undefined;
  const session = await Session.open(port, module);
  await session.serve();
  port.close();
}

serve().catch((error: unknown) => {
  // Only an error that nobody handles reaches the owner, and only from a task of its own.
  setTimeout(() => {
    throw error;
  });
});
