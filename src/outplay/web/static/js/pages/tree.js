// Tree and trace: a search, drawn and stepped through.

import { clear, h } from "../dom.js";
import { ask, isAbort } from "../api.js";
import { copyDialog } from "../copy.js";
import { note } from "../router.js";
import { say, tell } from "../say.js";
import { readSpot, writeSpot } from "../spot.js";
import { EXAMPLE, Options, Source } from "../tree/options.js";
import { button, changed } from "../tree/parts.js";
import { Player } from "../tree/player.js";
import { PositionPanel } from "../tree/position.js";

const NOTE_AFTER = 350;
const NUMBER = /^[-+]?(\d{1,9}(\.\d{0,6})?|\.\d{1,6})$/;

export async function show(root, query, page) {
  const view = new TreePage(root, page);
  page.revisit((changed) => { view.visit(changed); });
  await view.visit(query);
}

/** What is asked of the server, out of the address. */
export function question(query) {
  const asked = {};
  const tree = query.get("tree");
  if (tree !== null) Object.assign(asked, { tree, root: query.get("root") ?? "max" });
  else asked.spot = readSpot(query);
  for (const name of ["algorithm", "convention", "order"]) if (query.get(name)) asked[name] = query.get(name);
  const seed = Number(query.get("seed"));
  if (query.get("seed") && Number.isInteger(seed)) asked.seed = seed;
  const depth = query.get("depth");
  if (depth) asked.depth = depth === "all" ? "all" : Number(depth);
  const open = query.getAll("open").map((path) => (path ? readSpot(new URLSearchParams({ moves: path })).moves : []));
  if (open.length) asked.open = open;
  return asked;
}

class TreePage {
  constructor(root, page) {
    Object.assign(this, { root, page, query: new URLSearchParams(), asked: "", data: null });
    const { signal } = page;
    this.heading = h("h1", {}, "Tree and trace");
    this.about = h("p", { class: "note tree-about" });
    this.notices = h("div", { class: "stack" });
    this.player = new Player({
      signal,
      onStep: (count, number) => this._stepped(count, number),
      onPick: (number) => this._position(number),
      onEdit: (number, text) => this._edit(number, text),
      onOpen: (number) => this._open(number),
    });
    this.options = new Options({ onChange: (change) => this._change(change) });
    this.source = new Source({ onTree: ({ tree, root: first }) => this._literal(tree, first) });
    this.position = new PositionPanel(signal);
    this.sharing = h("div", { class: "row" }, button("Copy …", () => this._copy()));
    this.busy = h("p", { class: "note", role: "status" });
    this.main = h("div", { class: "columns tree-columns" },
      h("div", { class: "stack" }, this.player.tree, this.notices, this.sharing),
      this.side = h("div", { class: "stack tree-side" }, this.player.codePanel, this.player.cutPanel, this.position.element,
        this.options.element), h("div", { class: "tree-source" }, this.source.element));
    clear(root, h("div", { class: "stack" }, this.heading, this.about, this.busy, this.main));
    this.main.hidden = true;
    signal.addEventListener("abort", () => clearTimeout(this.noting));
  }

  /** Shows what an address names; false if that is not possible. */
  async visit(query) {
    const given = new URLSearchParams(query);
    if (!given.get("tree") && !given.get("game")) given.set("tree", EXAMPLE);
    clearTimeout(this.noting);
    const asked = question(given);
    const key = JSON.stringify(asked);
    const step = given.get("step") === "end" ? Infinity : Number(given.get("step")) || 0;
    if (key === this.asked) {
      this.query = given;
      this.player.go(step);
      return true;
    }
    this.asking?.abort();
    this.asking = new AbortController();
    this.page.signal.addEventListener("abort", () => this.asking.abort(), { once: true });
    const slow = setTimeout(() => { this.busy.textContent = "The search is under way …"; }, 400);
    try {
      const data = await ask(asked.open ? "/api/open" : "/api/tree", asked, { signal: this.asking.signal });
      Object.assign(this, { asked: key, query: given });
      this._show(data, asked, step);
      return true;
    } catch (error) {
      if (!isAbort(error)) this._refuse(error.message, asked.tree);
      return false;
    } finally {
      clearTimeout(slow);
      this.busy.textContent = "";
    }
  }

  _show(data, asked, step) {
    const same = this.data && this.data.nodes.length === data.nodes.length && this.data.literal && data.literal
      && data.nodes.every((node, number) => Math.abs(node.x - this.data.nodes[number].x) < 40);
    Object.assign(this, { data, spot: asked.spot ?? null });
    this.main.hidden = false;
    this._bare(false);
    const name = data.literal ? "Tree" : data.game;
    this.page.title(`${name}: tree`);
    this.page.spot(this.spot);
    this.heading.textContent = data.literal ? "Tree and trace" : `Tree of ${data.game}`;
    const moves = this.spot?.moves.length ? ` After ${this.spot.moves.slice(-8).join(" ")}.` : "";
    this.about.textContent = `${data.title}.${data.value ? ` Value ${data.value}.` : ""}${moves}`;
    clear(this.notices, data.notices.map((text) => h("p", { class: "note" }, text)),
      data.literal && h("p", { class: "note" }, "Click a leaf, or press Enter on it, to change its value; Back undoes it."));
    this.position.element.hidden = data.literal !== null;
    this.options.show(data, this.query);
    this.source.show(data);
    this.player.load(data, step, Boolean(same));
    if (!data.steps.length) this._position(0);
  }

  /** Says what is wrong. What was shown stays; where nothing was, only the form is. */
  _refuse(sentence, tree) {
    tell(sentence, "error");
    this.source.refuse(sentence, tree);
    if (this.data) this.options.show(this.data, this.query);
    this.main.hidden = false;
    this._bare(!this.data);
  }

  _bare(bare) {
    for (const part of [this.player.tree, this.sharing, this.side]) part.hidden = bare;
  }

  // --- changes -------------------------------------------------------------------------------

  /** Shows what a new address names; then "back" undoes it. */
  async _go(query) {
    const before = this._plain();
    if (!await this.visit(query)) return false;
    note(before); // the step that was shown may not be there yet
    note(query, { push: true });
    return true;
  }

  _change(change) {
    const gone = { open: null };
    if (change.order && change.order !== "random") gone.seed = null;
    if (change.algorithm && change.algorithm !== "alphabeta") gone.convention = null;
    return this._go(changed(this._plain(), { ...change, ...gone }));
  }

  /** The address as it is, with the step that is shown. */
  _plain() {
    const query = new URLSearchParams(this.query);
    this._keepStep(query);
    return query;
  }

  _keepStep(query) {
    query.delete("step");
    if (!this.data?.steps.length || !this.player.count) return;
    query.set("step", this.player.count === this.player.last ? "end" : String(this.player.count));
  }

  _literal(tree, root, keep = false) {
    const query = new URLSearchParams();
    for (const name of ["algorithm", "convention", "order", "seed", "depth"]) {
      if (this.query.get(name) && this.data?.literal) query.set(name, this.query.get(name));
    }
    // Another tree may have chance in it, or none: then the usual algorithm is taken.
    if (/Chance/.test(tree) !== /Chance/.test(this.data?.literal ?? "")) query.delete("algorithm");
    query.set("tree", tree);
    if (root === "min") query.set("root", root);
    if (keep) this._keepStep(query);
    return this._go(query);
  }

  async _edit(number, text) {
    const node = this.data.nodes[number];
    if (!NUMBER.test(text)) {
      tell(`${text || "Nothing"} is not a number that a leaf can have, such as 3, -2 or 0.5.`, "error");
      return;
    }
    const [from, to] = node.span;
    const { literal } = this.data;
    const value = text.replace(/^\+/, "").replace(/^(-?)\./, "$10.").replace(/\.$/, "");
    if (!await this._literal(literal.slice(0, from) + value + literal.slice(to), this.data.root, true)) return;
    say(`Leaf ${node.name} is ${value} now. ${this.data.title}; the value is ${this.data.value}.`);
    this.player.drawing.nodes[number]?.group.focus({ preventScroll: true });
  }

  _open(number) {
    const query = this._plain();
    const moves = this._moves(this.data.nodes[number].parent);
    query.append("open", writeSpot({ moves }).get("moves") ?? "");
    return this._go(query);
  }

  _stepped(count, number) {
    this._position(number);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => {
      const query = new URLSearchParams(this.query);
      this._keepStep(query);
      this.query = query;
      note(query);
    }, NOTE_AFTER);
  }

  /** The moves to a node. */
  _moves(number) {
    const moves = [];
    for (let at = number; this.data.nodes[at].parent !== null; at = this.data.nodes[at].parent) {
      moves.unshift(this.data.nodes[at].edge);
    }
    return moves;
  }

  _position(number) {
    if (!this.spot || this.data.literal !== null) return;
    const moves = this._moves(number);
    this.position.show(this.spot, moves, moves.length ? `After ${moves.slice(-6).join(" ")}` : "Position at the root");
  }

  async _copy() {
    const { literal, python } = this.data;
    try {
      const { svg, text } = await ask("/api/tree", { ...question(this.query), want: "drawings" }, { signal: this.page.signal });
      copyDialog([
        { label: "Tree", text: literal }, { label: "Python", text: python }, { label: "Text", text },
        { label: "Picture (SVG)", text: svg }, { label: "Link", text: location.href },
      ].filter((each) => each.text));
    } catch (error) {
      if (!isAbort(error)) tell(error.message, "error");
    }
  }
}
