import "./colors.css";
import "./style.css";
import "./board.css";
import "./panels.css";
import "./narrow.css";
import "./embedded.css";

import { render } from "preact";

import { App } from "./app";
import { isGuest } from "./invitation";
import { load, loadWhenIdle } from "./later";
import { settings } from "./settings";
import { connect } from "./store";

async function start(element: HTMLElement): Promise<void> {
  // Where the first board needs the other parts as well, it would change as they come.
  if (isGuest || settings.value.pieces === "plain") await load();
  render(<App />, element);
  connect();
  loadWhenIdle();
}

const element = document.getElementById("app");
if (element !== null) void start(element);
