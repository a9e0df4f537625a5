// Continuing a game that the page kept: what the server says until it has answered.
//
// A new session first shows its own empty game. That must not take the place of the one kept.

import type { Shown as State } from "./completion";
import type { Message } from "./messages";

type Shown = Extract<Message, { type: "board" }> | (State & { type: "state" });

/** How often the connection may end before a game is given up. */
const MAX_LOST = 3;

export class Restoring {
  /** The game that the server was asked for. */
  private saved: string | null = null;
  /** Whether the session has not shown its own game yet. */
  private isFresh = true;
  /** What the session showed before it answered. */
  private messages: Shown[] = [];
  private lostWith: { saved: string; times: number } | null = null;

  /** There is a new session. */
  connected(): void {
    this.saved = null;
    this.isFresh = true;
    this.messages = [];
  }

  ask(saved: string): void {
    this.saved = saved;
  }

  /** Whether the page should show this. */
  isNew(message: Shown): boolean {
    const isFresh = this.isFresh;
    if (message.type === "state") this.isFresh = false;
    if (this.saved === null) return true;
    if (isFresh) {
      this.messages.push(message);
      return false;
    }
    if (message.type === "state") {
      this.saved = null;
      this.lostWith = null;
    }
    return true;
  }

  /** The connection has ended. */
  lost(): void {
    if (this.saved === null) return;
    const times = this.lostWith?.saved === this.saved ? this.lostWith.times : 0;
    this.lostWith = { saved: this.saved, times: times + 1 };
  }

  /** Whether the connection ended each time the server was asked for this game. */
  isHopeless(saved: string): boolean {
    return this.lostWith?.saved === saved && this.lostWith.times >= MAX_LOST;
  }

  /** The server cannot continue the game: that, and what to show instead. */
  fail(): { saved: string; messages: Shown[] } | null {
    if (this.saved === null) return null;
    const failed = { saved: this.saved, messages: this.messages };
    this.saved = null;
    this.lostWith = null;
    this.messages = [];
    return failed;
  }

  /** A game that was set apart, as the browser keeps it. */
  static parse(text: string | null): { saved: string; reason: string } | null {
    try {
      const kept = JSON.parse(text ?? "null") as { saved?: unknown; reason?: unknown } | null;
      if (typeof kept?.saved !== "string" || typeof kept.reason !== "string") return null;
      return { saved: kept.saved, reason: kept.reason };
    } catch {
      return null;
    }
  }
}
