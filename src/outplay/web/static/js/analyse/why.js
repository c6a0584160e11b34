// "Why?": the sentences of explain for the position or a move, with their lines to play through.
import { ask } from "../api.js";
import { clear, h } from "../dom.js";
import { say } from "../say.js";
import { playable } from "./lines.js";

const SHOWN_LINES = 4;

export class Why {
  // onPlay(moves) plays a line on the board.
  constructor(onPlay) {
    this.onPlay = onPlay;
    this.button = h("button", { type: "button", class: "button", title: "w", on: { click: () => this.ask(null) } },
      "Explain this position");
    this.told = h("div", { class: "stack" });
    this.element = h("section", { class: "panel stack why", "aria-labelledby": "why-title" },
      h("h2", { id: "why-title" }, "Why?"), h("div", { class: "row" }, this.button), this.told);
  }

  // Another position: reasons of the old one go.
  follow(spot, isOver) {
    this.stop();
    this.spot = spot;
    this.element.hidden = isOver;
    clear(this.told);
  }

  stop() {
    this.asked?.abort();
    this.asked = null;
  }

  async ask(move) {
    if (this.element.hidden) return;
    this.stop();
    const asked = new AbortController();
    this.asked = asked;
    clear(this.told, h("p", { class: "note" }, `Looking for reasons${move ? ` for ${move}` : ""} … a few seconds.`));
    try {
      const answer = await ask("/api/why", { spot: this.spot, move }, { signal: asked.signal });
      if (this.asked === asked) this.#show(answer, move);
    } catch (error) {
      if (this.asked !== asked) return;
      clear(this.told, h("p", { class: "error" }, error.message));
      say(error.message);
    }
  }

  #show({ title, sentences, notes }, move) {
    const lines = (some) => some.map((line) => playable(line, this.onPlay));
    clear(this.told, h("h3", {}, move ? `Why ${move}?` : "This position"), h("p", { class: "note" }, title),
      h("ul", { class: "reasons" }, sentences.map(({ text, lines: all }) => h("li", {}, h("p", {}, text),
        lines(all.slice(0, SHOWN_LINES)),
        all.length > SHOWN_LINES && h("details", {}, h("summary", {}, `${all.length - SHOWN_LINES} more lines`),
          lines(all.slice(SHOWN_LINES)))))),
      notes?.map((text) => h("p", { class: "note" }, text)));
    say(sentences[0]?.text ?? title);
  }
}
