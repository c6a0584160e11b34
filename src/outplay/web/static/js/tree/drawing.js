// The tree as a picture that follows the replay: each node is an item that keys can go to.

import { clear, h, s } from "../dom.js";
import { button } from "./parts.js";
import { inWords } from "./replay.js";
import { outline, scissors, textAt } from "./shapes.js";

const MARGIN = 16;
const LEAST_SCALE = 0.3;
const MOST_SCALE = 2.5;

/** onPick(number): a node was chosen; onEdit(number, text): a leaf gets another value. */
export class Drawing {
  constructor({ onPick, onEdit, onOpen, label = "Search tree" }) {
    Object.assign(this, { onPick, onEdit, onOpen, label, scale: 1, current: -1, focused: 0, data: null });
    this.svg = s("svg", { class: "tree-svg", role: "tree", "aria-label": label,
      on: { keydown: (event) => this._key(event), click: (event) => this._click(event) } });
    this.sheet = h("div", { class: "tree-sheet" }, this.svg);
    this.box = h("div", { class: "tree-box" }, this.sheet);
    this.element = h("div", { class: "tree-drawing" }, this.box,
      h("div", { class: "tree-zoom", role: "group", "aria-label": "Size of the drawing" },
        button("−", () => this.zoom(0.8), "Smaller"), button("+", () => this.zoom(1.25), "Larger"),
        button("Fit", () => this.fit(0), "Fit into the box")));
  }

  /** Another tree; `keep` leaves size and place as they are. */
  show(data, keep = false) {
    this.data = data;
    this.texts = data.nodes.map(() => "");
    this.focused = Math.min(this.focused, data.nodes.length - 1);
    const edges = s("g", { "aria-hidden": "true" });
    this.edges = data.nodes.map((node) => this._edge(node));
    edges.append(...this.edges.filter(Boolean).map((edge) => edge.group));
    this.nodes = data.nodes.map((node, number) => this._node(node, number));
    const top = s("g", { transform: `translate(${MARGIN} ${MARGIN})`, role: "presentation" },
      edges, this.nodes.map((node) => node.group));
    clear(this.svg, top);
    const [wide, high] = data.box;
    this.size = [wide + 2 * MARGIN, high + 2 * MARGIN];
    this.svg.setAttribute("viewBox", `0 0 ${this.size[0]} ${this.size[1]}`);
    this.nodes[this.focused].group.setAttribute("tabindex", "0");
    if (keep) this._resize();
    else this.fit();
  }

  /** The nodes as the replay has them; `current` is the one where something happens, or -1. */
  update(states, current, done) {
    const { nodes } = this.data;
    nodes.forEach((node, number) => {
      const state = states[number];
      const key = `${JSON.stringify(state)}${number === current}${done && node.chosen}`;
      if (key === this.texts[number]) return;
      this.texts[number] = key;
      this._set(node, this.nodes[number], state, number === current, done && node.chosen);
      this._setEdge(this.edges[number], state, done && node.chosen);
    });
    if (current !== this.current && current >= 0) this.reveal(current);
    this.current = current;
  }

  /** As large as the box lets it, but not smaller than can be read. */
  fit(least = 0.8) {
    const room = this.box.clientWidth - 4;
    this.scale = Math.min(1.15, Math.max(least || LEAST_SCALE / 2, room > 0 ? room / this.size[0] : 1));
    this._resize();
    const spare = this.size[0] * this.scale - this.box.clientWidth;
    this.box.scrollLeft = Math.max(0, spare / 2);
    this.box.scrollTop = 0;
  }

  zoom(factor) {
    const { box } = this;
    const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
    const before = this.scale;
    this.scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.scale * factor));
    this._resize();
    const grown = this.scale / before;
    box.scrollTo(x * grown - box.clientWidth / 2, y * grown - box.clientHeight / 2);
  }

  /** Scrolls the box, and not the page, so that a node is in it. */
  reveal(number) {
    const { box, scale } = this;
    const node = this.data.nodes[number];
    const x = (node.x + MARGIN) * scale;
    const y = (node.y + MARGIN) * scale;
    const half = (node.width / 2 + 14) * scale;
    const tall = (node.height + 30) * scale;
    if (x - half < box.scrollLeft || x + half > box.scrollLeft + box.clientWidth) {
      box.scrollLeft = x - box.clientWidth / 2;
    }
    if (y < box.scrollTop || y + tall > box.scrollTop + box.clientHeight) {
      box.scrollTop = y + tall / 2 - box.clientHeight / 2;
    }
  }

  _resize() {
    const [wide, high] = this.size;
    this.svg.style.width = `${wide * this.scale}px`;
    this.svg.style.height = `${high * this.scale}px`;
    this.box.classList.toggle("wide", wide * this.scale > this.box.clientWidth);
  }

  _edge(node) {
    if (node.parent === null) return null;
    const above = this.data.nodes[node.parent];
    const [x1, y1, x2, y2] = [above.x, above.y + above.height + 2, node.x, node.y - 1];
    const line = s("line", { x1, y1, x2, y2, class: "edge" });
    const bar = s("path", { d: scissors(x1, y1, x2, y2), class: "cut-bar" });
    const at = 0.7;
    const label = s("text", { x: x1 + (x2 - x1) * at, y: y1 + (y2 - y1) * at, class: "edge-label" }, node.label ?? "");
    if (node.chance) label.append(s("tspan", { x: x1 + (x2 - x1) * at, dy: "1.1em", class: "chance" }, node.chance));
    return { group: s("g", { class: "branch" }, line, bar, label) };
  }

  _node(node, number) {
    const x = node.x - node.wide / 2;
    const middle = node.x;
    const group = s("g", { class: `node ${node.shape}`, role: "treeitem", tabindex: "-1", "data-number": number,
      "aria-level": node.ply + 1, transform: `translate(0 ${node.y})` });
    if (node.shape === "fold") {
      for (const off of [4, 2]) group.append(s("path", { d: outline("fold", x + off, node.wide, node.high), class: "shape", transform: `translate(0 ${off})` }));
    }
    group.append(s("path", { d: outline(node.shape, x, node.wide, node.high), class: "shape" }));
    if (node.shape === "fold") {
      node.note.forEach((row, at) => group.append(s("text", { x: middle, y: 17 + 15 * at, class: "note-text" }, row)));
      return { group };
    }
    const sign = s("tspan", { class: "sign" });
    const number_ = s("tspan");
    const text = (y, name, ...inside) => s("text", { x: middle, y, class: name }, inside);
    const window_ = text(node.high + 11, "window");
    const status = text(node.height - 2, "status");
    group.append(text(textAt(node.shape, node.high) + 5, "value", sign, number_), window_, status,
      s("path", { class: "here", d: `M${x - 13} ${node.high / 2 - 6}l9 6l-9 6Z` }));
    return { group, sign, number: number_, window: window_, status };
  }

  _set(node, parts, state, current, chosen) {
    const { group } = parts;
    const editable = node.span && this.onEdit;
    group.setAttribute("class", `node ${node.shape} ${state.status}${current ? " current" : ""}${chosen ? " chosen" : ""}${editable ? " editable" : ""}`);
    const act = node.shape === "fold" ? "; Enter opens it" : editable ? "; Enter changes it" : "";
    group.setAttribute("aria-label", inWords(node, state) + (current ? "; here" : "") + (chosen ? "; on the line that is played" : "") + act);
    group.setAttribute("aria-selected", current ? "true" : "false");
    if (node.shape === "fold") return;
    // The leaves of a literal tree are known from the start; nobody has looked at them yet.
    const given = node.span && state.status !== "done";
    parts.sign.textContent = state.sign && !given && node.shape !== "end" ? `${state.sign} ` : "";
    parts.number.textContent = given ? node.value : state.status === "skipped" || state.status === "below" ? node.value ?? "" : state.value;
    parts.window.textContent = state.alpha && node.shape !== "end" && node.shape !== "estimate" ? `(${state.alpha}, ${state.beta})` : "";
    parts.status.textContent = state.status === "skipped" ? "skipped"
      : state.left && node.status === "visited" && node.height > node.high + 20 ? `✂ ${state.left} skipped`
        : node.note?.[0] && state.status === "done" ? node.note[0] : "";
  }

  _setEdge(edge, state, chosen) {
    edge?.group.setAttribute("class", `branch ${state.status}${chosen ? " chosen" : ""}`);
  }

  // --- choosing a node ---------------------------------------------------------------------

  _click(event) {
    const group = event.target.closest(".node");
    if (!group) return;
    const number = Number(group.dataset.number);
    this._focus(number);
    this._act(number);
  }

  _key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === this.svg) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this._focus(Math.min(this.data.nodes.length - 1, Math.max(0, this.focused + step)));
    else if (event.key === "Enter" || event.key === " ") this._act(this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  _focus(number) {
    this.nodes[this.focused]?.group.setAttribute("tabindex", "-1");
    this.focused = number;
    const { group } = this.nodes[number];
    group.setAttribute("tabindex", "0");
    group.focus({ preventScroll: true });
    this.reveal(number);
  }

  _act(number) {
    const node = this.data.nodes[number];
    if (node.shape === "fold") this.onOpen?.(number);
    else if (node.span && this.onEdit) this.edit(number);
    else this.onPick?.(number);
  }

  /** A field in the place of a leaf. */
  edit(number) {
    this.closeEdit?.();
    const node = this.data.nodes[number];
    const { scale } = this;
    const before = this.data.literal.slice(...node.span);
    const input = h("input", { class: "leaf-input", inputmode: "decimal", value: before, maxlength: "12",
      autocomplete: "off", "aria-label": `Value of leaf ${node.name}; Enter changes it, Escape leaves it` });
    const wide = Math.max(76, node.width * scale + 8);
    input.style.left = `${(node.x + MARGIN) * scale - wide / 2}px`;
    input.style.top = `${(node.y + MARGIN + node.high / 2) * scale - 18}px`;
    input.style.width = `${wide}px`;
    let open = true;
    const close = (apply) => {
      if (!open) return;
      open = false;
      this.closeEdit = null;
      const text = input.value.trim().replace("−", "-").replace(",", ".");
      const inside = document.activeElement === input;
      input.remove();
      if (inside) this.nodes[number]?.group.focus({ preventScroll: true });
      if (apply && text !== before) this.onEdit(number, text);
    };
    this.closeEdit = () => close(false);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") close(true);
      else if (event.key === "Escape") close(false);
      else return;
      event.preventDefault();
    });
    input.addEventListener("blur", () => close(true));
    this.sheet.append(input);
    input.focus({ preventScroll: true });
    input.select();
  }
}
