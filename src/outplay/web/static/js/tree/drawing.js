// The tree as a picture that follows the replay: each node is an item that keys can go to. The
// server draws it (explain/draw/svg.py), with room for what is written here.

import { button, clamp, clear, h, moveTabStop, picture, s, scrollWithin, set, shortcut } from "../core.js";
import { inWords } from "./replay.js";

const LEAST_SCALE = 0.3;
const MOST_SCALE = 2.5;

// onPick(number): a node was chosen; onEdit(number, text): a leaf gets another value; onOpen(number).
export class Drawing {
	constructor({ onPick, onEdit, onOpen }) {
		Object.assign(this, { onPick, onEdit, onOpen, scale: 1, current: -1, focused: 0, data: null });
		this.sheet = h("div.tree-sheet");
		this.box = h("div.tree-box.framed", this.sheet);
		this.element = h("div.tree-drawing", this.box,
			h("div.toolbar.tree-zoom", { role: "group", "aria-label": "Size of the drawing" },
				button("−", () => this.zoom(0.8), { "aria-label": "Smaller", ...shortcut("-", "smaller tree") }),
				button("+", () => this.zoom(1.25), { "aria-label": "Larger", ...shortcut("Plus", "larger tree") }),
				button("Fit", () => this.fit(0), { "aria-label": "Fit into the box", ...shortcut("0", "fit the tree into its box") })));
	}

	// Another tree; `keep` leaves size and place as they are.
	show(data, keep = false) {
		this.data = data;
		this.texts = [];
		this.focused = Math.min(this.focused, data.nodes.length - 1);
		this.svg = set(picture(data.svg), { class: "tree-svg", role: "tree", "aria-label": "Search tree",
			on: { keydown: (event) => this._key(event), click: (event) => this._click(event) } });
		this.groups = [...this.svg.querySelectorAll(".node")];
		this.groups.forEach((group, number) => set(group, {
			role: "treeitem", tabindex: number === this.focused ? 0 : -1, "data-number": number, "aria-level": data.nodes[number].ply + 1,
		}));
		clear(this.sheet, this.svg);
		if (keep) this._resize(this.scale);
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
			this._set(node, this.groups[number], state, number === current, chosen);
		});
		if (current !== this.current && current >= 0) this.reveal(current);
		this.current = current;
	}

	// As large as the box lets it, but not smaller than can be read.
	fit(least = 0.8) {
		const room = this.box.clientWidth - 4;
		this._resize(clamp(room > 0 ? room / this.svg.viewBox.baseVal.width : 1, least || LEAST_SCALE / 2, 1.15));
		this.box.scrollTo((this.sheet.scrollWidth - this.box.clientWidth) / 2, 0);
	}

	zoom(factor) {
		const { box } = this;
		const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
		const before = this.scale;
		this._resize(clamp(this.scale * factor, LEAST_SCALE, MOST_SCALE));
		const grown = this.scale / before;
		box.scrollTo(x * grown - box.clientWidth / 2, y * grown - box.clientHeight / 2);
	}

	reveal(number) {
		scrollWithin(this.box, this._shape(number), 20 * this.scale);
	}

	_shape(number) {
		return this.groups[number].querySelector(".shape");
	}

	_resize(scale) {
		this.scale = scale;
		this.svg.style.width = `${this.svg.viewBox.baseVal.width * scale}px`;
	}

	_set(node, group, state, current, chosen) {
		const { shape, span, value = "" } = node;
		const { status, sign, left, alpha, beta } = state;
		const editable = span && this.onEdit;
		const words = [inWords(node, state), current && "here", chosen && "on the principal variation",
			shape === "fold" ? "Enter to open" : editable && "Enter to change"];
		set(group, {
			class: ["node", shape, status, current && "current", chosen && "chosen", editable && "editable"].filter(Boolean).join(" "),
			"aria-label": words.filter(Boolean).join("; "), "aria-selected": current,
		});
		if (shape === "fold") return;
		const write = (name, ...inside) => clear(group.querySelector(`.${name}`), ...inside);
		// The leaves of a literal tree are known from the start; nobody has looked at them yet.
		const given = span && status !== "done";
		write("value", sign && !given && shape !== "end" && s("tspan.sign", `${sign} `),
			given || status === "skipped" || status === "below" ? value : state.value);
		write("window", alpha && shape !== "end" && shape !== "estimate" && `(${alpha}, ${beta})`);
		write("status", status === "skipped" ? status
			: left && node.counts ? `✂ ${left} skipped` : status === "done" && node.note);
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
		if (step) this._focus(clamp(this.focused + step, 0, this.groups.length - 1));
		else if (event.key === "Enter" || event.key === " ") this._act(this.focused);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	_focus(number) {
		this.focused = number;
		moveTabStop(this.groups, this.groups[number]);
		this.reveal(number);
	}

	focus(number) {
		this.groups[number]?.focus({ preventScroll: true });
	}

	_act(number) {
		const node = this.data.nodes[number];
		if (node.shape === "fold") this.onOpen?.(number);
		else if (node.span && this.onEdit) this.edit(number);
		else this.onPick?.(number);
	}

	// A field over the leaf: leaving it, or Enter, takes what was typed; Escape leaves the leaf as it was.
	edit(number) {
		const node = this.data.nodes[number];
		const [sheet, shape] = [this.sheet, this._shape(number)].map((element) => element.getBoundingClientRect());
		const before = this.data.literal.slice(...node.span);
		const change = () => this.onEdit(number, input.value.trim().replace("−", "-").replace(",", "."));
		const keydown = (event) => {
			if (event.key !== "Enter" && event.key !== "Escape") return;
			if (event.key === "Escape") input.value = before;
			event.preventDefault();
			this.focus(number);
		};
		const input = h("input.leaf-input", { inputmode: "decimal", value: before, maxlength: 12, autocomplete: "off",
			"aria-label": `Value of leaf ${node.name}; Enter to change, Escape to cancel`,
			on: { change, keydown, blur: () => input.remove() } });
		const wide = Math.max(76, shape.width + 8);
		Object.assign(input.style, {
			left: `${shape.x - sheet.x + (shape.width - wide) / 2}px`, top: `${shape.y - sheet.y + shape.height / 2 - 18}px`, width: `${wide}px`,
		});
		this.sheet.append(input);
		input.focus({ preventScroll: true });
		input.select();
	}
}
