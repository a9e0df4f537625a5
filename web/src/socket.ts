// The connection to the server: it comes back by itself, and says where it stands.

import type { Message, Request } from "./messages";

export type Connection = "connecting" | "open" | "lost" | "refused";

/** How long to wait before the next attempt, in milliseconds. */
const DELAYS = [200, 500, 1000, 2000, 5000];

export class Socket {
  private socket: WebSocket | null = null;
  private attempts = 0;

  constructor(
    private readonly onMessage: (message: Message) => void,
    private readonly onConnection: (connection: Connection) => void,
  ) {
    this.connect();
  }

  send(request: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  private connect(): void {
    const address = `ws://${location.host}/socket?token=${encodeURIComponent(token())}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.onConnection("open");
    };
    socket.onmessage = (event) => this.onMessage(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)];
      this.attempts += 1;
      setTimeout(() => this.connect(), delay);
      if (this.attempts === 1) this.onConnection("lost");
      else void this.askWhy();
    };
  }

  /** A server that answers, but not on this socket, does not know the token. */
  private async askWhy(): Promise<void> {
    const { attempts } = this;
    const answers = await fetch("/", { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (attempts === this.attempts) this.onConnection(answers ? "refused" : "lost");
  }
}

/**
 * The token of the page's address. It is taken out of sight, and kept for all pages of this
 * server: a new tab gets in by a link, and an old one when the server has been started again.
 */
export function token(): string {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given !== null) {
    localStorage.setItem("token", given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  return localStorage.getItem("token") ?? "";
}
