// The review of the moves played: value curve, mistakes, and what it comes to in words.
import { stream } from "../api.js";
import { clear, h } from "../dom.js";
import { say } from "../say.js";
import { Curve } from "./curve.js";
import { moveButton, playable } from "./lines.js";

const KEPT = 8;

export class Review {
  #kept = new Map(); // what was found of lines: going back to one shows it again
  #key = null;
  #running = null;
  #plies = [];

  // onGo(ply) shows a position of the line; onLine(ply, moves) plays other moves from there;
  // onMarks(map) hears which plies have which mark.
  constructor({ onGo, onLine, onMarks }) {
    Object.assign(this, { onGo, onLine, onMarks });
    this.curve = new Curve(onGo);
    this.button = h("button", { type: "button", class: "button", title: "e",
      on: { click: () => (this.#running ? this.stop() : this.start()) } });
    this.state = h("p", { class: "note" });
    this.progress = h("progress", { hidden: true, "aria-label": "Moves judged" });
    this.here = h("div", { class: "stack here" });
    this.sentences = h("div", { class: "stack sentences" });
    this.body = h("tbody");
    this.found = h("div", { class: "stack" }, this.curve.element, this.here, this.sentences,
      h("details", {}, h("summary", {}, "All moves in words"),
        h("div", { class: "table-wrap", tabindex: "0", role: "group", "aria-label": "All moves in words" },
          h("table", {}, h("thead", {}, h("tr", {}, ["Move", "Value", "In words"].map((name) => h("th", { scope: "col" }, name)))),
            this.body))));
    this.element = h("section", { class: "panel stack", "aria-labelledby": "review-title" },
      h("h2", { id: "review-title" }, "Review"), h("div", { class: "row" }, this.button, this.progress), this.state, this.found);
    this.#clear();
  }

  // Which line is on the board; a review of another one is not shown for it.
  follow(spot, at, players) {
    Object.assign(this, { at, players });
    const key = JSON.stringify(spot);
    if (key !== this.#key) {
      this.stop();
      this.#key = key;
      this.spot = spot;
      this.#clear();
      for (const line of this.#kept.get(key) ?? []) this.#hear(line, false);
      if (!spot.moves.length) this.state.textContent = "Play some moves, or paste a game, to review it.";
    }
    this.button.disabled = !spot.moves.length;
    this.curve.mark(at);
    this.#tellHere();
  }

  start() {
    if (!this.spot?.moves.length) return;
    this.stop();
    this.#clear();
    const running = new AbortController();
    const heard = [];
    this.#running = running;
    this.state.textContent = "Waiting for the engine …";
    this.#showButton();
    const hear = (line) => {
      if (this.#running !== running) return;
      if (line.state === "thinking" && line.done === 0) heard.length = 0;
      if (line.state === "ply" || line.state === "done") heard.push(line);
      if (line.state === "done") this.#keep(heard);
      this.#hear(line);
    };
    stream("/api/review", { spot: this.spot }, hear, { signal: running.signal })
      .catch((error) => hear({ state: "error", error: error.message }))
      .finally(() => this.#running === running && this.#rest());
  }

  stop() {
    if (!this.#running) return;
    this.#running.abort();
    this.#rest();
    this.state.textContent = "Stopped.";
  }

  // Values are off: nothing of a review stays.
  forget() {
    this.stop();
    this.#kept.clear();
    this.#clear();
  }

  #rest() {
    this.#running = null;
    this.progress.hidden = true;
    this.#showButton();
  }

  #showButton() {
    this.button.textContent = this.#running ? "Stop" : this.#plies.length ? "Review again" : "Review these moves";
  }

  #keep(lines) {
    this.#kept.delete(this.#key);
    this.#kept.set(this.#key, lines);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  #clear() {
    this.#plies = [];
    this.found.hidden = true;
    this.state.classList.remove("error");
    this.state.textContent = "";
    for (const node of [this.sentences, this.here, this.body]) clear(node);
    this.#showButton();
    this.onMarks(new Map());
  }

  #hear(line, aloud = true) {
    const { state } = line;
    if (state === "thinking" && line.of) {
      if (line.done === 0 && this.#plies.length) this.#clear(); // it began anew, interpreted
      Object.assign(this.progress, { hidden: false, max: line.of, value: line.done });
      this.state.textContent = `${line.done} of ${line.of} moves judged.`;
    } else if (state === "ply") this.#ply(line);
    else if (state === "done") {
      this.state.textContent = "";
      clear(this.sentences, line.text.map((text) => h("p", {}, text)));
      this.#showButton();
      if (aloud) say(`Review done. ${line.text[0] ?? ""}`);
    } else if (state === "error") {
      this.state.classList.add("error");
      this.state.textContent = line.error;
      say(line.error);
    } else if (line.text || line.ahead) this.state.textContent = line.text ?? `Waiting: ${line.ahead} ahead.`;
  }

  #ply(line) {
    const { ply, mark } = line;
    this.#plies.push(line);
    this.found.hidden = false;
    this.curve.show(this.#plies, this.spot.moves.length, this.players);
    if (!ply) return;
    this.body.append(h("tr", {}, h("th", { scope: "row" }, moveButton(`${ply}. ${line.move}${mark}`, () => this.onGo(ply))),
      h("td", { class: "figure" }, line.label), h("td", {}, line.text)));
    if (mark) this.onMarks(new Map(this.#plies.map((judged) => [judged.ply, judged.mark])));
    if (ply === this.at) this.#tellHere();
  }

  // What the review says of the move that led to the position on the board.
  #tellHere() {
    const line = this.#plies.find(({ ply }) => ply && ply === this.at);
    clear(this.here, line && [
      h("p", {}, h("strong", {}, `${line.ply}. ${line.move}${line.mark} `), line.text),
      line.better.length > 0 && playable(line.better, (moves) => this.onLine(line.ply - 1, moves), "Better"),
    ]);
  }
}
