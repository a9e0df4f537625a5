// The connection to the server: it comes back by itself, and says where it stands.

import type { Message, Request } from "./messages";

export type Connection = "connecting" | "open" | "lost" | "refused";

/** How long to wait before the next attempt, in milliseconds. */
const DELAYS = [200, 500, 1000, 2000, 5000];

export class Socket {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private wasOpen = false;

  constructor(
    private readonly token: string,
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
    const address = `ws://${location.host}/socket?token=${encodeURIComponent(this.token)}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.wasOpen = true;
      this.onConnection("open");
    };
    socket.onmessage = (event) => this.onMessage(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      // A server that never let us in will not do so later.
      const refused = !this.wasOpen && this.attempts >= 2;
      this.onConnection(refused ? "refused" : "lost");
      const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)];
      this.attempts += 1;
      setTimeout(() => this.connect(), delay);
    };
  }
}

/** The token of the page's address. It is kept for this tab and taken out of sight. */
export function token(): string {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given !== null) {
    sessionStorage.setItem("token", given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  return sessionStorage.getItem("token") ?? "";
}
