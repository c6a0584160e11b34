// The tree of an exercise, to be filled in: a field in each inner node, a button on each branch.

import { clear, h, s } from "../dom.js";
import { childrenOf } from "./replay.js";
import { outline, scissors } from "./shapes.js";

const MARGIN = 18;
const SHAPE = 34;
const SIGNS = { right: "✓", wrong: "✗", missing: "?" };
const SAID = { right: "right", wrong: "wrong", missing: "nothing is written" };
const PLAYERS = { max: "MAX", min: "MIN", chance: "chance" };

export class Worksheet {
  constructor({ onChange }) {
    this.onChange = onChange;
    this.sheet = h("div", { class: "practice-sheet" });
    this.element = h("div", { class: "practice-box", role: "group", "aria-label": "The tree to fill in" }, this.sheet);
  }

  show(data) {
    Object.assign(this, { data, cut: new Set(), fields: new Map(), branches: [], marks: [], edges: new Map() });
    this.below = childrenOf(data.nodes);
    const [wide, high] = data.box;
    this.sheet.style.width = `${wide + 2 * MARGIN}px`;
    this.sheet.style.height = `${high + 2 * MARGIN}px`;
    const svg = s("svg", { class: "tree-svg", viewBox: `0 0 ${wide + 2 * MARGIN} ${high + 2 * MARGIN}`,
      width: wide + 2 * MARGIN, height: high + 2 * MARGIN, role: "img", "aria-label": `The tree ${data.tree}` });
    const edges = data.nodes.map((node, number) => this._edge(node, number));
    svg.append(s("g", { transform: `translate(${MARGIN} ${MARGIN})` }, edges, data.nodes.map((node) => this._node(node))));
    const fields = this._order().map((number) => this._field(number));
    this.bar = h("div", { role: "toolbar", "aria-label": "Branches: mark those that are cut", on: { keydown: (event) => this._key(event) } },
      this.branches);
    clear(this.sheet, svg, fields, data.cuts && this.bar);
    if (this.branches[0]) this.branches[0].tabIndex = 0;
  }

  /** What was filled in; without what lies below a cut. */
  answer() {
    const values = {};
    for (const [number, input] of this.fields) {
      if (!input.disabled && input.value.trim()) values[this.data.nodes[number].name] = input.value.trim();
    }
    const answer = { values };
    if (this.data.cuts) answer.skipped = [...this.cut].map((number) => this.data.nodes[number].name);
    return answer;
  }

  /** Puts marks at nodes: {nodes: {"1.2": "right"}, branches: {"2": "wrong"}}. */
  mark({ nodes, branches }) {
    this.unmark();
    for (const [number, input] of this.fields) {
      const { name } = this.data.nodes[number];
      const of = nodes[name];
      if (of) {
        input.classList.add(of);
        input.setAttribute("aria-label", `${this._label(number)}: ${SAID[of]}`);
        if (of !== "right") input.setAttribute("aria-invalid", "true");
        this._sign(number, of, SIGNS[of], 39, 0);
      }
      if (branches[name]) this._sign(number, branches[name], `✂${SIGNS[branches[name]]}`, 24, 34);
    }
  }

  unmark() {
    for (const mark of this.marks) mark.remove();
    this.marks = [];
    for (const [number, input] of this.fields) {
      input.classList.remove("right", "wrong", "missing");
      input.removeAttribute("aria-invalid");
      input.setAttribute("aria-label", this._label(number));
    }
  }

  _sign(number, kind, text, right, down) {
    const node = this.data.nodes[number];
    const mark = h("span", { class: `practice-mark ${kind}`, "aria-hidden": "true" }, text);
    mark.style.left = `${node.x + MARGIN + right}px`;
    mark.style.top = `${node.y + MARGIN + 46 - down}px`;
    this.sheet.append(mark);
    this.marks.push(mark);
  }

  _label(number) {
    const node = this.data.nodes[number];
    return `${node.name === "root" ? "Root" : `Node ${node.name}`}, ${PLAYERS[node.shape]}`;
  }

  /** Inner nodes as a search finishes them: children before their parents, left to right. */
  _order() {
    const order = [];
    const walk = (number) => {
      if (!this.below[number].length) return;
      this.below[number].forEach(walk);
      order.push(number);
    };
    walk(0);
    return order;
  }

  _node(node) {
    const leaf = node.shape === "end";
    const wide = leaf ? node.width : 42;
    const high = leaf ? node.height : SHAPE;
    const group = s("g", { class: `node ${node.shape}`, transform: `translate(0 ${node.y})` },
      s("path", { class: "shape", d: outline(node.shape, node.x - wide / 2, wide, high) }));
    if (leaf) group.append(s("text", { x: node.x, y: high / 2 + 5 }, node.value));
    return group;
  }

  _edge(node, number) {
    if (node.parent === null) return null;
    const above = this.data.nodes[node.parent];
    const [x1, y1, x2, y2] = [above.x, above.y + above.height + 3, node.x, node.y - 1];
    const group = s("g", { class: this.data.cuts ? "branch pressable" : "branch" },
      s("line", { x1, y1, x2, y2, class: "edge" }), s("path", { d: scissors(x1, y1, x2, y2, 0.2), class: "cut-bar" }));
    const aside = x2 < x1 ? -13 : 13;
    if (node.chance) group.append(s("text", { x: x1 + (x2 - x1) * 0.6 + aside, y: y1 + (y2 - y1) * 0.6 + 4, class: "edge-label chance" }, node.chance));
    if (this.data.cuts) {
      group.append(s("line", { x1, y1, x2, y2, class: "hit" }));
      group.addEventListener("click", () => this.toggle(number));
      this.branches.push(this._branch(node, number, x1 + (x2 - x1) * 0.62, y1 + (y2 - y1) * 0.62));
    }
    this.edges.set(number, group);
    return group;
  }

  _branch(node, number, x, y) {
    const button = h("button", { type: "button", class: "practice-branch", tabindex: "-1", "aria-pressed": false, "data-number": number,
      "aria-label": `Branch to ${node.name} is cut`, on: { click: () => this.toggle(number) } }, node.name.split(".").at(-1));
    button.style.left = `calc(${x + MARGIN}px - var(--half, 0.875rem))`;
    button.style.top = `calc(${y + MARGIN}px - var(--half, 0.875rem))`;
    return button;
  }

  _field(number) {
    const node = this.data.nodes[number];
    const input = h("input", { class: "practice-value", autocomplete: "off", maxlength: "20", "aria-label": this._label(number),
      on: { input: () => { this.unmark(); this.onChange?.(); } } });
    input.style.left = `calc(${node.x + MARGIN}px - 2rem)`;
    input.style.top = `${node.y + MARGIN + SHAPE + 4}px`;
    this.fields.set(number, input);
    return input;
  }

  /** Marks a branch as cut, or takes that back. */
  toggle(number) {
    if (!this.cut.delete(number)) this.cut.add(number);
    for (const button of this.branches) button.setAttribute("aria-pressed", String(this.cut.has(Number(button.dataset.number))));
    const gone = new Set();
    const waiting = [...this.cut];
    while (waiting.length) {
      const here = waiting.pop();
      gone.add(here);
      waiting.push(...this.below[here]);
    }
    for (const [at, group] of this.edges) {
      group.setAttribute("class", `branch pressable${this.cut.has(at) ? " cut" : ""}${gone.has(at) ? " skipped-part" : ""}`);
    }
    for (const [at, input] of this.fields) input.disabled = gone.has(at);
    this.sheet.querySelectorAll(".node").forEach((group, at) => group.classList.toggle("skipped", gone.has(at)));
    this.unmark();
    this.onChange?.();
  }

  _key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const at = this.branches.indexOf(document.activeElement);
    const to = this.branches[(at + step + this.branches.length) % this.branches.length];
    this.branches[at].tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
