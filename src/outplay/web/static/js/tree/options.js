// What is searched, and how: the forms beside the trees.

import { about, button, clear, field, form, go, h, panel, readValue } from "../core.js";

export const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
const EXAMPLES = [
	["the textbook's example", EXAMPLE],
	["a deep cut", "[[[[16, 12], [29, 27]], [[22, 21], [13, 28]]], [[[4, 3], [7, 8]], [[19, 0], [26, 18]]]]"],
	["equal values", "[[3, 5], [3, 9]]"],
	["chance", "[Chance((0.5, [2, 4]), (0.5, [6, 0])), Chance((0.9, [-1, 3]), (0.1, [20, 30]))]"],
];
const ALGORITHMS = {
	minimax: "Minimax", negamax: "Negamax", alphabeta: "Alpha-beta", expectiminimax: "Expectiminimax",
	star1: "Star1", star2: "Star2", engine: "Engine (proof tree)",
};
const CONVENTIONS = [
	["aima", "AIMA: cut on ≥, fail-soft"], ["cs188", "CS 188: cut on >, fail-soft"],
	["hard", "cut on ≥, fail-hard"], ["hard-strict", "cut on >, fail-hard"],
];
const ORDERS = { given: "as given", random: "random", priority: "by the game's priority" };
const DEEPEST = 12;

// A panel of things to choose, {name: label}: lists, and a field for the seed. onChange({name: value}), with
// null where the first, empty one is chosen.
export class Choices {
	inputs = {};
	fields = {};

	constructor(title, labels, onChange) {
		for (const [name, label] of Object.entries(labels)) {
			const on = { change: ({ target }) => target.checkValidity() && onChange({ [name]: target.value || null }) };
			const seed = () => h("input", { type: "number", min: 0, max: 2147483647, step: 1, on });
			this.inputs[name] = name === "seed" ? seed() : h("select", { on });
			this.fields[name] = field(label, this.inputs[name]);
		}
		this.element = panel(title, h("div.tree-options", Object.values(this.fields)));
	}

	// Shows what is chosen, and from which pairs of value and text; without pairs, the seed.
	show(name, value, pairs, isUsed = true) {
		if (pairs) fill(this.inputs[name], pairs, value);
		else this.inputs[name].value = value;
		this.fields[name].hidden = !isUsed;
	}
}

// What is searched, and how.
export class Options extends Choices {
	constructor(onChange) {
		const labels = { algorithm: "Algorithm", convention: "Convention", order: "Order of moves", seed: "Seed", depth: "Depth" };
		super("Search", labels, onChange);
	}

	follow(data, query) {
		const order = query.get("order") ?? "given";
		const asked = query.get("depth") ?? "";
		const auto = `automatic${asked || data.depth === null ? "" : ` (${data.depth})`}`;
		const depths = [...Array(DEEPEST).keys()].map((n) => [String(n + 1), `${n + 1} ${n ? "plies" : "ply"}`]);
		if (asked && asked !== "all" && asked > DEEPEST) depths.push([asked, `${asked} plies`]);
		const whole = data.literal === null ? [["", auto], ["all", "to the end of the game"]] : [["", "to the leaves"]];
		this.show("algorithm", data.algorithm, data.algorithms.map((name) => [name, ALGORITHMS[name]]));
		this.show("convention", query.get("convention") ?? "aima", CONVENTIONS, data.algorithm === "alphabeta");
		this.show("order", order, data.orders.map((name) => [name, ORDERS[name]]));
		this.show("seed", query.get("seed") ?? "0", null, order === "random");
		this.show("depth", asked, [...whole, ...depths]);
		this.inputs.order.disabled = data.algorithm === "engine";
	}
}

// The tree as text, or another game. onTree(tree, root) draws a literal tree.
export class Source {
	text = h("textarea.tree-literal", { rows: 3, spellcheck: "false", autocomplete: "off", maxlength: 40000 });
	root = fill(h("select"), [["max", "MAX (△) moves first"], ["min", "MIN (▽) moves first"]], "max");
	games = h("select", { on: { change: ({ target: { value } }) => value && go("/tree", { game: value }) } });

	constructor(onTree) {
		const draw = (tree) => onTree(tree, this.root.value);
		const examples = EXAMPLES.map(([name, text]) => button(name, () => draw(text), { kind: "plain" }));
		const own = form(() => { draw(this.text.value); },
			field("A tree of your own", this.text, "Lists are nodes, numbers are leaves: [[3, 12, 8], [2, 4, 6]]. A chance node: Chance((0.5, 2), (0.5, 4))."),
			h("div.row", h("label", h("span.visually-hidden", "Who moves first"), this.root), h("button.button.primary", "Draw")));
		this.error = own.querySelector(".error");
		this.element = panel("Tree or game", own, h("div.row", { role: "group", "aria-label": "Examples" }, h("span.note", "Examples:"), examples), field("Or a game", this.games));
		about().then(({ games }) => fill(this.games,
			[["", "Choose…"], ...games.filter(({ trouble }) => !trouble).map(({ key, title }) => [key, title])], ""))
			.catch(() => { this.games.disabled = true; });
	}

	show(data) {
		clear(this.error, "");
		this.games.value = "";
		if (data.literal !== null) {
			this.text.value = data.literal;
			this.root.value = data.root;
		}
	}

	refuse(sentence, tree = "") {
		this.text.value ||= tree;
		clear(this.error, sentence);
	}
}

// Other choices in a list: pairs of value and text.
export function fill(select, pairs, value) {
	clear(select, pairs.map(([key, text]) => h("option", { value: key }, text)));
	select.value = value;
	return select;
}

// The fields of an address that are filled in.
export const filled = (query, names) =>
	Object.fromEntries(names.filter((name) => query.get(name)).map((name) => [name, readValue(query.get(name))]));

// Changes fields of an address; null takes one out.
export function changed(query, change) {
	const to = new URLSearchParams(query);
	for (const [name, value] of Object.entries(change)) {
		if (value === null) to.delete(name);
		else to.set(name, value);
	}
	return to;
}
