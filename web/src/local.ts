// The session in a worker of this page: there is no server.

import { bytes } from "./files";
import type { Link, Listener } from "./link";
import { type ArrayView, MAX_MESSAGE, type Message, type Request } from "./messages";
import { compile } from "./module";

/** How long to wait before the worker is started again, in milliseconds. */
const DELAYS = [100, 1000, 5000];

/** What the worker sends. */
export type FromWorker =
  | { type: "ready" }
  | { type: "message"; text: string }
  | { type: "array"; game: string; text: string | null };

/** What it is sent. */
export type ToWorker =
  | { type: "start"; module: WebAssembly.Module }
  /** A message, and how many threads its search wants. */
  | { type: "request"; text: string; threads: number }
  | { type: "array"; game: string };

/** Whether the page was made for a place without a server. */
export function hasNoServer(): boolean {
  return document.documentElement.dataset.engine === "worker";
}

export class LocalLink implements Link {
  private worker: Worker | null = null;
  private isReady = false;
  private attempts = 0;
  /** It outlives a worker that ends. */
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly arrays = new Map<string, (array: ArrayView | null) => void>();

  constructor(private readonly listener: Listener) {
    this.start();
  }

  send(request: Request): "sent" | "closed" | "large" {
    if (!this.isReady) return "closed";
    const text = JSON.stringify(request);
    if (bytes(text) > MAX_MESSAGE) return "large";
    const threads = request.type === "analyze" ? request.threads : 1;
    this.post({ type: "request", text, threads });
    return "sent";
  }

  array(game: string): Promise<ArrayView | null> {
    return new Promise((resolve) => {
      this.arrays.set(game, resolve);
      this.post({ type: "array", game });
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private start(): void {
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    worker.onerror = () => this.restart(worker);
    this.module ??= compile(new URL("peregrine.wasm", document.baseURI));
    this.module.then(
      (module) => this.worker === worker && this.post({ type: "start", module }),
      () => {
        this.module = null;
        this.restart(worker);
      },
    );
  }

  /** The worker has ended, or could not begin. */
  private restart(worker: Worker): void {
    if (this.worker !== worker) return;
    worker.terminate();
    this.worker = null;
    this.isReady = false;
    this.listener.connection("stopped");
    const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)];
    this.attempts += 1;
    setTimeout(() => this.start(), delay);
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        this.isReady = true;
        this.listener.connection("open");
        keepFiles();
        break;
      case "message":
        this.listener.message(JSON.parse(message.text) as Message);
        break;
      case "array":
        this.arrays.get(message.game)?.(JSON.parse(message.text ?? "null") as ArrayView | null);
        this.arrays.delete(message.game);
        break;
    }
  }
}

/** Has the browser keep the files of the page, where it does: then the page works offline. */
function keepFiles(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(new URL("keeper.js", document.baseURI)).catch(() => {
    // Private windows keep nothing.
  });
}
