// The server under test.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A file of the repository. */
export function repository(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The program under test. */
export const PROGRAM = process.env.PEREGRINE ?? repository("target/release/peregrine");

/** A variant file that every server under test is given, and its game. */
const VARIANT_FILE = ["--variants", repository("docs/examples/falcon-guards.toml")];
export const FILE_GAME = "falcon-guards";

/** All games that the page under test offers, in their order. Without a server it has no file. */
export function gameNames(): string[] {
  const files = process.env.SITE === undefined ? VARIANT_FILE : [];
  const list = execFileSync(PROGRAM, ["variants", ...files], { encoding: "utf8" });
  return list.split("\n").filter((line) => /^\S/.test(line));
}

/** A server of pages. */
export interface Served {
  /** The address of the page, with its token if it needs one. */
  readonly address: string;
  stop(): Promise<void>;
}

/** A running `peregrine board`. */
export class Server implements Served {
  private constructor(
    private readonly program: ChildProcess,
    /** The address of the page, with its token. */
    readonly address: string,
  ) {}

  static start(port = 0, more: string[] = []): Promise<Server> {
    const options = ["board", "--no-open", "--port", String(port), ...VARIANT_FILE, ...more];
    const program = spawn(PROGRAM, options, { stdio: ["ignore", "pipe", "inherit"] });
    return new Promise((resolve, reject) => {
      let text = "";
      program.stdout.on("data", (chunk) => {
        text += String(chunk);
        const address = /http:\S+/.exec(text)?.[0];
        if (address !== undefined) resolve(new Server(program, address));
      });
      program.once("error", reject);
      program.once("exit", () => reject(new Error(`The server ended, saying '${text}'.`)));
    });
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.program.once("exit", resolve);
      this.program.kill();
    });
  }
}
