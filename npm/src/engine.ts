// The engine in a worker.

import { isNode, nodeModule } from "./place.js";
import type { ToWorker } from "./uci-worker.js";

export interface EngineOptions {
  /**
   * The folder with the directories `networks`, `books` and `tablebases`, where the engine looks
   * for the files of a game when it is chosen. Without them it plays, but weaker. The package
   * `peregrine-chess-data` is such a folder.
   */
  data?: URL | string;
  /** The compiled module, where a bundler or a policy keeps the worker from loading it. */
  module?: WebAssembly.Module;
  /** The address of the worker, if it is not beside this module. */
  worker?: URL;
}

/** What the engine says of one line of play. */
export interface Info {
  depth: number;
  /** The number of the line, from 1. */
  line: number;
  /** For the side to move: in centipawns, or in moves to mate. */
  score: { cp: number } | { mate: number };
  /** Whether the score is only a bound. */
  bound: "lower" | "upper" | null;
  nodes: number;
  nodesPerSecond: number;
  /** In milliseconds. */
  time: number;
  /** The moves, in coordinates. */
  pv: string[];
}

/** What to search. */
export interface SearchRequest {
  /** The position; otherwise the start position of the game. */
  fen?: string;
  /** The moves made since, in coordinates. */
  moves?: string[];
  /** What follows `go` in UCI, such as `depth 10` or `movetime 1000`. */
  go: string;
  /** Is told what the engine finds meanwhile. */
  onInfo?: (info: Info) => void;
}

export interface SearchResult {
  /** The best move in coordinates; null if the game is over. */
  best: string | null;
  /** The answer that the engine expects. */
  ponder: string | null;
  /** The last of each line of play, the best first. */
  lines: Info[];
}

/** What the two kinds of workers have in common here. */
interface AnyWorker {
  postMessage(message: string | ToWorker): void;
  terminate(): unknown;
}

type NodeWorker = AnyWorker & {
  on(event: "message" | "error" | "exit", listener: (value: unknown) => void): void;
};

type Listener = (line: string) => void;

/** An engine that runs in a worker of its own and speaks UCI. */
export class Engine {
  private readonly listeners = new Set<Listener>();
  private readonly failures = new Set<(error: Error) => void>();
  private failure: Error | null = null;

  private constructor(private readonly worker: AnyWorker) {}

  /** Starts an engine. */
  static async start(options: EngineOptions = {}): Promise<Engine> {
    const { data, module } = options;
    const worker = options.worker ?? new URL("./uci-worker.js", import.meta.url);
    const engine = isNode ? await Engine.inNode(worker) : Engine.inBrowser(worker);
    const setup: ToWorker = {};
    if (data !== undefined) setup.data = folder(data);
    if (module !== undefined) setup.module = module;
    engine.worker.postMessage(setup);
    return engine;
  }

  private static inBrowser(address: URL): Engine {
    const worker = new Worker(address, { type: "module" });
    const engine = new Engine(worker);
    worker.onmessage = ({ data }: MessageEvent<string>) => engine.receive(data);
    worker.onerror = (event) => engine.fail(event.message);
    return engine;
  }

  private static async inNode(address: URL): Promise<Engine> {
    type Threads = { Worker: new (address: URL) => NodeWorker };
    const threads = await nodeModule<Threads>("worker_threads");
    const worker = new threads.Worker(address);
    const engine = new Engine(worker);
    worker.on("message", (line) => engine.receive(line as string));
    worker.on("error", (error) => engine.fail(String(error)));
    worker.on("exit", () => engine.fail("it was ended"));
    return engine;
  }

  /** Sends a line, such as `go depth 10`. */
  postMessage(line: string): void {
    if (this.failure !== null) throw this.failure;
    this.worker.postMessage(line);
  }

  /** Calls `listener` with every line of the engine. Returns what ends that. */
  listen(listener: (line: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends a line, and waits for the first line that begins with `answer`; all lines until then. */
  ask(line: string, answer: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const lines: string[] = [];
      const end = () => {
        stop();
        this.failures.delete(fail);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      const stop = this.listen((line) => {
        lines.push(line);
        if (!line.startsWith(answer)) return;
        end();
        resolve(lines);
      });
      this.failures.add(fail);
      try {
        this.postMessage(line);
      } catch (error) {
        fail(error as Error);
      }
    });
  }

  /** Sets an option, such as `UCI_Variant` or `MultiPV`. */
  async setOption(name: string, value: string | number | boolean): Promise<void> {
    throwErrors(await this.ask(`setoption name ${name} value ${value}\nisready`, "readyok"));
  }

  /** Adds the games that the text of a variant file defines. */
  async addVariants(file: string): Promise<void> {
    const answer = this.ask("isready", "readyok");
    this.worker.postMessage({ variants: file });
    await answer;
    throwErrors(await this.ask("isready", "readyok"));
  }

  /** Searches a position. `postMessage("stop")` ends it with what has been found. */
  async search(request: SearchRequest): Promise<SearchResult> {
    const { fen, moves = [], go, onInfo } = request;
    const start = fen === undefined ? "startpos" : `fen ${fen}`;
    const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
    const found: Info[] = [];
    const stop = this.listen((line) => {
      const info = parseInfo(line);
      if (info === null) return;
      found[info.line - 1] = info;
      onInfo?.(info);
    });
    try {
      const lines = await this.ask(`position ${start}${played}\ngo ${go}`, "bestmove");
      throwErrors(lines);
      const [, best, , ponder] = lines.at(-1)?.split(" ") ?? [];
      const is = (move?: string) => move !== undefined && move !== "0000" && move !== "(none)";
      return {
        best: is(best) ? best! : null,
        ponder: is(ponder) ? ponder! : null,
        lines: found.filter((info) => info !== undefined),
      };
    } finally {
      stop();
    }
  }

  /** Ends the worker. */
  terminate(): void {
    this.failure ??= new Error("the engine has ended: it was ended");
    void this.worker.terminate();
  }

  private receive(line: string): void {
    for (const listener of [...this.listeners]) listener(line);
  }

  private fail(reason: string): void {
    this.failure ??= new Error(`the engine has ended: ${reason}`);
    for (const fail of [...this.failures]) fail(this.failure);
  }
}

/** The address of a folder, which ends with a slash. */
function folder(address: URL | string): string {
  const base = isNode ? undefined : globalThis.location.href;
  const { href } = new URL(address, base);
  return href.endsWith("/") ? href : `${href}/`;
}

/** What the engine says of a wrong line. */
const ERROR = "info string Error: ";

function throwErrors(lines: string[]): void {
  const errors = lines.filter((line) => line.startsWith(ERROR));
  if (errors.length > 0) throw new Error(errors.map((line) => line.slice(ERROR.length)).join("\n"));
}

/** A line such as `info depth 3 score cp 20 nodes 500 pv e2e4`; null if it tells of no score. */
function parseInfo(line: string): Info | null {
  const words = line.split(" ");
  const after = (name: string) => words[words.indexOf(name) + 1];
  const number = (name: string) => (words.includes(name) ? Number(after(name)) : 0);
  if (words[0] !== "info" || words[1] === "string" || !words.includes("score")) return null;
  const bound = words.includes("lowerbound") ? "lower" : "upper";
  return {
    depth: number("depth"),
    line: number("multipv") || 1,
    score: words.includes("mate") ? { mate: number("mate") } : { cp: number("cp") },
    bound: words.includes(`${bound}bound`) ? bound : null,
    nodes: number("nodes"),
    nodesPerSecond: number("nps"),
    time: number("time"),
    pv: words.includes("pv") ? words.slice(words.indexOf("pv") + 1) : [],
  };
}
