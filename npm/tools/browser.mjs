// A page in Chromium to which the files of this repository are served.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("@playwright/test");

const root = new URL("../../", import.meta.url);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
/** Pages with these may share memory. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Opens an empty page. Returns it, its requests, and what closes all. */
export async function openPage() {
  const requests = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      response.writeHead(200, { ...ISOLATED, "Content-Type": "text/html" });
      return response.end("<!doctype html>");
    }
    requests.push(pathname);
    try {
      const content = await readFile(new URL(`.${pathname}`, root));
      const type = TYPES[extname(pathname)] ?? "application/octet-stream";
      response.writeHead(200, { ...ISOLATED, "Content-Type": type }).end(content);
    } catch {
      response.writeHead(404, ISOLATED).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, requests, close };
}
