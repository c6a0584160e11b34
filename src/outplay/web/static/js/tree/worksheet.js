// The tree of an exercise, to be filled in: a field in each inner node, a button on each branch.

import { clear, h, s, set } from "../core.js";
import { branch, outline } from "./drawing.js";
import { childrenOf } from "./replay.js";

const MARGIN = 18;
const SHAPE = 34;
const SIGNS = { right: "✓", wrong: "✗", missing: "?" };
const SAID = { right: "right", wrong: "wrong", missing: "missing" };
const PLAYERS = { max: "MAX", min: "MIN", chance: "chance" };

export class Worksheet {
	sheet = h("div.practice-sheet");
	element = h("div.practice-box", { role: "group", "aria-label": "The tree to fill in" }, this.sheet);

	constructor(onChange) {
		this.onChange = onChange;
	}

	show(data) {
		Object.assign(this, { data, cut: new Set(), fields: new Map(), branches: [], marks: [], edges: new Map() });
		this.below = childrenOf(data.nodes);
		const [width, height] = data.box.map((side) => side + 2 * MARGIN);
		Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
		const svg = s("svg.tree-svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `The tree ${data.tree}` },
			s("g", { transform: `translate(${MARGIN} ${MARGIN})` },
				data.nodes.map((node, number) => this._edge(node, number)), data.nodes.map((node) => this._node(node))));
		clear(this.sheet, svg, this._order().map((number) => this._field(number)), data.cuts && h("div",
			{ role: "toolbar", "aria-label": "Branches: mark those that are cut", on: { keydown: (event) => this._key(event) } }, this.branches));
		if (this.branches[0]) this.branches[0].tabIndex = 0;
	}

	answer() {
		const values = {};
		for (const [number, input] of this.fields) {
			if (!input.disabled && input.value.trim()) values[this.data.nodes[number].name] = input.value.trim();
		}
		const answer = { values };
		if (this.data.cuts) answer.skipped = [...this.cut].map((number) => this.data.nodes[number].name);
		return answer;
	}

	// Puts marks at nodes: {nodes: {"1.2": "right"}, branches: {"2": "wrong"}}.
	mark({ nodes, branches }) {
		this.unmark();
		for (const [number, input] of this.fields) {
			const { name } = this.data.nodes[number];
			const of = nodes[name];
			if (of) {
				input.classList.add(of);
				set(input, { "aria-label": `${this._label(number)}: ${SAID[of]}`, "aria-invalid": of !== "right" || null });
				this._sign(number, of, SIGNS[of], 39, 0);
			}
			if (branches[name]) this._sign(number, branches[name], `✂${SIGNS[branches[name]]}`, 24, 34);
		}
	}

	// Takes the marks away; `isChanged`: since the answer is another one now.
	unmark(isChanged = false) {
		if (isChanged) this.onChange();
		for (const mark of this.marks) mark.remove();
		this.marks = [];
		for (const [number, input] of this.fields) {
			input.classList.remove("right", "wrong", "missing");
			set(input, { "aria-label": this._label(number), "aria-invalid": null });
		}
	}

	_sign(number, kind, text, right, down) {
		const { x, y } = this.data.nodes[number];
		const mark = place(h(`span.practice-mark.${kind}`, { "aria-hidden": true }, text), x + right, y + 46 - down);
		this.sheet.append(mark);
		this.marks.push(mark);
	}

	_label(number) {
		const node = this.data.nodes[number];
		return `${node.name === "root" ? "Root" : `Node ${node.name}`}, ${PLAYERS[node.shape]}`;
	}

	// Inner nodes as a search finishes them: children before their parents, left to right.
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
		return s(`g.node.${node.shape}`, { transform: `translate(0 ${node.y})` },
			s("path.shape", { d: outline(node.shape, node.x - wide / 2, wide, high) }),
			leaf && s("text", { x: node.x, y: high / 2 + 5 }, node.value));
	}

	_edge(node, number) {
		if (node.parent === null) return null;
		const { group, line, at } = branch(this.data.nodes[node.parent], node, 0.2);
		const [x, y] = at(0.6);
		if (node.chance) group.append(s("text.edge-label.chance", { x: x + (line.x2 < line.x1 ? -13 : 13), y: y + 4 }, node.chance));
		if (this.data.cuts) {
			group.classList.add("pressable");
			group.append(s("line.hit", line));
			group.addEventListener("click", () => this.toggle(number));
			this.branches.push(this._branch(node.name, number, ...at(0.62)));
		}
		this.edges.set(number, group);
		return group;
	}

	_branch(name, number, x, y) {
		return place(h("button.practice-branch", { type: "button", tabindex: -1, "aria-pressed": false, "data-number": number,
			"aria-label": `Branch to ${name} is cut`, on: { click: () => this.toggle(number) } }, name.split(".").at(-1)), x, y);
	}

	_field(number) {
		const node = this.data.nodes[number];
		const input = place(h("input.practice-value", { autocomplete: "off", maxlength: 20, "aria-label": this._label(number),
			on: { input: () => this.unmark(true) } }), node.x, node.y + SHAPE + 4);
		this.fields.set(number, input);
		return input;
	}

	toggle(number) {
		if (!this.cut.delete(number)) this.cut.add(number);
		for (const button of this.branches) set(button, { "aria-pressed": this.cut.has(Number(button.dataset.number)) });
		const gone = new Set();
		const waiting = [...this.cut];
		while (waiting.length) {
			const here = waiting.pop();
			gone.add(here);
			waiting.push(...this.below[here]);
		}
		for (const [at, group] of this.edges) group.classList.toggle("cut", this.cut.has(at));
		for (const [at, input] of this.fields) input.disabled = gone.has(at);
		this.sheet.querySelectorAll(".node").forEach((group, at) => group.classList.toggle("skipped", gone.has(at)));
		this.unmark(true);
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

function place(element, x, y) {
	Object.assign(element.style, { left: `${x + MARGIN}px`, top: `${y + MARGIN}px` });
	return element;
}
