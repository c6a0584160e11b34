// The best lines, each of which can be played, and what every legal move is worth.
import { clear, h } from "../dom.js";
import { isKnown, KIND_WORDS, kindOf, percent } from "./words.js";

const SHOWN_PLIES = 12;

// A line as buttons, one for each move: pressing the third plays the first three.
export function playable(line, onPlay, label = "Line") {
  return h("ol", { class: "line", "aria-label": label },
    line.slice(0, SHOWN_PLIES).map((text, at) => h("li", {}, moveButton(text, () => onPlay(line.slice(0, at + 1))))),
    line.length > SHOWN_PLIES && h("li", { class: "more" }, `… ${line.length} moves`));
}

export function moveButton(text, click) {
  return h("button", { type: "button", class: "move", on: { click } }, text);
}

// Draws `node` anew, and gives the focus back to the button of that name, or at that place.
function redraw(node, draw, name = (button, place) => place) {
  const buttons = () => [...node.querySelectorAll("button")];
  const place = buttons().indexOf(document.activeElement);
  const held = place >= 0 && name(document.activeElement, place);
  draw();
  if (place >= 0) buttons().find((button, at) => name(button, at) === held)?.focus();
}

export class BestLines {
  constructor(onPlay) {
    this.onPlay = onPlay;
    this.list = h("ol", { class: "best-lines" });
    this.element = h("section", { class: "panel stack", "aria-labelledby": "lines-title" },
      h("h2", { id: "lines-title" }, "Best lines"), this.list);
  }

  // Dice have no best line. The room for others stays, so that nothing below it jumps.
  empty(view) {
    this.element.hidden = !view?.to_move;
    this.show({ moves: [] });
  }

  show({ moves }) {
    const rows = moves.filter(({ line }) => line?.length);
    const now = JSON.stringify(rows.map(({ label, line }) => [label, line]));
    if (now === this.shown) return;
    this.shown = now;
    redraw(this.list, () => clear(this.list, rows.map(({ label, line }, at) =>
      h("li", {}, h("span", { class: "badge" }, label), playable(line, this.onPlay, `Line ${at + 1}, ${label}`)))));
  }
}

const COLUMNS = { text: "Move", value: "Value", distance: "Ends in", probability: "Chance" };

export class MoveTable {
  // onPlay(text) plays a move, onWhy(text) asks about it.
  constructor(onPlay, onWhy) {
    Object.assign(this, { onPlay, onWhy });
    this.sort = { key: "value", down: true };
    this.body = h("tbody");
    this.heads = Object.entries(COLUMNS).map(([key, name]) => h("th", { scope: "col", "data-column": key },
      h("button", { type: "button", class: "sort", on: { click: () => this.#sortBy(key) } }, name)));
    this.table = h("table", { class: "move-table" },
      h("thead", {}, h("tr", {}, this.heads, h("td"))), this.body);
    this.title = h("h2", { id: "moves-title" });
    this.element = h("section", { class: "panel stack", "aria-labelledby": "moves-title" }, this.title,
      h("div", { class: "table-wrap", tabindex: "0", role: "group", "aria-labelledby": "moves-title" }, this.table));
  }

  // The legal moves of a view, without values yet.
  empty(view) {
    this.view = view;
    this.element.hidden = !view?.actions.length;
    if (!view) return;
    this.title.textContent = view.to_move === 0 ? "Outcomes" : "All moves";
    this.table.classList.toggle("of-chance", view.to_move === 0);
    this.show({ moves: [] });
  }

  show({ moves }) {
    this.values = new Map(moves.map((move, rank) => [move.text, { ...move, rank }]));
    this.#draw();
  }

  #sortBy(key) {
    this.sort = { key, down: this.sort.key === key ? !this.sort.down : key === "value" || key === "probability" };
    this.#draw();
  }

  // By value: the best for the side to move first; the engine's own order decides between equals.
  #rows() {
    const { key, down } = this.sort;
    const side = this.view.to_move === -1 ? -1 : 1;
    const number = {
      text: ({ at }) => at,
      value: ({ move }) => move && side * move.value,
      distance: ({ move }) => move?.distance,
      probability: ({ action }) => action.probability,
    }[key];
    return this.view.actions.map((action, at) => ({ action, at, move: this.values.get(action.text) })).sort((a, b) => {
      const [x, y] = [number(a), number(b)];
      if (!isKnown(x) || !isKnown(y)) return isKnown(y) - isKnown(x) || a.at - b.at;
      return (down ? y - x : x - y) || Boolean(b.move?.best) - Boolean(a.move?.best)
        || (a.move?.rank ?? 0) - (b.move?.rank ?? 0) || a.at - b.at;
    });
  }

  #draw() {
    for (const head of this.heads) {
      const sorted = this.sort.key === head.dataset.column;
      head.setAttribute("aria-sort", sorted ? (this.sort.down ? "descending" : "ascending") : "none");
    }
    redraw(this.body, () => clear(this.body, this.#rows().map((row) => this.#row(row))),
      (button) => button.getAttribute("aria-label") ?? button.textContent);
  }

  #row({ action: { text, probability }, move }) {
    const kind = move ? kindOf(move, this.view.to_move) : "plain";
    return h("tr", { class: move?.best ? "best" : null, "data-move": text },
      h("th", { scope: "row" }, moveButton(text, () => this.onPlay(text)),
        move?.best && h("span", { class: "star", role: "img", "aria-label": "best" }, "★")),
      h("td", { class: `figure ${kind}` }, move?.label ?? "…", KIND_WORDS[kind] && h("small", {}, ` ${KIND_WORDS[kind]}`)),
      h("td", { class: "figure", "data-column": "distance" }, move?.distance),
      h("td", { class: "figure", "data-column": "probability" }, isKnown(probability) && percent(probability)),
      h("td", {}, h("button", { type: "button", class: "why-move", "aria-label": `Why ${text}?`,
        on: { click: () => this.onWhy(text) } }, "why?")));
  }
}
