// Taking things in and out: paste a position or a game; copy what is on the board; go on elsewhere.
import { ask } from "../api.js";
import { copyDialog } from "../copy.js";
import { field, h } from "../dom.js";
import { address } from "../router.js";
import { writeSpot } from "../spot.js";

export class Share {
  // onRead({with, position, moves}) shows what was pasted.
  constructor(onRead) {
    this.onRead = onRead;
    this.text = h("textarea", { class: "paste", rows: "2", spellcheck: "false", autocomplete: "off", maxlength: "60000" });
    this.help = h("p", { class: "note" });
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    this.play = h("a", { class: "button" }, "Play from here");
    this.tree = h("a", { class: "button" }, "Tree of this position");
    this.element = h("section", { class: "panel stack", "aria-labelledby": "share-title" },
      h("h2", { id: "share-title" }, "Position and game"),
      h("div", { class: "row" },
        h("button", { type: "button", class: "button", on: { click: () => this.copy() } }, "Copy …"), this.play, this.tree),
      h("form", { class: "stack", on: { submit: (event) => this.#read(event) } },
        field("Paste a position or a game", this.text), this.help, this.error,
        h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, "Show it"))));
  }

  show(view, spot) {
    this.view = view;
    this.play.setAttribute("href", address("/play", writeSpot(spot)));
    this.tree.setAttribute("href", address("/tree", writeSpot(spot)));
    this.help.textContent = `This position is ${view.position}`;
    this.error.hidden = true;
  }

  copy() {
    const { copy, svg } = this.view;
    copyDialog([
      { label: "Position", text: copy.position },
      { label: "Game record", text: copy.record },
      { label: "Python", text: copy.python },
      { label: "Picture (SVG)", text: svg },
      { label: "Link", text: location.href },
    ].filter(({ text }) => text));
  }

  async #read(event) {
    event.preventDefault();
    this.error.hidden = true;
    const { game, with: parameters, start } = this.view;
    const spot = { game, with: parameters, position: start, moves: [] };
    try {
      const found = await ask("/api/read", { spot, text: this.text.value });
      this.text.value = "";
      this.onRead(found);
    } catch (error) {
      this.error.textContent = error.message;
      this.error.hidden = false;
    }
  }
}
