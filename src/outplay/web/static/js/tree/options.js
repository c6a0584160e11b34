// What is searched, and how: the form beside the tree.

import { field, h } from "../dom.js";
import { about } from "../store.js";
import { go } from "../router.js";
import { button, choice, fill } from "./parts.js";

export const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
const EXAMPLES = [
  ["the textbook's example", EXAMPLE],
  ["a deep cut", "[[[[16, 12], [29, 27]], [[22, 21], [13, 28]]], [[[4, 3], [7, 8]], [[19, 0], [26, 18]]]]"],
  ["equal values", "[[3, 5], [3, 9]]"],
  ["chance", "[Chance((0.5, [2, 4]), (0.5, [6, 0])), Chance((0.9, [-1, 3]), (0.1, [20, 30]))]"],
];
const ALGORITHMS = {
  minimax: "Minimax", negamax: "Negamax", alphabeta: "Alpha-beta", expectiminimax: "Expectiminimax",
  star1: "Star1", star2: "Star2", engine: "Engine (proof skeleton)",
};
const CONVENTIONS = [
  ["aima", "AIMA: cut on ≥, fail-soft"], ["cs188", "CS 188: cut on >, fail-soft"],
  ["hard", "cut on ≥, fail-hard"], ["hard-strict", "cut on >, fail-hard"],
];
const ORDERS = { given: "as given", random: "random", priority: "by the game's priority" };
const DEEPEST = 12;

/** onChange({algorithm: …}): fields of the address to change; null takes one out. */
export class Options {
  constructor({ onChange }) {
    this.onChange = onChange;
    for (const name of ["algorithm", "convention", "order", "depth"]) this[name] = choice((value) => onChange({ [name]: value }));
    this.seed = h("input", { type: "number", min: "0", max: "2147483647", step: "1",
      on: { change: () => this.seed.checkValidity() && onChange({ seed: this.seed.value || null }) } });
    fill(this.convention, CONVENTIONS, "aima");
    this.rows = {
      convention: field("Convention", this.convention),
      seed: field("Seed", this.seed),
    };
    this.element = h("section", { class: "panel stack", "aria-labelledby": "options-title" },
      h("h2", { id: "options-title" }, "How it is searched"),
      h("div", { class: "tree-options" }, field("Algorithm", this.algorithm), this.rows.convention,
        field("Order of moves", this.order), this.rows.seed, field("Depth", this.depth)));
  }

  /** The choices that this tree has, and those that were made. */
  show(data, query) {
    fill(this.algorithm, data.algorithms.map((name) => [name, ALGORITHMS[name]]), data.algorithm);
    this.convention.value = query.get("convention") ?? "aima";
    fill(this.order, data.orders.map((name) => [name, ORDERS[name]]), query.get("order") ?? "given");
    this.order.disabled = data.algorithm === "engine";
    this.seed.value = query.get("seed") ?? "0";
    const asked = query.get("depth") ?? "";
    const whole = data.literal !== null;
    const auto = asked || data.depth === null ? "as deep as can be seen" : `as deep as can be seen (${data.depth})`;
    const depths = [...Array(DEEPEST).keys()].map((n) => [String(n + 1), `${n + 1} ${n ? "plies" : "ply"}`]);
    if (asked && asked !== "all" && asked > DEEPEST) depths.push([asked, `${asked} plies`]);
    fill(this.depth, [...(whole ? [["", "to the leaves"]] : [["", auto], ["all", "to the end of the game"]]), ...depths], asked);
    this.rows.convention.hidden = data.algorithm !== "alphabeta";
    this.rows.seed.hidden = this.order.value !== "random";
  }
}

/** The tree as text, or another game. onTree({tree, root}) draws a literal tree. */
export class Source {
  constructor({ onTree }) {
    this.text = h("textarea", { rows: "3", spellcheck: "false", autocomplete: "off", maxlength: "40000", class: "tree-literal" });
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    this.root = choice(() => {}, [["max", "MAX (△) moves first"], ["min", "MIN (▽) moves first"]]);
    this.games = choice((game) => game && go("/tree", { game }), [["", "choose …"]]);
    const draw = (tree) => onTree({ tree, root: this.root.value });
    const examples = EXAMPLES.map(([name, text]) => button(name, () => draw(text), undefined, "plain"));
    const form = h("form", { class: "stack", on: { submit: (event) => { event.preventDefault(); draw(this.text.value); } } },
      field("A tree of your own", this.text, "Lists are choices, numbers are leaves: [[3, 12, 8], [2, 4, 6]]; Chance((0.5, 2), (0.5, 4)) is chance."),
      this.error,
      h("div", { class: "row" }, h("label", {}, h("span", { class: "visually-hidden" }, "Who moves first"), this.root),
        h("button", { type: "submit", class: "button primary" }, "Draw it")));
    this.element = h("section", { class: "panel stack", "aria-labelledby": "source-title" },
      h("h2", { id: "source-title" }, "What is searched"), form,
      h("div", { class: "row", role: "group", "aria-label": "Examples" }, h("span", { class: "note" }, "Examples:"), examples),
      field("Or a game from its start", this.games));
    about().then(({ games }) => this.games.append(...games.filter((game) => !game.trouble)
      .map((game) => h("option", { value: game.key }, game.title)))).catch(() => { this.games.disabled = true; });
  }

  show(data) {
    this.error.hidden = true;
    this.games.value = "";
    if (data.literal !== null) {
      this.text.value = data.literal;
      this.root.value = data.root;
    }
  }

  refuse(sentence, tree = "") {
    this.text.value ||= tree;
    this.error.textContent = sentence;
    this.error.hidden = false;
  }
}
