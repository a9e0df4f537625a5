// A page with a board, and what a user does with it.

import { expect, type Locator, type Page } from "@playwright/test";

import { Completion, type Shown as State } from "../src/completion";
import type { FromWorker } from "../src/local";
import type { LegalMove, Message } from "../src/messages";
import { candidates } from "../src/moves";

/** How long the server may take to answer on a busy machine, in milliseconds. */
const PATIENCE = 20_000;

export type Gesture = "click" | "drag";

export interface NewGame {
  /** Whether it begins with the position on the board. */
  here?: boolean;
  variant?: string;
  castling?: string;
  promotion?: string;
  array?: number;
  /** Without a level, two persons play at one board. */
  level?: number;
  color?: "white" | "black";
  /** The color against a person who joins by a link. */
  link?: "white" | "black";
  clock?: string;
}

/** A position in the address of the page. */
export interface Shared {
  variant: string;
  fen?: string;
  castling?: string;
  promotion?: string;
}

interface Expectation {
  node: number;
  pieces: Record<string, string>;
}

function expectation(state: State): Expectation {
  return { node: state.node, pieces: Object.fromEntries(state.position.pieces) };
}

/** Whether the page shows this; it runs in the page. */
function isShown({ node, pieces }: Expectation): boolean {
  const current = document.querySelector("[aria-current]");
  if (Number(current?.getAttribute("data-node") ?? 0) !== node) return false;
  const squares = [...document.querySelectorAll<HTMLElement>("[data-square]")];
  return (
    squares.length > 0 &&
    squares.every(({ dataset }) => dataset.piece === pieces[dataset.square ?? ""])
  );
}

/** The choice of the dialog. */
function opponentOf({ level, color, link }: NewGame): string {
  if (link !== undefined) return `link-${link}`;
  return level === undefined ? "person" : (color ?? "white");
}

export class Table {
  /** What went wrong in the page while nobody looked. */
  readonly faults: string[] = [];
  private shown: State | null = null;
  private isListening = false;
  private completion = new Completion();
  private waiting: ((state: State) => void)[] = [];

  constructor(
    readonly page: Page,
    public address: string,
  ) {
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(message.text());
    });
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => this.receive(String(payload)));
    });
  }

  /** Listens to the worker of a page without a server, as it would to a socket. */
  private async listenToWorker(): Promise<void> {
    if (this.isListening || process.env.SITE === undefined) return;
    this.isListening = true;
    await this.page.exposeFunction("fromWorker", (text: string) => this.receive(text));
    await this.page.addInitScript(() => {
      const { fromWorker } = window as unknown as { fromWorker(text: string): void };
      const workers: Worker[] = [];
      Object.assign(window, { workers });
      window.Worker = class extends Worker {
        constructor(...options: ConstructorParameters<typeof Worker>) {
          super(...options);
          workers.push(this);
          this.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
            if (data.type === "message") fromWorker(data.text);
          });
        }
      };
    });
  }

  /** Forgives failed connections, of which the browser itself complains. */
  forgetConnections(): void {
    const isOther = (fault: string) =>
      !/WebSocket connection|ERR_CONNECTION_REFUSED|status of (403|404|409|503)/.test(fault);
    const others = this.faults.filter(isOther);
    this.faults.splice(0, this.faults.length, ...others);
  }

  private receive(payload: string): void {
    const message = JSON.parse(payload) as Message;
    if (message.type !== "state") return;
    const shown = this.completion.complete(message);
    this.shown = shown;
    for (const listener of this.waiting) listener(shown);
  }

  /** The state that the server sent last. */
  get state(): State {
    if (this.shown === null) throw new Error("The server has sent no state.");
    return this.shown;
  }

  /** Opens the page and waits until it can be used. */
  async open(shared?: Shared): Promise<void> {
    const hash = shared === undefined ? "" : `#${new URLSearchParams({ ...shared }).toString()}`;
    const field = shared?.fen?.split(" ")[0];
    await this.listenToWorker();
    await this.after(
      () => this.page.goto(this.address + hash),
      ({ position }) => field === undefined || position.fen.startsWith(`${field} `),
    );
    await this.shows();
    if (shared !== undefined) {
      const board = this.page.getByRole("grid", { name: `Board of ${shared.variant},` });
      await expect(board).toBeVisible();
      await expect(this.button("Resign")).toBeHidden();
    }
  }

  /** Does something, and waits for a state of this kind. */
  async after(
    action: () => Promise<unknown>,
    isIt: (state: State) => boolean = () => true,
  ): Promise<State> {
    const comes = new Promise<State>((resolve, reject) => {
      const listener = (state: State) => {
        if (!isIt(state)) return;
        clearTimeout(timer);
        this.waiting = this.waiting.filter((other) => other !== listener);
        resolve(state);
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== listener);
        reject(new Error(`No such state came; the last was at ${this.shown?.position.fen}.`));
      }, PATIENCE);
      this.waiting.push(listener);
    });
    // If the action fails, nobody waits for the state any more.
    comes.catch(() => {});
    await action();
    return comes;
  }

  square(name: string): Locator {
    return this.page.locator(`[data-square="${name}"]`);
  }

  /** A move in the list of moves, by its text without the number. */
  listed(san: string): Locator {
    return this.page.locator("[data-node]", { hasText: new RegExp(`(^|[.\\s])${san}$`) });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** An item of the menu, which may be closed. */
  item(name: string): Locator {
    return this.page.locator("#menu button", { hasText: new RegExp(`^${name}$`) });
  }

  /** Chooses from the menu, or clicks a button of the page. */
  async command(name: string): Promise<void> {
    const item = this.item(name);
    // The items are loaded when the board is there.
    await this.item("Help").waitFor({ state: "attached" });
    if ((await item.count()) === 0) return this.button(name).click();
    await this.button("Menu").click();
    await item.click();
  }

  /** The dialog that is open. */
  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** The choice between several moves. */
  get chooser(): Locator {
    return this.page.locator("dialog.choice");
  }

  private async centers(names: string[]): Promise<{ x: number; y: number }[]> {
    return this.page.evaluate(
      (names) =>
        names.map((name) => {
          const box = document.querySelector(`[data-square="${name}"]`)?.getBoundingClientRect();
          if (box === undefined) throw new Error(`The page shows no square ${name}.`);
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
      names,
    );
  }

  /** Takes a piece from one square to another with the mouse. */
  async gesture(from: string, to: string, how: Gesture = "click"): Promise<void> {
    const [start, end] = await this.centers([from, to]);
    if (start === undefined || end === undefined) return;
    const { mouse } = this.page;
    if (how === "drag") {
      await mouse.move(start.x, start.y);
      await mouse.down();
      await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await mouse.move(end.x, end.y);
      await mouse.up();
    } else {
      await mouse.click(start.x, start.y);
      await mouse.click(end.x, end.y);
    }
  }

  /** Makes a legal move with the mouse, and answers what the page asks. */
  async play(move: LegalMove, how: Gesture = "click"): Promise<void> {
    const meant = candidates(this.state.position.legal, move.from, move.to);
    const { node } = this.state;
    await this.after(
      async () => {
        await this.gesture(move.from, move.to, how);
        if (meant.length > 1) await this.chooser.locator(`[data-move="${move.mv}"]`).click();
      },
      (state) => state.node !== node,
    );
    await this.shows();
  }

  /** Makes these moves, given in coordinates. */
  async moves(line: string, how: Gesture = "click"): Promise<void> {
    for (const mv of line.split(" ")) {
      const move = this.state.position.legal.find((other) => other.mv === mv);
      if (move === undefined) throw new Error(`${mv} is not legal.`);
      await this.play(move, how);
    }
  }

  async resign(): Promise<void> {
    await this.after(() => this.button("Resign").click());
  }

  /** Deletes the move shown with what follows it. */
  async delete(): Promise<void> {
    await this.after(() => this.command("Delete"));
  }

  /** Opens a file of the dialog. */
  async openFile(name: string, text: string): Promise<void> {
    await this.command("Open");
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
    await this.dialog.locator("input[type=file]").setInputFiles(file);
  }

  /** Waits until the board and the list of moves show what the server sent last. */
  async shows(): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (!(await this.page.evaluate(isShown, expectation(this.state)))) {
      if (Date.now() > deadline)
        throw new Error(`The page does not show ${this.state.position.fen}.`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Starts a game by the dialog. */
  async newGame(game: NewGame = {}): Promise<void> {
    await this.button("New game").click();
    const { dialog } = this;
    const choose = (label: string, choice: string | { label: string }) =>
      dialog.getByRole("combobox", { name: label, exact: true }).selectOption(choice);
    if (game.variant !== undefined) {
      await dialog.locator(`[data-game="${game.variant}"]`).click();
    }
    await choose("Opponent", opponentOf(game));
    if (game.level !== undefined) {
      const slider = dialog.getByRole("slider");
      await slider.press("Home");
      for (let level = 0; level < game.level; level += 1) await slider.press("ArrowRight");
    }
    const { castling, promotion, here, array, clock } = game;
    if ([castling, promotion, here, array, clock].some((choice) => choice !== undefined))
      await dialog.getByText("More", { exact: true }).click();
    if (castling !== undefined) await choose("Castling", castling);
    if (promotion !== undefined) await choose("Promotion", promotion);
    if (here === true) await choose("Start from", { label: "the position on the board" });
    if (array !== undefined)
      await dialog.getByRole("spinbutton", { name: "Array" }).fill(String(array));
    if (clock !== undefined) await choose("Clock", { label: clock });
    await this.after(
      () => dialog.getByRole("button", { name: "Start" }).click(),
      (state) => state.players !== null && state.tree.length === 1,
    );
    await expect(dialog).toBeHidden();
  }

  /** Checks some squares; null for an empty one. */
  async expectPieces(expected: Record<string, string | null>): Promise<void> {
    for (const [square, piece] of Object.entries(expected)) {
      if (piece === null) await expect(this.square(square)).not.toHaveAttribute("data-piece");
      else await expect(this.square(square)).toHaveAttribute("data-piece", piece);
    }
  }

  /** The moves of the list, in its order. */
  sans(): Promise<string[]> {
    return this.page.locator("[data-node]").evaluateAll((nodes) =>
      nodes.map((node) =>
        [...node.childNodes]
          .filter((child) => child.nodeType === Node.TEXT_NODE)
          .map((child) => child.textContent)
          .join(""),
      ),
    );
  }

  /** The result, as the list of moves shows it. */
  get result(): Locator {
    return this.page.locator(".result");
  }

  /** The comments that the list of moves shows. */
  get comments(): Locator {
    return this.page.locator(".comment:not(:empty)");
  }

  get announcement(): Locator {
    return this.page.getByTestId("announcement");
  }
}
