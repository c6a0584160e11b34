// Practice: trees to be searched by hand, marked at once.

import { address, ask, button, clear, field, h, isAbort, note, panel, report, say } from "../core.js";
import { changed, choice, fill, filled, seedInput } from "../tree/options.js";
import { Player } from "../tree/player.js";
import { Worksheet } from "../tree/worksheet.js";

const KINDS = [["alphabeta", "Alpha-beta: values and cuts"], ["minimax", "Minimax: values"], ["expectiminimax", "Expectiminimax: chance"]];
const CONVENTIONS = [["aima", "AIMA: cut on ≥"], ["cs188", "CS 188: cut on >"]];
const ROOTS = [["max", "MAX (△)"], ["min", "MIN (▽)"]];
const CHOSEN = ["kind", "difficulty", "root", "convention"];

export async function show(root, query, page) {
	const view = new PracticePage(root, page);
	page.revisit((changed) => { view.visit(changed); });
	await view.visit(query);
}

// What is asked of the server, out of the address.
function question(query) {
	const numbers = Object.entries(filled(query, ["branch", "depth", "seed"])).map(([name, text]) => [name, Number(text)]);
	return { ...filled(query, CHOSEN), ...Object.fromEntries(numbers) };
}

class PracticePage {
	heading = h("h1", "Practice");
	task = h("div.stack");
	worksheet = new Worksheet(() => this._forget());
	move = choice(() => this._forget());
	check = button("Check", () => this._check(), { kind: "primary" });
	result = h("section.panel.stack.practice-result", { "aria-label": "Marks", hidden: true });
	solution = h("section.stack", { "aria-label": "Solution", hidden: true });

	constructor(root, page) {
		Object.assign(this, { page, query: new URLSearchParams() });
		const pick = (name, pairs) => choice((value) => this._change({ [name]: value }), pairs);
		this.choices = {
			kind: pick("kind", KINDS), difficulty: pick("difficulty"), root: pick("root", ROOTS), convention: pick("convention", CONVENTIONS),
			branch: pick("branch", [["", "default"], ["2", "2"], ["3", "3"], ["4", "4"]]),
			depth: pick("depth", [["", "default"], ...[2, 3, 4, 5].map((n) => [n, `${n} plies`])]),
		};
		this.seed = seedInput((seed) => this._change({ seed }));
		const { kind, difficulty, root: first, convention, branch, depth } = this.choices;
		this.conventionRow = field("Convention", convention);
		const options = panel("Exercise", h("div.tree-options", field("Kind", kind), field("Difficulty", difficulty), this.conventionRow,
			field("Who moves first", first), field("Children of a node", branch), field("Depth", depth), field("Seed", this.seed)));
		const actions = h("div.row", h("label.row", "Best move at the root", this.move),
			this.check, button("Show the solution", () => this._solve()), button("Next", () => this._next()));
		this.main = h("div.columns", { hidden: true },
			h("div.stack", this.task, this.worksheet.element, actions, this.result, this.solution), options);
		clear(root, h("div.stack", this.heading, this.main));
	}

	async visit(query) {
		this.query = new URLSearchParams(query);
		this.asked = question(this.query);
		try {
			this._show(await ask("/api/exercise", this.asked, this.page.signal));
		} catch (error) {
			if (!this.data && !isAbort(error)) throw error;
			report(error);
			if (this.data) this._showChoices(this.data);
		}
	}

	_show(data) {
		this.data = data;
		this.main.hidden = false;
		clear(this.heading, `Practice: ${data.title}`);
		this.page.title(this.heading.textContent);
		clear(this.task, h("ol.practice-task", data.instructions.map((text) => h("li", text))), h("details",
			h("summary", `Full instructions (${data.convention_text})`), h("div.stack", [...data.task, data.names].map((text) => h("p", text)))));
		this.worksheet.show(data);
		fill(this.move, [["", "Choose …"], ...data.moves.map((name) => [name, name])], "");
		this.result.hidden = this.solution.hidden = true;
		this.player?.close();
		clear(this.solution);
		this._showChoices(data);
	}

	_showChoices(data) {
		fill(this.choices.difficulty, data.difficulties.map((name) => [name, name]), "");
		for (const name of CHOSEN) this.choices[name].value = data[name];
		for (const name of ["branch", "depth"]) this.choices[name].value = this.query.get(name) ?? "";
		this.seed.value = data.seed;
		this.conventionRow.hidden = data.kind !== "alphabeta";
	}

	_change(change) {
		const gone = "kind" in change ? { difficulty: null, convention: null } : {};
		if ("kind" in change || "difficulty" in change) Object.assign(gone, { branch: null, depth: null });
		const query = changed(this.query, { ...change, ...gone });
		note(query, true);
		return this.visit(query);
	}

	async _next() {
		await this._change({ seed: String(this.data.seed + 1) });
		say(`Exercise ${this.data.seed}.`);
		this.worksheet.element.scrollIntoView({ block: "nearest" });
	}

	// Marks belong to the answer that was given: they go when it changes.
	_forget() {
		this.result.hidden = true;
	}

	async _check() {
		const answer = this.worksheet.answer();
		if (this.move.value) answer.move = this.move.value;
		this.check.disabled = true;
		try {
			const marks = await ask("/api/mark", { ...this.asked, answer }, this.page.signal);
			this.worksheet.mark(marks);
			this._tell(marks);
		} finally {
			this.check.disabled = false;
		}
	}

	_tell(marks) {
		const line = (good, text) => h(good ? "p.right" : "p.wrong", h("span.practice-sign", { "aria-hidden": true }, good ? "✓" : "✗"), text);
		const head = `${marks.score} of ${marks.max} ${marks.max === 1 ? "mark" : "marks"}`;
		const causes = marks.misconceptions;
		clear(this.result,
			h("h2", marks.ok ? `All correct: ${head}` : head),
			h("p.note", marks.parts.map((part) => `${part.name} ${part.score} of ${part.max}`).join(", ")),
			marks.ok ? line(true, "Everything is correct.") : line(false, `First mistake: ${marks.first}`),
			marks.others.map((text) => h("p", text)),
			causes.length > 0 && [h("h3", causes.length > 1 ? "Possible causes" : "Possible cause"),
				h("ul", causes.map(({ name, what, hint }) => h("li", h("strong", name), `: ${what} `, h("em", `Hint: ${hint}`))))],
			marks.move === "wrong" && line(false, "This is not the best move."));
		this.result.classList.toggle("right", marks.ok);
		this.result.classList.toggle("wrong", !marks.ok);
		this.result.hidden = false;
		const named = causes.length ? ` ${causes.map((cause) => cause.name).join(", ")}.` : "";
		say(`${marks.ok ? "All correct. " : ""}${head}. ${marks.first ?? ""}${named}`);
		this.result.scrollIntoView({ block: "nearest" });
	}

	async _solve() {
		const { tree, kind, root, convention } = this.data;
		const asked = { tree, root, algorithm: kind, ...(kind === "alphabeta" && { convention }) };
		const data = await ask("/api/tree", asked, this.page.signal);
		this.player ??= new Player({ signal: this.page.signal });
		const { tree: drawn, codePanel, cutPanel } = this.player;
		clear(this.solution, h("h2", "Solution, step by step"), drawn, codePanel, cutPanel,
			h("p", h("a", { href: address("/tree", asked) }, "Open on the tree page")));
		this.solution.hidden = false;
		this.player.load(data, 0);
		this.solution.scrollIntoView({ block: "start" });
		say(`Solution with ${data.steps.length} steps. Step through it with the arrow keys.`);
	}
}
