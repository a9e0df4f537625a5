// The parts of the page that the first board does not need. They are one file of code and one of
// styles, which are loaded when the browser has time, or as soon as a part is wanted.

import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { hasNoServer } from "./local";
import address from "./more.css?url";
import { board, notify } from "./store";

type More = typeof import("./more");

const more = signal<More | null>(null);
/** Whether a part that is wanted has not come for some time. */
export const isLate = signal(false);
/** After how many milliseconds it is late. */
const PATIENCE = 400;
/** The longest time to wait for a browser that is never idle, in milliseconds. */
const MAX_IDLE_WAIT = 1000;

let parts: Promise<More> | null = null;
let style: Promise<void> | null = null;

/** Whether all parts are there. */
export function isLoaded(): boolean {
  return more.value !== null;
}

function loadStyle(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`There is no ${address}.`));
    };
    document.head.append(link);
  });
}

/** Loads the parts; false if they cannot be loaded just now. What has come is kept. */
export async function load(): Promise<boolean> {
  parts ??= import("./more");
  style ??= loadStyle();
  const [code, look] = await Promise.allSettled([parts, style]);
  if (code.status === "rejected") parts = null;
  if (look.status === "rejected") style = null;
  if (code.status === "rejected" || look.status === "rejected") return false;
  more.value = code.value;
  return true;
}

/** Loads the parts once the first board is drawn and the browser has nothing else to do. */
export function loadWhenIdle(): void {
  const stop = effect(() => {
    if (board.value === null) return;
    setTimeout(() => {
      stop();
      if ("requestIdleCallback" in window)
        requestIdleCallback(() => void load(), { timeout: MAX_IDLE_WAIT });
      else void load();
    });
  });
}

/** Loads the parts for the user, who waits for one of them. */
async function loadNow(): Promise<boolean> {
  const timer = setTimeout(() => (isLate.value = true), PATIENCE);
  const isThere = await load();
  clearTimeout(timer);
  isLate.value = false;
  if (isThere) return true;
  const missing = hasNoServer() ? "network" : "server";
  const sentence = `This part of the page could not be loaded: the ${missing} does not answer.`;
  notify(
    `${sentence} Your game is kept; reload the page when the ${missing} is there again.`,
    true,
  );
  return false;
}

/** Shows one of the parts as soon as it is there. */
export function Later(props: {
  /** What to do if it cannot be had. */
  failed?: () => void;
  children: (parts: More) => JSX.Element;
}): JSX.Element | null {
  const there = more.value;
  useEffect(() => {
    if (there === null) void loadNow().then((isThere) => isThere || props.failed?.());
  }, []);
  return there === null ? null : props.children(there);
}
