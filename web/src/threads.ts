// Threads of the engine in a browser: workers that share the memory of the session's.

import { HOST_FUNCTIONS } from "../../npm/src/instance";

/** What a worker needs for being one of the engine's threads. */
export interface ThreadStart {
  type: "thread";
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The end of a block of memory for its stack and its own variables. */
  end: number;
}

/** What a module with threads exports for one of them. */
interface Exports {
  __stack_pointer: WebAssembly.Global;
  __tls_size: WebAssembly.Global;
  __wasm_init_tls(start: number): void;
  serve(): void;
}

/** The stack of a thread that searches, in bytes (see `STACK` in src/engine/thread_pool.rs), with
 * room for its variables. */
const BLOCK = 9 << 20;

/** No page needs more. */
const MOST_THREADS = 16;

/** How many threads this browser and machine have for one search. */
export function availableThreads(): number {
  if (!self.crossOriginIsolated) return 1;
  return Math.min(navigator.hardwareConcurrency, MOST_THREADS);
}

/** Starts workers that become the engine's threads, and waits until they can be used. */
export async function startThreads(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  allocate: (length: number) => number,
  count: number,
): Promise<void> {
  const starting = Array.from({ length: count }, () => {
    const end = allocate(BLOCK) + BLOCK;
    const start: ThreadStart = { type: "thread", module, memory, end };
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(self.location.href, { type: "module" });
      worker.onmessage = () => resolve();
      worker.onerror = () => reject(new Error("A thread of the engine cannot be started."));
      worker.postMessage(start);
    });
  });
  await Promise.all(starting);
}

/** The next multiple of 16 below, on which stacks begin. */
function roundDown(address: number): number {
  return address - (address % 16);
}

/** Makes this worker one of the engine's threads, for ever. */
export async function serve({ module, memory, end }: ThreadStart): Promise<void> {
  // Only the session looks at messages.
  const env = { ...HOST_FUNCTIONS, memory, pause: () => 0 };
  const instance = await WebAssembly.instantiate(module, { env });
  const exports = instance.exports as unknown as Exports;
  const variables = roundDown(end - Number(exports.__tls_size.value));
  exports.__stack_pointer.value = variables;
  exports.__wasm_init_tls(variables);
  self.postMessage("ready");
  exports.serve();
}
