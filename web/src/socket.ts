// The connection to the server: it comes back by itself, and says where it stands.

import { bytes } from "./files";
import { invitation } from "./invitation";
import type { Link, Listener } from "./link";
import { type ArrayView, MAX_MESSAGE, type Message, type Request } from "./messages";
import { read, write } from "./storage";

/** How long to wait before the next attempt, in milliseconds. */
const DELAYS = [200, 500, 1000, 2000, 5000];

const TOKEN = "token";

export class Socket implements Link {
  private socket: WebSocket | null = null;
  private attempts = 0;
  /** Whether the server has said that the page need not come back. */
  private isDismissed = false;
  /** The tokens that this round of attempts has not tried yet. */
  private tokens: string[];

  constructor(private readonly listener: Listener) {
    this.tokens = tokens(givenToken());
    this.connect();
  }

  send(request: Request): "sent" | "closed" | "large" {
    if (this.socket?.readyState !== WebSocket.OPEN) return "closed";
    const text = JSON.stringify(request);
    if (bytes(text) > MAX_MESSAGE) return "large";
    this.socket.send(text);
    return "sent";
  }

  async array(game: string): Promise<ArrayView | null> {
    const query = new URLSearchParams({ game, token: read("session", TOKEN) ?? "" });
    const answer = await fetch(`/array?${query.toString()}`).catch(() => null);
    return answer?.ok === true ? ((await answer.json()) as ArrayView) : null;
  }

  private connect(): void {
    const token = this.tokens[0] ?? "";
    const socket = new WebSocket(`ws://${location.host}/socket?${access(token)}`);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      this.attempts = 0;
      wasOpen = true;
      // It is kept for all pages of this server, now that it is known to be right: a new tab
      // gets in by a link, and an old one when the server has been started again.
      if (invitation === null) {
        write("session", TOKEN, token);
        write("local", TOKEN, token);
      }
      this.listener.connection("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      if (this.isDismissed) return;
      if (wasOpen) {
        this.listener.connection("lost");
        this.connectLater();
      } else void this.askWhy(token);
    };
  }

  private receive(message: Message): void {
    this.isDismissed ||= message.type === "dismissed";
    this.listener.message(message);
  }

  private connectLater(): void {
    const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)];
    this.attempts += 1;
    setTimeout(() => this.connect(), delay);
  }

  /** A browser does not say why a socket was refused; the server does. */
  private async askWhy(token: string): Promise<void> {
    const answer = await fetch(`/access?${access(token)}`).catch(() => null);
    const status = answer?.status ?? 0;
    if (answer !== null && (status === 404 || status === 409))
      return this.receive({ type: "dismissed", text: await answer.text() });
    if (status === 403) {
      this.tokens.shift();
      if (this.tokens.length > 0) return this.connect();
      this.tokens = tokens(null);
    }
    this.listener.connection(status === 403 ? "refused" : status === 503 ? "full" : "lost");
    this.connectLater();
  }
}

/** What lets the page in: its token, or a link to a game. */
function access(token: string): string {
  const query: Record<string, string> =
    invitation === null ? { token } : { join: invitation.token, key: invitation.key };
  return new URLSearchParams(query).toString();
}

/** The tokens that may be right: that of the address, of this tab, and of the last one. */
function tokens(given: string | null): string[] {
  const all = [given, read("session", TOKEN), read("local", TOKEN)];
  return [...new Set(all.filter((token) => token !== null))];
}

/** The token of the page's address, which is taken out of sight. */
function givenToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given === null) return null;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
  return given;
}
