// The service worker of a page without a server: it keeps the files of the page, so that the page
// works without a network. Those of a game are kept when it is played.

/** The files of the page, and a name for this version of them: see site.mjs. */
declare const FILES: string[];
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = "peregrine ";
const NAME = PREFIX + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await scope.clients.claim();
}

/** The file as it is kept, or from the network. */
async function find(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await cache.put(request, fetched.clone());
  return fetched;
}

/** The file with the headers for pages that share memory between workers, as the engine's threads
 * do. Few hosts send them. */
async function answer(request: Request): Promise<Response> {
  const found = await find(request);
  if (found.type !== "basic" && found.type !== "default") return found;
  const { body, status, statusText } = found;
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(body, { status, statusText, headers });
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
