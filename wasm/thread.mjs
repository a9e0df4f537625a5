// One of the engine's threads in Node.js, as web/src/threads.ts has them in a browser.
import { parentPort, workerData } from "node:worker_threads";

import { imports } from "./host.mjs";

const { module, memory, end } = workerData;
const { exports } = await WebAssembly.instantiate(module, imports(memory));
const address = end - exports.__tls_size.value;
const variables = address - (address % 16);
exports.__stack_pointer.value = variables;
exports.__wasm_init_tls(variables);
parentPort.postMessage("ready");
exports.serve();
