// The tree of an exercise, to be filled in: a field in each inner node, a button on each branch.

import { clear, h, moveTabStop, picture, set } from "../core.js";
import { childrenOf, under } from "./replay.js";

const PLAYERS = { max: "MAX", min: "MIN", chance: "chance" };

export class Worksheet {
	sheet = h("div.practice-sheet");
	element = h("div.practice-box.framed", { role: "group", "aria-label": "The tree to fill in" }, this.sheet);

	constructor(onChange) {
		this.onChange = onChange;
	}

	show(data) {
		Object.assign(this, { data, cut: new Set(), fields: new Map(), branches: [] });
		this.below = childrenOf(data.nodes);
		const svg = set(picture(data.svg), { class: "tree-svg", "aria-label": `The tree ${data.tree}` });
		const { width, height } = svg.viewBox.baseVal;
		Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
		this.groups = [...svg.querySelectorAll(".node")];
		clear(this.sheet, svg); // in the page, so that it can be measured
		data.nodes.forEach((node, number) => this._node(node, number));
		this.sheet.append(...this._order().map((number) => this._field(number)));
		if (!data.cuts) return;
		this.sheet.append(h("div", { role: "toolbar", "aria-label": "Branches: mark those that are cut",
			on: { keydown: (event) => this._key(event) } }, this.branches));
		this.branches[0].tabIndex = 0;
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

	// Puts marks at nodes and takes all others away: {nodes: {"1.2": "right"}, branches: {"2": "wrong"}}.
	mark({ nodes = {}, branches = {} } = {}) {
		for (const [number, input] of this.fields) {
			const { name } = this.data.nodes[number];
			const mark = nodes[name];
			set(input.parentNode, { "data-mark": mark, "data-branch": branches[name] });
			set(input, { "aria-label": this._label(number) + (mark ? `: ${mark}` : ""), "aria-invalid": mark && mark !== "right" ? true : null });
		}
	}

	_changed() {
		this.mark();
		this.onChange();
	}

	_shape(number) {
		return this.groups[number].querySelector(".shape").getBBox();
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

	_node({ name, parent, value = "" }, number) {
		const group = this.groups[number];
		clear(group.querySelector(".value"), value);
		if (!this.data.cuts || parent === null) return;
		const branch = group.previousElementSibling;
		const hit = set(branch.firstChild.cloneNode(), { class: "hit", on: { click: () => this.toggle(number) } });
		branch.append(hit);
		const { x, y, width, height } = branch.querySelector(".patch").getBBox();
		this.branches.push(place(h("button.practice-branch", { type: "button", tabindex: -1, "aria-pressed": false, "data-number": number,
			"aria-label": `Branch to ${name} is cut`, on: { click: () => this.toggle(number) } }, name.split(".").at(-1)), x + width / 2, y + height / 2));
	}

	_field(number) {
		const { x, y, width, height } = this._shape(number);
		const input = h("input.practice-value", { autocomplete: "off", maxlength: 20, "aria-label": this._label(number),
			on: { input: () => this._changed() } });
		this.fields.set(number, input);
		return place(h("div.practice-field", input), x + width / 2, y + height + 4);
	}

	toggle(number) {
		if (!this.cut.delete(number)) this.cut.add(number);
		for (const button of this.branches) set(button, { "aria-pressed": this.cut.has(Number(button.dataset.number)) });
		const gone = new Set(under(this.below, this.cut));
		for (const [at, input] of this.fields) input.disabled = gone.has(at);
		this.groups.forEach((group, at) => {
			group.classList.toggle("skipped", this.cut.has(at));
			group.classList.toggle("below", gone.has(at) && !this.cut.has(at));
		});
		this._changed();
	}

	_key(event) {
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
		if (!step) return;
		const at = this.branches.indexOf(document.activeElement);
		const to = this.branches[(at + step + this.branches.length) % this.branches.length];
		moveTabStop(this.branches, to);
		event.preventDefault();
		event.stopPropagation();
	}
}

function place(element, x, y) {
	Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
	return element;
}
