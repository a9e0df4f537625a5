// What the page needs of the session at the other end: a server's, or that of a worker.

import type { ArrayView, Message, Request } from "./messages";

/**
 * `refused`: the server does not know the token; `full`: it has no room for another page;
 * `stopped`: the worker has ended and is started again; `dismissed`: the page has joined a game by a
 * link, and takes part in it no longer.
 */
export type Connection =
  "connecting" | "open" | "lost" | "refused" | "full" | "stopped" | "dismissed";

export interface Link {
  send(request: Request): "sent" | "closed" | "large";
  /** The start position of a game. */
  array(game: string): Promise<ArrayView | null>;
}

/** What a link reports. */
export interface Listener {
  message(message: Message): void;
  connection(connection: Connection): void;
}
