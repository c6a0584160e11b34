// Practice: trees to be searched by hand, marked at once.

import { address, ask, button, clear, h, nameTab, note, onReturn, report, say } from "../core.js";
import { changed, Choices, fill, filled } from "../tree/options.js";
import { Player } from "../tree/player.js";
import { Worksheet } from "../tree/worksheet.js";

const KINDS = [["alphabeta", "Alpha-beta: values and cuts"], ["minimax", "Minimax: values"], ["expectiminimax", "Expectiminimax: chance"]];
const CONVENTIONS = [["aima", "AIMA: cut on ≥"], ["cs188", "CS 188: cut on >"]];
const ROOTS = [["max", "MAX (△)"], ["min", "MIN (▽)"]];
const BRANCHES = [["", "default"], ["2", "2"], ["3", "3"], ["4", "4"]];
const DEPTHS = [["", "default"], ...[2, 3, 4, 5].map((n) => [n, `${n} plies`])];
const LABELS = {
	kind: "Kind", difficulty: "Difficulty", convention: "Convention", root: "Who moves first", branch: "Children of a node",
	depth: "Depth", seed: "Seed",
};

export async function show(root, query) {
	const page = new PracticePage(root);
	onReturn((changed) => page.visit(changed));
	await page.visit(query);
}

class PracticePage {
	heading = h("h1", "Practice");
	task = h("div.stack");
	worksheet = new Worksheet(() => this._forget());
	move = h("select", { on: { change: () => this._forget() } });
	choices = new Choices("Exercise", LABELS, (change) => this._change(change));
	check = button("Check", () => this._check(), { kind: "primary" });
	result = h("section.panel.stack.practice-result", { "aria-label": "Marks", hidden: true });
	solution = h("section.stack", { "aria-label": "Solution", hidden: true });

	constructor(root) {
		const actions = h("div.row", h("label.row", "Best move at the root", this.move),
			this.check, button("Show the solution", () => this._solve()), button("Next", () => this._next()));
		this.main = h("div.columns", { hidden: true },
			h("div.stack", this.task, this.worksheet.element, actions, this.result, this.solution), this.choices.element);
		root.append(this.heading, this.main);
	}

	async visit(query) {
		this.query = new URLSearchParams(query);
		this.asked = filled(this.query, Object.keys(LABELS));
		try {
			this._show(await ask("/api/exercise", this.asked));
		} catch (error) {
			if (!this.data) throw error;
			report(error);
			this._showChoices(this.data);
		}
	}

	_show(data) {
		this.data = data;
		this.main.hidden = false;
		clear(this.heading, `Practice: ${data.title}`);
		nameTab(this.heading.textContent);
		clear(this.task, h("ol.practice-task", data.instructions.map((text) => h("li", text))), h("details",
			h("summary", `Full instructions (${data.convention_text})`), h("div.stack", [...data.task, data.names].map((text) => h("p", text)))));
		this.worksheet.show(data);
		fill(this.move, [["", "Choose…"], ...data.moves.map((name) => [name, name])], "");
		this.result.hidden = this.solution.hidden = true;
		this.player?.pause();
		clear(this.solution);
		this._showChoices(data);
	}

	_showChoices(data) {
		const { choices, query } = this;
		choices.show("kind", data.kind, KINDS);
		choices.show("difficulty", data.difficulty, data.difficulties.map((name) => [name, name]));
		choices.show("convention", data.convention, CONVENTIONS, data.kind === "alphabeta");
		choices.show("root", data.root, ROOTS);
		choices.show("branch", query.get("branch") ?? "", BRANCHES);
		choices.show("depth", query.get("depth") ?? "", DEPTHS);
		choices.show("seed", data.seed);
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
			const marks = await ask("/api/mark", { ...this.asked, answer });
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
		const data = await ask("/api/tree", asked);
		this.player ??= new Player({});
		const { tree: drawn, codePanel, cutPanel } = this.player;
		clear(this.solution, h("h2", "Solution, step by step"), drawn, codePanel, cutPanel,
			h("p", h("a", { href: address("/tree", asked) }, "Open on the tree page")));
		this.solution.hidden = false;
		this.player.load(data, 0);
		this.solution.scrollIntoView({ block: "start" });
		say(`Solution with ${data.steps.length} steps. Step through it with the arrow keys.`);
	}
}
