import { chromium } from "@playwright/test";
import fs from "fs";
const url = /http\S+/.exec(fs.readFileSync("/tmp/board.log", "utf8"))[0];
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const p = await b.newPage({ viewport: { width: 1280, height: 860 } });
p.on("console", (m) => console.log("console", m.type(), m.text()));
p.on("pageerror", (e) => console.log("pageerror", e.message));
await p.goto(url);
await p.waitForSelector("[data-piece=wF]");
await p.screenshot({ path: "/tmp/shots/1.png" });
await p.click("[data-square=d1]");
await p.hover("[data-square=e4]").catch(() => {});
await p.waitForTimeout(300);
await p.screenshot({ path: "/tmp/shots/2.png" });
await p.click("text=New game");
await p.waitForTimeout(200);
await p.screenshot({ path: "/tmp/shots/3.png" });
await p.click("dialog >> text=Start");
await p.waitForTimeout(300);
await p.dragAndDrop("[data-square=e2]", "[data-square=e4]");
await p.waitForTimeout(2500);
await p.screenshot({ path: "/tmp/shots/4.png" });
console.log(await p.innerText(".moves"));
await b.close();
