// What is searched, and how: the form beside the tree.

import { about, button, clear, field, form, go, h, panel } from "../core.js";

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

// onChange({algorithm: …}): fields of the address to change; null takes one out.
export class Options {
	constructor(onChange) {
		for (const name of ["algorithm", "convention", "order", "depth"]) this[name] = choice((value) => onChange({ [name]: value }));
		this.seed = seedInput((seed) => onChange({ seed }));
		fill(this.convention, CONVENTIONS, "aima");
		this.rows = { convention: field("Convention", this.convention), seed: field("Seed", this.seed) };
		this.element = panel("Search", h("div.tree-options", field("Algorithm", this.algorithm), this.rows.convention,
			field("Order of moves", this.order), this.rows.seed, field("Depth", this.depth)));
	}

	show(data, query) {
		fill(this.algorithm, data.algorithms.map((name) => [name, ALGORITHMS[name]]), data.algorithm);
		this.convention.value = query.get("convention") ?? "aima";
		fill(this.order, data.orders.map((name) => [name, ORDERS[name]]), query.get("order") ?? "given");
		this.order.disabled = data.algorithm === "engine";
		this.seed.value = query.get("seed") ?? "0";
		const asked = query.get("depth") ?? "";
		const auto = `automatic${asked || data.depth === null ? "" : ` (${data.depth})`}`;
		const depths = [...Array(DEEPEST).keys()].map((n) => [String(n + 1), `${n + 1} ${n ? "plies" : "ply"}`]);
		if (asked && asked !== "all" && asked > DEEPEST) depths.push([asked, `${asked} plies`]);
		const whole = data.literal === null ? [["", auto], ["all", "to the end of the game"]] : [["", "to the leaves"]];
		fill(this.depth, [...whole, ...depths], asked);
		this.rows.convention.hidden = data.algorithm !== "alphabeta";
		this.rows.seed.hidden = this.order.value !== "random";
	}
}

// The tree as text, or another game. onTree(tree, root) draws a literal tree.
export class Source {
	text = h("textarea.tree-literal", { rows: 3, spellcheck: "false", autocomplete: "off", maxlength: 40000 });
	error = h("p.error", { role: "alert" });
	root = choice(() => {}, [["max", "MAX (△) moves first"], ["min", "MIN (▽) moves first"]]);
	games = choice((game) => game && go("/tree", { game }));

	constructor(onTree) {
		const draw = (tree) => onTree(tree, this.root.value);
		const examples = EXAMPLES.map(([name, text]) => button(name, () => draw(text), { kind: "plain" }));
		this.element = panel("Tree or game", form(() => draw(this.text.value),
			field("A tree of your own", this.text, "Lists are nodes, numbers are leaves: [[3, 12, 8], [2, 4, 6]]. A chance node: Chance((0.5, 2), (0.5, 4))."),
			this.error,
			h("div.row", h("label", h("span.visually-hidden", "Who moves first"), this.root), h("button.button.primary", "Draw"))),
		h("div.row", { role: "group", "aria-label": "Examples" }, h("span.note", "Examples:"), examples),
		field("Or a game", this.games));
		about().then(({ games }) => fill(this.games,
			[["", "Choose …"], ...games.filter(({ trouble }) => !trouble).map(({ key, title }) => [key, title])], ""))
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

// --- what the practice page needs too ---

// A list to choose from; onChange(value), with null where the first, empty one is chosen.
export const choice = (onChange, pairs = []) =>
	fill(h("select", { on: { change: (event) => onChange(event.target.value || null) } }), pairs, pairs[0]?.[0]);

// Other choices in a list: pairs of value and text.
export function fill(select, pairs, value) {
	clear(select, pairs.map(([key, text]) => h("option", { value: key }, text)));
	select.value = value;
	return select;
}

export const seedInput = (onChange) => h("input", {
	type: "number", min: 0, max: 2147483647, step: 1,
	on: { change: ({ target }) => target.checkValidity() && onChange(target.value || null) },
});

// The fields of an address that are filled in.
export const filled = (query, names) =>
	Object.fromEntries(names.filter((name) => query.get(name)).map((name) => [name, query.get(name)]));

// Changes fields of an address; null takes one out.
export function changed(query, change) {
	const to = new URLSearchParams(query);
	for (const [name, value] of Object.entries(change)) {
		if (value === null) to.delete(name);
		else to.set(name, value);
	}
	return to;
}
