// Tree and trace: a search, drawn and stepped through.

import {
	ask, button, clear, copyDialog, h, linkTo, nameTab, note, onReturn, readSpot, report, say, tell, Turn, writeSpot,
} from "../core.js";
import { changed, EXAMPLE, filled, Options, Source } from "../tree/options.js";
import { Player } from "../tree/player.js";
import { PositionPanel } from "../tree/position.js";

const NOTE_AFTER = 350;
const SEARCH = ["algorithm", "convention", "order", "seed", "depth"];
const NUMBER = /^[-+]?(\d{1,9}(\.\d{0,6})?|\.\d{1,6})$/;

export async function show(root, query) {
	const page = new TreePage(root);
	onReturn((changed) => page.visit(changed));
	await page.visit(query);
}

// What is asked of the server, out of the address.
function question(query) {
	const tree = query.get("tree");
	const open = query.getAll("open").map((moves) => readSpot(new URLSearchParams({ moves })).moves);
	return {
		...(tree === null ? { spot: readSpot(query) } : { tree, root: query.get("root") ?? "max" }),
		...filled(query, SEARCH), ...(open.length && { open }),
	};
}

class TreePage {
	query = new URLSearchParams();
	turn = new Turn();
	heading = h("h1", "Tree and trace");
	about = h("p.note.tree-about");
	notices = h("div.stack");
	sharing = h("div.row", button("Copy…", () => this._copy()));
	busy = h("p.note", { role: "status" });
	options = new Options((change) => this._change(change));
	source = new Source((tree, first) => this._literal(tree, first));

	constructor(root) {
		this.player = new Player({
			onStep: (number) => this._stepped(number),
			onPick: (number) => this._position(number),
			onEdit: (number, text) => this._edit(number, text),
			onOpen: (number) => this._open(number),
		});
		this.position = new PositionPanel();
		this.main = h("div.columns.tree-columns",
			h("div.stack", this.player.tree, this.notices, this.sharing),
			this.side = h("div.stack.tree-side", this.player.codePanel, this.player.cutPanel, this.position.element,
				this.options.element), h("div.tree-source", this.source.element));
		root.append(this.heading, this.about, this.busy, this.main);
		this.main.hidden = true;
	}

	// Shows what an address names; false if that is not possible.
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
		clearTimeout(this.slow);
		this.slow = setTimeout(() => { this.busy.textContent = "Searching…"; }, 400);
		try {
			const data = await this.turn.ask(asked.open ? "/api/open" : "/api/tree", asked);
			Object.assign(this, { asked: key, query: given });
			this._show(data, asked, step);
			return true;
		} catch (error) {
			this._refuse(error, asked.tree);
			return false;
		} finally {
			clearTimeout(this.slow);
			clear(this.busy, "");
		}
	}

	_show(data, asked, step) {
		const same = this.data && this.data.nodes.length === data.nodes.length && this.data.literal && data.literal
			&& data.nodes.every(({ name }, number) => name === this.data.nodes[number].name);
		Object.assign(this, { data, spot: asked.spot ?? null });
		this._unveil();
		nameTab(`${data.literal ? "Tree" : data.game}: tree`);
		linkTo(this.spot);
		clear(this.heading, data.literal ? "Tree and trace" : `Tree of ${data.game}`);
		const moves = this.spot?.moves.length ? ` After ${this.spot.moves.slice(-8).join(" ")}.` : "";
		clear(this.about, `${data.title}.${data.value ? ` Value ${data.value}.` : ""}${moves}`);
		clear(this.notices, data.notices.map((text) => h("p.note", text)),
			data.literal && h("p.note", "Click a leaf or press Enter on it to change its value. Your browser's Back button undoes it."));
		this.position.element.hidden = data.literal !== null;
		this.options.follow(data, this.query);
		this.source.show(data);
		this.player.load(data, step, Boolean(same));
		if (!data.steps.length) this._position(0);
	}

	// Says what is wrong. What was shown stays; where nothing was, only the form is.
	_refuse(error, tree) {
		report(error);
		this.source.refuse(error.message, tree);
		if (this.data) this.options.follow(this.data, this.query);
		this._unveil();
	}

	// Until there is a tree, only the form for one is shown.
	_unveil() {
		this.main.hidden = false;
		for (const part of [this.player.tree, this.sharing, this.side]) part.hidden = !this.data;
	}

	// --- changes ---

	// Shows what a new address names; then "back" undoes it.
	async _go(query) {
		const before = this._plain();
		if (!await this.visit(query)) return false;
		note(before); // the step that was shown may not be there yet
		note(query, true);
		return true;
	}

	_change(change) {
		const gone = { open: null };
		if (change.order && change.order !== "random") gone.seed = null;
		if (change.algorithm && change.algorithm !== "alphabeta") gone.convention = null;
		return this._go(changed(this._plain(), { ...change, ...gone }));
	}

	// The address as it is, with the step that is shown.
	_plain(query = this.query) {
		const { data, player } = this;
		const step = !data?.steps.length || !player.count ? null : player.count === player.last ? "end" : String(player.count);
		return changed(query, { step });
	}

	_literal(tree, root, keep = false) {
		const kept = this.data?.literal ? filled(this.query, SEARCH) : {};
		// Another tree may have chance in it, or none: then the usual algorithm is taken.
		if (/Chance/.test(tree) !== /Chance/.test(this.data?.literal ?? "")) delete kept.algorithm;
		const query = new URLSearchParams({ ...kept, tree, ...(root === "min" && { root }) });
		return this._go(keep ? this._plain(query) : query);
	}

	async _edit(number, text) {
		const node = this.data.nodes[number];
		if (!NUMBER.test(text)) {
			tell(`A leaf needs a number such as 3, -2 or 0.5${text ? `, not ${text}` : ""}.`, "error");
			return;
		}
		const [from, to] = node.span;
		const { literal } = this.data;
		const value = text.replace(/^\+/, "").replace(/^(-?)\./, "$10.").replace(/\.$/, "");
		if (!await this._literal(literal.slice(0, from) + value + literal.slice(to), this.data.root, true)) return;
		say(`Leaf ${node.name} is now ${value}. ${this.data.title}; value ${this.data.value}.`);
		this.player.drawing.focus(number);
	}

	_open(number) {
		const query = this._plain();
		const moves = this._moves(this.data.nodes[number].parent);
		query.append("open", writeSpot({ moves }).get("moves") ?? "");
		return this._go(query);
	}

	_stepped(number) {
		this._position(number);
		clearTimeout(this.noting);
		this.noting = setTimeout(() => {
			this.query = this._plain();
			note(this.query);
		}, NOTE_AFTER);
	}

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
		const { svg, text } = await ask("/api/tree", { ...question(this.query), want: "drawings" });
		copyDialog({ Tree: literal, Python: python, Text: text, "Picture (SVG)": svg });
	}
}
