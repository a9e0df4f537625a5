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
/** How long to wait before parts that could not be loaded are tried again, in milliseconds. */
const PAUSE = 5000;

let parts: Promise<More> | null = null;
let style: Promise<void> | null = null;
/** What several that wait at the same time wait for. */
let waiting: Promise<boolean> | null = null;

/** The parts; null until they are there. */
export function loaded(): More | null {
  return more.value;
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

/** Loads the parts, as often as it takes. */
async function loadAtLast(): Promise<void> {
  while (!(await load())) await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

/** Loads the parts once the first board is drawn and the browser has nothing else to do. */
export function loadWhenIdle(): void {
  const stop = effect(() => {
    if (board.value === null) return;
    setTimeout(() => {
      stop();
      if ("requestIdleCallback" in window)
        requestIdleCallback(() => void loadAtLast(), { timeout: MAX_IDLE_WAIT });
      else void loadAtLast();
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
export function Later({
  whenIdle = false,
  meanwhile,
  failed,
  children,
}: {
  /** Whether it comes when the browser is idle, and not at once. */
  whenIdle?: boolean;
  /** What to show until then. */
  meanwhile?: JSX.Element;
  /** What to do if it cannot be had. */
  failed?: () => void;
  children: (parts: More) => JSX.Element;
}): JSX.Element | null {
  const there = more.value;
  // The effect outlives this drawing: it must not hold elements, which hold all others.
  useEffect(() => {
    if (there !== null || whenIdle) return;
    waiting ??= loadNow().finally(() => (waiting = null));
    void waiting.then((isThere) => isThere || failed?.());
  }, []);
  return there === null ? (meanwhile ?? null) : children(there);
}
