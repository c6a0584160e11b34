// The engine beside the board: its value, its best lines, what every move is worth.
//
// What it says belongs to one spot. `show` begins with another one, `forget` takes all of it away.
import { h } from "../dom.js";
import { say } from "../say.js";
import { remember, remembered } from "../store.js";
import { ValueBox } from "./bar.js";
import { BestLines, MoveTable } from "./lines.js";
import { Live } from "./live.js";
import { boardValues, inWords } from "./words.js";

export class EnginePanel {
  // onPlay(moves) plays a line, onWhy(move) asks about one, onValues() says that `values` changed,
  // onSwitch() that `on` did.
  constructor({ onPlay, onWhy, onValues, onSwitch }) {
    Object.assign(this, { onValues, onSwitch });
    this.on = remembered("values", true);
    this.paused = false;
    this.live = new Live((line) => this.#hear(line));
    this.value = new ValueBox();
    this.lines = new BestLines(onPlay);
    this.table = new MoveTable((text) => onPlay([text]), onWhy);
    this.switch = h("input", { type: "checkbox", checked: this.on,
      on: { change: () => this.turn(this.switch.checked) } });
    this.pauseButton = h("button", { type: "button", class: "button", title: "Space", on: { click: () => this.pause() } });
    this.exactButton = h("button", { type: "button", class: "button", title: "x", text: "Exact values",
      on: { click: () => this.makeExact() } });
    this.element = h("section", { class: "panel stack", "aria-labelledby": "engine-title" },
      h("div", { class: "row spread" }, h("h2", { id: "engine-title", text: "Engine" }),
        h("label", { class: "check" }, this.switch, "Values")),
      h("div", { class: "stack of-values" }, this.value.element,
        h("div", { class: "toolbar" }, this.pauseButton, this.exactButton)),
      h("p", { class: "note without-values", text: "Values are off: the engine rests, and nothing it found is shown." }));
    this.forget();
  }

  // What moves are worth, as a Board shows it; null where nothing is to be seen.
  get values() {
    return this.on && this.found ? boardValues(this.found, this.view) : null;
  }

  show(view, spot) {
    this.view = view;
    this.spot = spot;
    this.forget();
    this.#think();
  }

  forget() {
    this.live.stop();
    this.found = this.late = null;
    this.exact = false;
    this.announced = 0; // when
    this.value.empty(this.view?.players ?? []);
    this.lines.empty(this.view);
    this.table.empty(this.view);
    this.#showButtons();
  }

  pause() {
    if (!this.on || !this.view || this.view.over) return;
    this.paused = this.live.isRunning;
    if (this.paused) {
      this.live.stop();
      this.value.say("Paused.");
    } else {
      this.announced = 0;
      this.#think();
    }
    say(this.paused ? "Paused." : "Thinking.");
    this.#showButtons();
  }

  makeExact() {
    if (!this.on || !this.view || this.view.over) return;
    this.paused = false;
    this.announced = 0;
    this.exact = true;
    this.#think();
    say("Proving every move.");
  }

  turn(on) {
    this.on = this.switch.checked = on;
    remember("values", on);
    this.forget();
    this.onSwitch();
    if (this.view) this.#think();
    say(on ? "Values on." : "Values off.");
  }

  #think() {
    const { over } = this.view;
    this.element.classList.toggle("over", Boolean(over));
    if (over) this.value.end(over);
    else if (this.paused) this.value.say("Paused.");
    else if (this.on) {
      this.live.start(this.spot, this.exact);
      this.value.say(this.exact ? "Proving every move …" : "Waiting for the engine …");
    }
    this.#showButtons();
  }

  // A line of the stream of this spot: Live drops all others.
  #hear(line) {
    if (line.state === "queued") {
      this.value.say(line.ahead ? `Waiting: ${line.ahead} ahead.` : "Waiting for the engine …");
    } else if (line.state === "compiling") {
      this.value.say(line.text);
      say(line.text);
    } else if (line.state === "thinking") {
      this.#take(line.analysis);
      this.value.say(this.exact ? "Proving every move …" : "Thinking …");
    } else if (line.state === "done") {
      if (line.analysis) this.#take(line.analysis, false);
      this.value.say(line.text || "Done.");
      this.#announce(line.text || "Done.");
    } else if (line.state === "error") {
      this.value.say(line.error, true);
      say(line.error);
    } else if (line.state === "ended") this.#showButtons();
  }

  // While a hand or a key is down nothing is drawn anew: it would take a button from under it.
  hold() {
    this.held = true;
  }

  release() {
    this.held = false;
    const { late } = this;
    if (late) this.#take(late);
  }

  #take(found, aloud = true) {
    if (found.position !== this.view.position) return; // never a value of another position
    this.late = this.held ? found : null;
    if (this.held) return;
    this.found = found;
    this.value.show(found);
    this.lines.show(found);
    this.table.show(found);
    this.onValues();
    if (aloud && found.proven && found.sign === "=") this.#announce("");
  }

  // Results are spoken, not every number: once the value is proven, and at the end. What was said
  // a moment ago is said again, since it was cut short.
  #announce(end) {
    if (!this.found || (this.announced && !end)) return;
    const isNew = !this.announced || performance.now() - this.announced < 2000;
    const best = this.view.to_move !== 0 && this.found.moves.find((move) => move.best);
    const value = !isNew ? "" : `${inWords(this.found, this.view.players)} Depth ${this.found.depth}.`
      + `${best ? ` Best: ${best.text}.` : ""} `;
    this.announced = performance.now();
    say(value + end);
  }

  #showButtons() {
    const runs = this.live.isRunning;
    this.pauseButton.textContent = runs ? "Pause" : "Go on";
    const over = Boolean(this.view?.over);
    const known = this.found?.proven && this.found.sign === "=";
    this.pauseButton.disabled = over || Boolean(known && !runs && !this.paused);
    this.exactButton.disabled = over;
    this.exactButton.setAttribute("aria-pressed", String(runs && this.exact));
  }
}
