// The link by which this page has joined a game, if it has: then it can play, and nothing else.

import { hasNoServer } from "./local";
import { read, remove, write } from "./storage";

const JOIN = "join";
const KEY = "player";

/** What the server needs to know of who joins. */
export interface Invitation {
  token: string;
  /** What only this browser knows: nobody else can come back in its place. */
  key: string;
}

export const invitation = typeof location === "undefined" ? null : find();

/** Whether the page came by a link. */
export const isGuest = invitation !== null;

function find(): Invitation | null {
  if (hasNoServer()) return null;
  const address = new URL(location.href);
  const given = address.searchParams.get(JOIN);
  if (given !== null) {
    // It is taken out of sight, but a reload must find it.
    write("session", JOIN, given);
    address.searchParams.delete(JOIN);
    history.replaceState(null, "", address);
  } else if (address.searchParams.has("token")) remove("session", JOIN);
  const token = given ?? read("session", JOIN);
  return token === null ? null : { token, key: ownKey() };
}

function ownKey(): string {
  const kept = read("local", KEY) ?? read("session", KEY);
  if (kept !== null) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!write("local", KEY, key)) write("session", KEY, key);
  return key;
}

/** The address of a link. */
export function linkOf(token: string): string {
  return `${location.origin}${location.pathname}?${JOIN}=${encodeURIComponent(token)}`;
}

/** Whether only browsers of this machine reach the server. */
export function isOnlyHere(): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}
