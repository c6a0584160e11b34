// The tree as a picture that follows the replay: each node is an item that keys can go to.

import { button, clamp, clear, h, s, set } from "../core.js";
import { inWords } from "./replay.js";

const MARGIN = 16;
const LEAST_SCALE = 0.3;
const MOST_SCALE = 2.5;
const LABEL_AT = 0.7; // of the way down an edge

// onPick(number): a node was chosen; onEdit(number, text): a leaf gets another value; onOpen(number).
export class Drawing {
	constructor({ onPick, onEdit, onOpen }) {
		Object.assign(this, { onPick, onEdit, onOpen, scale: 1, current: -1, focused: 0, data: null });
		this.svg = s("svg.tree-svg", { role: "tree", "aria-label": "Search tree",
			on: { keydown: (event) => this._key(event), click: (event) => this._click(event) } });
		this.sheet = h("div.tree-sheet", this.svg);
		this.box = h("div.tree-box", this.sheet);
		this.element = h("div.tree-drawing", this.box,
			h("div.toolbar.tree-zoom", { role: "group", "aria-label": "Size of the drawing" },
				button("−", () => this.zoom(0.8), { label: "Smaller" }), button("+", () => this.zoom(1.25), { label: "Larger" }),
				button("Fit", () => this.fit(0), { label: "Fit into the box" })));
	}

	// Another tree; `keep` leaves size and place as they are.
	show(data, keep = false) {
		this.data = data;
		this.texts = [];
		this.focused = Math.min(this.focused, data.nodes.length - 1);
		this.edges = data.nodes.map((node) => this._edge(node));
		this.nodes = data.nodes.map((node, number) => this._node(node, number));
		clear(this.svg, s("g", { transform: `translate(${MARGIN} ${MARGIN})`, role: "presentation" },
			s("g", { "aria-hidden": true }, this.edges), this.nodes.map((node) => node.group)));
		this.size = data.box.map((side) => side + 2 * MARGIN);
		this.svg.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
		this.nodes[this.focused].group.setAttribute("tabindex", "0");
		if (keep) this._resize();
		else this.fit();
	}

	// The nodes as the replay has them; `current` is the one where something happens, or -1.
	update(states, current, done) {
		this.data.nodes.forEach((node, number) => {
			const state = states[number];
			const chosen = done && node.chosen;
			const key = `${JSON.stringify(state)}${number === current}${chosen}`;
			if (key === this.texts[number]) return;
			this.texts[number] = key;
			this._set(node, this.nodes[number], state, number === current, chosen);
			this.edges[number]?.setAttribute("class", `branch ${state.status}${chosen ? " chosen" : ""}`);
		});
		if (current !== this.current && current >= 0) this.reveal(current);
		this.current = current;
	}

	// As large as the box lets it, but not smaller than can be read.
	fit(least = 0.8) {
		const room = this.box.clientWidth - 4;
		this.scale = clamp(room > 0 ? room / this.size[0] : 1, least || LEAST_SCALE / 2, 1.15);
		this._resize();
		this.box.scrollTo((this.size[0] * this.scale - this.box.clientWidth) / 2, 0);
	}

	zoom(factor) {
		const { box } = this;
		const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
		const before = this.scale;
		this.scale = clamp(this.scale * factor, LEAST_SCALE, MOST_SCALE);
		this._resize();
		const grown = this.scale / before;
		box.scrollTo(x * grown - box.clientWidth / 2, y * grown - box.clientHeight / 2);
	}

	// Scrolls the box, and not the page, so that a node is in it.
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
		const { group, at } = branch(this.data.nodes[node.parent], node, 0.34);
		const [x, y] = at(LABEL_AT);
		group.append(s("text.edge-label", { x, y }, node.label, node.chance && s("tspan.chance", { x, dy: "1.1em" }, node.chance)));
		return group;
	}

	_node(node, number) {
		const { shape, wide, high } = node;
		const x = node.x - wide / 2;
		const group = s("g", { role: "treeitem", tabindex: -1, "data-number": number, "aria-level": node.ply + 1,
			transform: `translate(0 ${node.y})` });
		const text = (name, y, ...inside) => s(`text.${name}`, { x: node.x, y }, inside);
		const sheet = (off) => s("path.shape", { d: outline(shape, x + off, wide, high), transform: `translate(0 ${off})` });
		if (shape === "fold") {
			group.append(sheet(4), sheet(2), sheet(0), ...node.note.map((row, at) => text("note-text", 17 + 15 * at, row)));
			return { group };
		}
		const parts = { group, sign: s("tspan.sign"), number: s("tspan"), window: text("window", high + 11), status: text("status", node.height - 2) };
		group.append(sheet(0), text("value", textAt(shape, high) + 5, parts.sign, parts.number), parts.window, parts.status,
			s("path.here", { d: `M${x - 13} ${high / 2 - 6}l9 6l-9 6Z` }));
		return parts;
	}

	_set(node, parts, state, current, chosen) {
		const { shape, span, value = "" } = node;
		const { status, sign, left, alpha, beta } = state;
		const editable = span && this.onEdit;
		const words = [inWords(node, state), current && "here", chosen && "on the principal variation",
			shape === "fold" ? "Enter to open" : editable && "Enter to change"];
		set(parts.group, {
			class: ["node", shape, status, current && "current", chosen && "chosen", editable && "editable"].filter(Boolean).join(" "),
			"aria-label": words.filter(Boolean).join("; "), "aria-selected": current,
		});
		if (shape === "fold") return;
		// The leaves of a literal tree are known from the start; nobody has looked at them yet.
		const given = span && status !== "done";
		parts.sign.textContent = sign && !given && shape !== "end" ? `${sign} ` : "";
		parts.number.textContent = given || status === "skipped" || status === "below" ? value : state.value;
		parts.window.textContent = alpha && shape !== "end" && shape !== "estimate" ? `(${alpha}, ${beta})` : "";
		parts.status.textContent = status === "skipped" ? status
			: left && node.status === "visited" && node.height > node.high + 20 ? `✂ ${left} skipped`
				: status === "done" ? node.note?.[0] ?? "" : "";
	}

	// --- choosing a node ---

	_click(event) {
		const group = event.target.closest(".node");
		if (!group) return;
		this._focus(Number(group.dataset.number));
		this._act(this.focused);
	}

	_key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey || event.target === this.svg) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step) this._focus(clamp(this.focused + step, 0, this.nodes.length - 1));
		else if (event.key === "Enter" || event.key === " ") this._act(this.focused);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	_focus(number) {
		this.nodes[this.focused]?.group.setAttribute("tabindex", "-1");
		this.focused = number;
		this.nodes[number].group.setAttribute("tabindex", "0");
		this.focus(number);
		this.reveal(number);
	}

	focus(number) {
		this.nodes[number]?.group.focus({ preventScroll: true });
	}

	_act(number) {
		const node = this.data.nodes[number];
		if (node.shape === "fold") this.onOpen?.(number);
		else if (node.span && this.onEdit) this.edit(number);
		else this.onPick?.(number);
	}

	edit(number) {
		this.closeEdit?.();
		const node = this.data.nodes[number];
		const { scale } = this;
		const before = this.data.literal.slice(...node.span);
		const input = h("input.leaf-input", { inputmode: "decimal", value: before, maxlength: 12,
			autocomplete: "off", "aria-label": `Value of leaf ${node.name}; Enter to change, Escape to cancel` });
		const wide = Math.max(76, node.width * scale + 8);
		Object.assign(input.style, {
			left: `${(node.x + MARGIN) * scale - wide / 2}px`, top: `${(node.y + MARGIN + node.high / 2) * scale - 18}px`, width: `${wide}px`,
		});
		const close = (apply) => {
			if (!this.closeEdit) return;
			this.closeEdit = null;
			const text = input.value.trim().replace("−", "-").replace(",", ".");
			const inside = document.activeElement === input;
			input.remove();
			if (inside) this.focus(number);
			if (apply && text !== before) this.onEdit(number, text);
		};
		input.addEventListener("keydown", (event) => {
			if (event.key === "Enter") close(true);
			else if (event.key === "Escape") close(false);
			else return;
			event.preventDefault();
		});
		input.addEventListener("blur", () => close(true));
		this.closeEdit = () => close(false);
		this.sheet.append(input);
		input.focus({ preventScroll: true });
		input.select();
	}
}

// --- outlines: MAX points up, MIN down, chance is round, an estimate is a box whose foot waves ---

// The outline as a path, `wide` by `high`, from (x, 0) on.
export function outline(shape, x, wide, high) {
	const right = x + wide;
	const middle = x + wide / 2;
	if (shape === "max") return `M${middle} 0L${right} ${high}H${x}Z`;
	if (shape === "min") return `M${x} 0H${right}L${middle} ${high}Z`;
	if (shape === "chance") {
		const rx = wide / 2;
		const ry = high / 2;
		return `M${x} ${ry}a${rx} ${ry} 0 1 1 ${wide} 0a${rx} ${ry} 0 1 1 ${-wide} 0Z`;
	}
	if (shape === "estimate") {
		const w = wide / 4;
		return `M${x} 0H${right}V${high - 3}q${-w / 2} 6 ${-w} 0t${-w} 0t${-w} 0t${-w} 0Z`;
	}
	return `M${x + 3} 0H${right - 3}q3 0 3 3V${high - 3}q0 3 -3 3H${x + 3}q-3 0 -3 -3V3q0 -3 3 -3Z`;
}

// Where the middle of a text in it stands.
function textAt(shape, high) {
	return high * ({ max: 0.7, min: 0.34 }[shape] ?? 0.5);
}

// The line between two nodes, with two short strokes across it where it was cut; and at(part) of the way.
export function branch(above, node, cutAt) {
	const line = { x1: above.x, y1: above.y + above.height + 2, x2: node.x, y2: node.y - 1 };
	const at = (part) => [line.x1 + (line.x2 - line.x1) * part, line.y1 + (line.y2 - line.y1) * part];
	const [x, y] = at(cutAt);
	const strokes = `M${x - 7} ${y + 1}l11 -5M${x - 5} ${y + 5}l11 -5`;
	return { at, line, group: s("g.branch", s("line.edge", line), s("path.cut-bar", { d: strokes })) };
}
