// A server of files, as dumb as those that publish static pages: it knows names and types.

import { readFileSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { extname, join } from "node:path";

import type { Served } from "./server";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export class FileServer implements Served {
  private constructor(
    private readonly server: HttpServer,
    readonly address: string,
  ) {}

  /** Serves a folder, below a path as projects of many hosts have one. */
  static start(folder: string, path = "/peregrine/"): Promise<FileServer> {
    const server = createServer((request, answer) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const name = pathname.startsWith(path) ? pathname.slice(path.length) : "../missing";
      const file = name === "" ? "index.html" : name;
      try {
        if (file.includes("..")) throw new Error(file);
        const content = readFileSync(join(folder, file));
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        answer.writeHead(200, { "content-type": type }).end(content);
      } catch {
        answer.writeHead(404).end("There is no such file.");
      }
    });
    return new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" ? address?.port : undefined;
        resolve(new FileServer(server, `http://127.0.0.1:${port}${path}`));
      });
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
