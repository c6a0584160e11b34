// The line of play: every move a button that leads to its position, with the review's marks.
import { clear, h } from "../dom.js";

const MARKS = { "?": "mistake", "??": "blunder", "!": "only move" };

export class RecordList {
  #marks = new Map();
  #moves = [];
  #at = 0;

  constructor(onGo) {
    this.onGo = onGo;
    this.list = h("ol", { class: "record" });
    this.element = h("nav", { "aria-label": "Line of play" }, this.list);
  }

  // `moves` are all of the line, `at` how many of them have been played.
  show(moves, at) {
    [this.#moves, this.#at] = [moves, at];
    this.#draw();
  }

  setMarks(marks) {
    this.#marks = marks;
    this.#draw();
  }

  #draw() {
    const { activeElement } = document;
    const held = this.list.contains(activeElement) && activeElement.dataset.ply;
    clear(this.list, ["start", ...this.#moves].map((text, ply) => this.#item(ply, text)));
    if (held) this.list.querySelector(`[data-ply="${held}"]`)?.focus();
    const now = this.list.querySelector("[aria-current]");
    if (!now) return;
    const { scrollTop, clientHeight } = this.list;
    if (now.offsetTop < scrollTop || now.offsetTop + now.offsetHeight > scrollTop + clientHeight) {
      this.list.scrollTop = now.offsetTop - clientHeight / 2;
    }
  }

  #item(ply, text) {
    const mark = this.#marks.get(ply) ?? "";
    const kind = MARKS[mark] ?? "";
    return h("li", {}, h("button", {
      type: "button", class: `move ${kind.replace(" ", "-")} ${ply > this.#at ? "ahead" : ""}`,
      "data-ply": ply, "aria-current": ply === this.#at ? "step" : null, on: { click: () => this.onGo(ply) },
    }, ply > 0 && h("span", { class: "nth", "aria-hidden": "true" }, `${ply}.`), text,
    mark && h("span", { class: "sign", "aria-hidden": "true" }, mark),
    kind && h("span", { class: "visually-hidden" }, `, ${kind}`)));
  }
}
