// The worker of a page without a server: the session, and its engine.

import type { FromWorker, ToWorker } from "./local";
import type { Message } from "./messages";
import { Module } from "./module";
import { availableThreads, serve as serveThread, type ThreadStart } from "./threads";

/** How long the module searches at a time, in milliseconds: where it cannot look at messages
 * meanwhile, they wait for so long. */
const SLICE = 30;
const PAUSED_SLICE = 400;
/** How long searches wait for their threads, in milliseconds. */
const THREADS_PATIENCE = 10_000;

/** A file that the module has asked for and goes on without until it comes. */
interface ExtraFile {
  type: "file";
  name: string;
  file: Uint8Array | null;
}

const requests: (ToWorker | ExtraFile)[] = [];
let wake: (() => void) | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker | ThreadStart>) => {
  if (data.type === "start") return report(serve(data.module));
  if (data.type === "thread") return report(serveThread(data));
  push(data);
};

function push(request: ToWorker | ExtraFile): void {
  requests.push(request);
  wake?.();
}

function post(message: FromWorker): void {
  self.postMessage(message);
}

function notify(text: string): void {
  const message: Message = { type: "notice", text };
  post({ type: "message", text: JSON.stringify(message) });
}

/** Lets the browser deliver messages. A timer would wait for some milliseconds. */
const { port1, port2 } = new MessageChannel();
let delivered: (() => void) | null = null;
port1.onmessage = () => delivered?.();
function deliverMessages(): Promise<void> {
  return new Promise((resolve) => {
    delivered = resolve;
    port2.postMessage(null);
  });
}

/** Waits for this time, or until a message comes. */
function sleep(time: number): Promise<void> {
  if (requests.length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = Number.isFinite(time) ? setTimeout(resolve, time) : undefined;
    wake = () => {
      clearTimeout(timer);
      wake = null;
      resolve();
    };
  });
}

function failAfter(time: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`It took more than ${time} ms.`)), time);
  });
}

/** A file beside the module; null if it cannot be had now. */
async function fetchFile(name: string): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(new URL(name, self.location.href));
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

let lacksTables = false;

function takeExtra(module: Module, { name, file }: ExtraFile): void {
  if (file !== null) module.giveFile(name, file);
  else if (!lacksTables) {
    lacksTables = true;
    notify("Tables of endings cannot be loaded: the engine does without.");
  }
}

function handle(module: Module, request: ToWorker | ExtraFile): void {
  switch (request.type) {
    case "file":
      takeExtra(module, request);
      break;
    case "request":
      module.receive(request.text);
      break;
    case "array":
      post({ type: "array", game: request.game, text: module.array(request.game) });
      break;
    case "start":
      // There is one already.
      break;
  }
}

/** The threads of the engine, which are started when a search wants them. */
class Threads {
  areStarting = false;
  private started = 1;

  constructor(
    private readonly module: Module,
    private readonly compiled: WebAssembly.Module,
  ) {}

  want(count: number): void {
    const wanted = Math.min(count, availableThreads());
    if (wanted <= this.started) return;
    // The engine keeps its first thread for searches that are not sliced.
    const missing = this.started === 1 ? wanted : wanted - this.started;
    this.started = wanted;
    this.areStarting = true;
    const timely = [this.module.startThreads(this.compiled, missing), failAfter(THREADS_PATIENCE)];
    Promise.race(timely)
      .catch(() => notify("The engine has fewer threads: the browser starts no more."))
      .finally(() => {
        this.areStarting = false;
        wake?.();
      });
  }
}

async function serve(compiled: WebAssembly.Module): Promise<void> {
  const module = await Module.start(compiled, async () => {
    await deliverMessages();
    return requests.length > 0;
  });
  const slice = module.canPause ? PAUSED_SLICE : SLICE;
  const forward = () => {
    for (const text of module.messages()) post({ type: "message", text });
  };
  module.open(availableThreads());
  post({ type: "ready" });
  const threads = new Threads(module, compiled);
  for (;;) {
    for (const request of requests.splice(0)) {
      if (request.type === "request") threads.want(request.threads);
      handle(module, request);
    }
    forward();
    if (threads.areStarting) {
      // The search that wants them shall have them.
      await sleep(Infinity);
      continue;
    }
    const wakeup = await module.run(slice);
    forward();
    if (wakeup === "message") await sleep(Infinity);
    else if (wakeup === "end") return;
    else if ("extra" in wakeup) {
      const name = wakeup.extra;
      void fetchFile(name).then((file) => push({ type: "file", name, file }));
    } else if ("file" in wakeup) {
      const file = await fetchFile(wakeup.file);
      module.giveFile(wakeup.file, file);
      if (file === null)
        notify(`The file ${wakeup.file} cannot be loaded: the engine does without.`);
    } else if (wakeup.after > 0) await sleep(wakeup.after);
    else await deliverMessages();
  }
}

function report(work: Promise<void>): void {
  work.catch((error: unknown) => {
    // Only an error that nobody handles reaches the page, and only from a task of its own.
    setTimeout(() => {
      throw error;
    });
  });
}
