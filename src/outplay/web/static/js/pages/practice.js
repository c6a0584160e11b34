// Practice: trees to be searched by hand, marked at once.

import { clear, field, h } from "../dom.js";
import { ask, isAbort } from "../api.js";
import { note } from "../router.js";
import { say, tell } from "../say.js";
import { button, changed, choice, fill } from "../tree/parts.js";
import { Player } from "../tree/player.js";
import { Worksheet } from "../tree/worksheet.js";

const KINDS = [["alphabeta", "Alpha-beta: values and cuts"], ["minimax", "Minimax: values"], ["expectiminimax", "Expectiminimax: chance"]];
const CONVENTIONS = [["aima", "AIMA: cut on ≥"], ["cs188", "CS 188: cut on >"]];
const ROOTS = [["max", "MAX (△)"], ["min", "MIN (▽)"]];
const OWN = ["branch", "depth", "seed"];

export async function show(root, query, page) {
  const view = new PracticePage(root, page);
  page.revisit((changed) => { view.visit(changed); });
  await view.visit(query);
}

/** What is asked of the server, out of the address. */
function question(query) {
  const asked = {};
  for (const name of ["kind", "difficulty", "root", "convention"]) if (query.get(name)) asked[name] = query.get(name);
  for (const name of OWN) {
    const value = query.get(name);
    if (value) asked[name] = Number(value);
  }
  return asked;
}

class PracticePage {
  constructor(root, page) {
    Object.assign(this, { page, query: new URLSearchParams(), data: null, player: null });
    const pick = (name, pairs) => choice((value) => this._change({ [name]: value }), pairs);
    this.choices = {
      kind: pick("kind", KINDS), difficulty: pick("difficulty"), root: pick("root", ROOTS), convention: pick("convention", CONVENTIONS),
      branch: pick("branch", [["", "as it comes"], ...[2, 3, 4].map((n) => [String(n), String(n)])]),
      depth: pick("depth", [["", "as it comes"], ...[2, 3, 4, 5].map((n) => [String(n), `${n} plies`])]),
    };
    this.seed = h("input", { type: "number", min: "0", max: "2147483647", step: "1",
      on: { change: () => this.seed.checkValidity() && this._change({ seed: this.seed.value || null }) } });
    const { kind, difficulty, root: first, convention, branch, depth } = this.choices;
    this.conventionRow = field("Convention", convention);
    this.options = h("section", { class: "panel stack", "aria-labelledby": "choose-title" }, h("h2", { id: "choose-title" }, "Which exercise"),
      h("div", { class: "tree-options" }, field("Kind", kind), field("Difficulty", difficulty), this.conventionRow, field("Who moves first", first),
        field("Children of a node", branch), field("Depth", depth), field("Seed", this.seed)));
    this.heading = h("h1", {}, "Practice");
    this.task = h("div", { class: "stack" });
    this.worksheet = new Worksheet({ onChange: () => this._forget() });
    this.move = choice(() => this._forget());
    this.result = h("section", { class: "panel stack practice-result", "aria-label": "Marks", hidden: true, tabindex: "-1" });
    this.check = button("Check", () => this._check(), undefined, "primary");
    this.solve = button("Show the solution", () => this._solve());
    this.actions = h("div", { class: "row" }, h("label", { class: "row" }, "Best move at the root", this.move),
      this.check, this.solve, button("Next", () => this._next()));
    this.solution = h("section", { class: "stack", "aria-label": "Solution", hidden: true });
    this.main = h("div", { class: "columns", hidden: true },
      h("div", { class: "stack" }, this.task, this.worksheet.element, this.actions, this.result, this.solution),
      h("div", { class: "stack" }, this.options));
    clear(root, h("div", { class: "stack" }, this.heading, this.main));
  }

  /** Shows the exercise that an address names. */
  async visit(query) {
    this.query = new URLSearchParams(query);
    this.asked = question(this.query);
    try {
      this._show(await ask("/api/exercise", this.asked, { signal: this.page.signal }));
    } catch (error) {
      if (isAbort(error)) return;
      if (!this.data) throw error;
      tell(error.message, "error");
      this._showChoices(this.data);
    }
  }

  _show(data) {
    this.data = data;
    this.main.hidden = false;
    this.page.title(`Practice: ${data.title}`);
    this.heading.textContent = `Practice: ${data.title}`;
    clear(this.task, h("ol", { class: "practice-task" }, data.asked.map((text) => h("li", {}, text))),
      h("details", {}, h("summary", {}, `The rules in full (${data.told})`), h("div", { class: "stack" }, data.task.map((text) => h("p", {}, text)), h("p", {}, data.names))));
    this.worksheet.show(data);
    fill(this.move, [["", "choose …"], ...data.moves.map((name) => [name, name])], "");
    this.result.hidden = this.solution.hidden = true;
    this.player?.close();
    clear(this.solution);
    this._showChoices(data);
  }

  _showChoices(data) {
    const { difficulty, branch, depth } = this.choices;
    fill(difficulty, data.difficulties.map((name) => [name, name]), "");
    for (const name of ["kind", "difficulty", "root", "convention"]) this.choices[name].value = data[name];
    branch.value = this.query.get("branch") ?? "";
    depth.value = this.query.get("depth") ?? "";
    this.seed.value = data.seed;
    this.conventionRow.hidden = data.kind !== "alphabeta";
  }

  _change(change) {
    const gone = "kind" in change ? { difficulty: null, convention: null } : {};
    if ("kind" in change || "difficulty" in change) Object.assign(gone, { branch: null, depth: null });
    const query = changed(this.query, { ...change, ...gone });
    note(query, { push: true });
    return this.visit(query);
  }

  async _next() {
    await this._change({ seed: String(this.data.seed + 1) });
    say(`Exercise ${this.data.seed}.`);
    this.worksheet.element.scrollIntoView({ block: "nearest" });
  }

  /** Marks belong to the answer that was given: they go when it changes. */
  _forget() {
    this.result.hidden = true;
  }

  async _check() {
    const answer = this.worksheet.answer();
    if (this.move.value) answer.move = this.move.value;
    this.check.disabled = true;
    try {
      const marks = await ask("/api/mark", { ...this.asked, answer }, { signal: this.page.signal });
      this.worksheet.mark(marks);
      this._tell(marks);
    } catch (error) {
      if (!isAbort(error)) tell(error.message, "error");
    } finally {
      this.check.disabled = false;
    }
  }

  _tell(marks) {
    const line = (good, text) => h("p", { class: good ? "right" : "wrong" }, h("span", { class: "practice-sign", "aria-hidden": "true" }, good ? "✓" : "✗"), text);
    const head = `${marks.score} of ${marks.max} ${marks.max === 1 ? "mark" : "marks"}`;
    const causes = marks.misconceptions;
    clear(this.result,
      h("h2", {}, marks.ok ? `All right: ${head}` : head),
      h("p", { class: "note" }, marks.parts.map((part) => `${part.name} ${part.score} of ${part.max}`).join(", ")),
      marks.ok ? line(true, "Everything that you wrote is right.") : line(false, `First difference. ${marks.first}`),
      marks.others.map((text) => h("p", {}, text)),
      causes.length > 0 && h("h3", {}, causes.length > 1 ? "Your answer would come from one of these" : "What may have happened"),
      causes.length > 0 && h("ul", {}, causes.map((cause) => h("li", {}, h("strong", {}, cause.name), `: ${cause.what} `, h("em", {}, `Hint: ${cause.hint}`)))),
      marks.move === "wrong" && line(false, "The best move is another one."));
    this.result.classList.toggle("right", marks.ok);
    this.result.classList.toggle("wrong", !marks.ok);
    this.result.hidden = false;
    const named = causes.length ? ` ${causes.map((cause) => cause.name).join(", ")}.` : "";
    say(`${marks.ok ? "All right. " : ""}${head}. ${marks.first ?? ""}${named}`);
    this.result.scrollIntoView({ block: "nearest" });
  }

  async _solve() {
    const { tree, kind, root, convention } = this.data;
    const asked = { tree, root, algorithm: kind, ...(kind === "alphabeta" && { convention }) };
    try {
      const data = await ask("/api/tree", asked, { signal: this.page.signal });
      this.player ??= new Player({ signal: this.page.signal });
      this.player.drawing.onEdit = null;
      const query = new URLSearchParams(asked);
      clear(this.solution, h("h2", {}, "Solution, step by step"), this.player.tree, this.player.codePanel, this.player.cutPanel,
        h("p", {}, h("a", { href: `/tree?${query}` }, "Open it on the tree page")));
      this.solution.hidden = false;
      this.player.load(data, 0);
      this.solution.scrollIntoView({ block: "start" });
      say(`The solution is shown: ${data.steps.length} steps. The arrow keys step through it.`);
    } catch (error) {
      if (!isAbort(error)) tell(error.message, "error");
    }
  }
}
