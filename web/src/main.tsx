import "./colors.css";
import "./style.css";
import "./board.css";
import "./panels.css";
import "./dialogs.css";
import "./study.css";
import "./narrow.css";
import "./embedded.css";

import { render } from "preact";

import { App } from "./app";
import "./hearing";
import { connect } from "./store";

const element = document.getElementById("app");
if (element !== null) {
  render(<App />, element);
  connect();
}
