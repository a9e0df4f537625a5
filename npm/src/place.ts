// Where the package runs: in a browser, or in Node.js.

/** A module of Node.js. Bundlers for browsers must not look for it. */
export async function nodeModule<T>(name: string): Promise<T> {
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`)) as T;
}

interface NodeFiles {
  readFile(file: URL): Promise<Uint8Array>;
}

export const isNode =
  typeof (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node ===
  "string";

/** The bytes of a file of the package, of the disk or of the web; null if there is none. */
export async function readFile(address: URL): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    if (address.protocol === "file:" && isNode) {
      const { readFile } = await nodeModule<NodeFiles>("fs/promises");
      return new Uint8Array(await readFile(address));
    }
    const answer = await fetch(address);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Compiles the module of the package, or the one at another address. */
export async function compile(
  source: URL | WebAssembly.Module = new URL("./peregrine.wasm", import.meta.url),
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const bytes = await readFile(source);
  if (bytes === null) throw new Error(`${source.href} cannot be loaded`);
  return WebAssembly.compile(bytes);
}
