// The list of moves, in the game's notation; each leads to the position after it.

import { clear, h } from "../dom.js";

export class MoveList {
  #record = [];
  #buttons = [];

  constructor(onStep) {
    this.onStep = onStep;
    this.list = h("ol", { class: "moves", "aria-label": "Moves", tabindex: "-1" });
    this.heads = h("div", { class: "heads", "aria-hidden": "true" });
    const step = (label, sign, by) => h("button", {
      type: "button", class: "button plain", "aria-label": label, title: label, on: { click: () => this.onStep(by(this)) },
    }, sign);
    this.steps = [
      step("To the start", "«", () => 0),
      step("One move back", "‹", () => this.at - 1),
      step("One move on", "›", () => this.at + 1),
      step("To the last move", "»", () => this.#record.length),
    ];
    this.element = h("div", { class: "move-list" }, this.heads, this.list, h("div", { class: "toolbar steps" }, this.steps));
    this.at = 0;
  }

  /** Shows a record of {text, player}, with `at` moves made on the board. */
  show(record, players, at) {
    if (record !== this.#record) this.#write(record, players);
    this.at = at;
    this.#buttons.forEach((button, i) => {
      if (i === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = this.#buttons[at - 1];
    if (current) {
      const top = current.offsetTop; // within the list, which is its offset parent
      const { scrollTop, clientHeight } = this.list;
      if (top < scrollTop || top + current.offsetHeight > scrollTop + clientHeight) {
        this.list.scrollTop = top - clientHeight / 2;
      }
    } else this.list.scrollTop = 0;
    const [first, back, on, last] = this.steps;
    first.disabled = back.disabled = at === 0;
    on.disabled = last.disabled = at === record.length;
  }

  #write(record, players) {
    this.#record = record;
    const starts = record.find((move) => move.player)?.player ?? 1;
    const rows = [];
    let before = 0; // who moved last
    this.#buttons = record.map((move, i) => {
      const mover = move.player || record.slice(i).find((other) => other.player)?.player || before || starts;
      if (!rows.length || (mover === starts && before && before !== starts)) rows.push({ [starts]: [], [-starts]: [] });
      before = mover;
      const who = move.player ? players[move.player === 1 ? 0 : 1] : "chance";
      const button = h("button", {
        type: "button", class: move.player ? "ply" : "ply chance", "aria-label": `${i + 1}, ${who}: ${move.text}`,
        on: { click: () => this.onStep(i + 1) },
      }, move.text);
      rows.at(-1)[mover].push(button);
      return button;
    });
    const name = (player) => h("span", { class: "half" }, players[player === 1 ? 0 : 1]);
    clear(this.heads, rows.length > 0 && [h("span"), name(starts), name(-starts)]);
    clear(this.list, rows.length
      ? rows.map((row, i) => h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, `${i + 1}.`),
        h("span", { class: "half" }, row[starts]), h("span", { class: "half" }, row[-starts])))
      : h("li", { class: "note" }, "No move yet."));
  }
}
