// A server of files for scripts.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves a folder on a port of its own. */
export function serve(folder) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    try {
      answer.writeHead(200, { "content-type": type }).end(readFileSync(join(folder, name)));
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
