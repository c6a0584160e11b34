// The value of the position: the number with its sign, a bar, words, and how it was found.
import { clear, h } from "../dom.js";
import { count, inWords, isKnown, plies } from "./words.js";

export class ValueBox {
  constructor() {
    this.label = h("p", { class: "value-head" });
    this.words = h("p", { class: "value-words" });
    this.fill = h("span", { class: "bar-fill" });
    this.names = [h("span"), h("span")];
    this.bar = h("div", { class: "bar", role: "meter", "aria-label": "Value", "aria-valuemin": -1, "aria-valuemax": 1 },
      this.fill, h("span", { class: "bar-middle" }));
    this.facts = h("dl", { class: "facts" });
    this.state = h("p", { class: "note" });
    this.element = h("div", { class: "stack" }, this.label, this.words,
      h("div", { class: "bar-row" }, this.names[0], this.bar, this.names[1]), this.facts, this.state);
  }

  // Nothing is known: no number of another position stays.
  empty(players) {
    this.players = players;
    this.label.textContent = "…";
    this.words.textContent = "";
    this.names.forEach((name, at) => { name.textContent = players[at] ?? ""; });
    this.bar.classList.add("unknown");
    this.#at(0, "not known yet");
    clear(this.facts);
    this.say("");
  }

  // The game is over: what it ended in.
  end({ text, value }) {
    this.label.textContent = text;
    this.bar.classList.remove("unknown");
    this.#at(Math.sign(value), text);
  }

  say(text, isError = false) {
    this.state.textContent = text;
    this.state.classList.toggle("error", isError);
  }

  show(found) {
    const { proven, sign, depth, distance, speed } = found;
    const told = `${found.label} for ${this.players[0]}`;
    const why = found.speed_reason?.replace(/\.$/, "");
    this.label.textContent = told;
    this.words.textContent = inWords(found, this.players);
    this.bar.classList.remove("unknown");
    this.#at(found.bar, told);
    clear(this.facts, Object.entries({
      Depth: proven && sign === "=" ? `${depth}, proven` : depth,
      "Ends in": proven && isKnown(distance) ? plies(distance) : "",
      Nodes: count(found.nodes),
      "Nodes/s": found.rate ? count(found.rate) : "–",
      Speed: speed === "native" ? speed : `interpreted${why ? ` (${why})` : ""}`,
    }).filter(([, text]) => text !== "").map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));
  }

  #at(value, text) {
    this.fill.style.width = `${50 + 50 * Math.max(-1, Math.min(1, value))}%`;
    this.bar.setAttribute("aria-valuenow", value.toFixed(2));
    this.bar.setAttribute("aria-valuetext", text);
  }
}
