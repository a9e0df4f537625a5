// The little that the tests use of Node, whose types are no dependency of the page.

declare const process: { env: Record<string, string | undefined> };

declare module "node:child_process" {
  interface Output {
    on(event: "data", listener: (chunk: unknown) => void): void;
  }
  export interface ChildProcess {
    stdout: Output;
    kill(): boolean;
    once(event: "error", listener: (error: Error) => void): void;
    once(event: "exit", listener: () => void): void;
  }
  export function spawn(
    command: string,
    args: string[],
    options: { stdio: ["ignore", "pipe", "inherit"] },
  ): ChildProcess;
  export function execFileSync(file: string, args: string[], options: { encoding: "utf8" }): string;
}

declare module "node:fs" {
  export const constants: { X_OK: number };
  export function accessSync(path: string, mode: number): void;
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function readFileSync(path: string): Uint8Array;
  export function existsSync(path: string): boolean;
  export function readdirSync(path: string, options?: { recursive: true }): string[];
}

declare module "node:http" {
  interface Answer {
    writeHead(status: number, headers?: Record<string, string>): Answer;
    end(content: string | Uint8Array): void;
  }
  export interface Server {
    listen(port: number, host: string, listener: () => void): void;
    address(): { port: number } | string | null;
    close(listener: () => void): void;
    closeAllConnections(): void;
  }
  export function createServer(
    listener: (request: { url?: string }, answer: Answer) => void,
  ): Server;
}

declare module "node:path" {
  export const delimiter: string;
  export function extname(path: string): string;
  export function join(...parts: string[]): string;
}

declare module "node:url" {
  export function fileURLToPath(url: URL): string;
}

declare class Buffer extends Uint8Array {
  static from(text: string): Buffer;
}
