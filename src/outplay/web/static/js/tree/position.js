// The position at a node, drawn: for trees of games.

import { clear, h } from "../dom.js";
import { ask, isAbort } from "../api.js";
import { picture } from "../picture.js";
import { address } from "../router.js";
import { writeSpot } from "../spot.js";

const PATIENCE = 220;
const KEPT = 60;

export class PositionPanel {
  constructor(signal) {
    this.signal = signal;
    this.title = h("h2", { id: "position-title" }, "Position");
    this.board = h("div", { class: "tree-board" });
    this.words = h("p", { class: "note" });
    this.links = h("div", { class: "row" });
    this.element = h("section", { class: "panel stack", "aria-labelledby": "position-title" },
      this.title, this.board, this.words, this.links);
    this.seen = new Map();
    signal?.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** The position after `moves` from a spot, in a moment: who steps fast does not ask for each. */
  show(spot, moves, title) {
    clearTimeout(this.timer);
    const there = { ...spot, moves: [...spot.moves, ...moves] };
    const key = JSON.stringify(there);
    this.wanted = key;
    if (this.seen.has(key)) this._draw(there, this.seen.get(key), title);
    else this.timer = setTimeout(() => this._ask(there, key, title), PATIENCE);
  }

  async _ask(there, key, title) {
    try {
      const view = await ask("/api/look", { spot: there }, { signal: this.signal });
      if (this.seen.size > KEPT) this.seen.delete(this.seen.keys().next().value);
      this.seen.set(key, view);
      if (this.wanted === key) this._draw(there, view, title);
    } catch (error) {
      if (!isAbort(error) && this.wanted === key) clear(this.board, h("p", { class: "error" }, error.message));
    }
  }

  _draw(there, view, title) {
    this.title.textContent = title;
    clear(this.board, picture(view.svg));
    this.words.textContent = view.over ? view.over.text : `${view.mover} to move`;
    clear(this.links, view.over ? null : h("a", { class: "button", href: address("/tree", writeSpot(there)) }, "Tree from here"),
      h("a", { class: "button", href: address("/analyse", writeSpot(there)) }, "Analyse"));
  }
}
