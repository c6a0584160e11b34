// Analyse: a board to try moves on for both sides, while the engine thinks about what is shown.
//
// The line of play is `moves`; `at` says how many of them are on the board. Whatever the engine
// says belongs to one spot, and is taken away the moment another one is shown.
//
// JOBS in `web/jobs/__init__.py` says which panels there are besides the engine. The module of a panel
// exports `panel(page)`, which gives
//   element            what is shown; in the column of values if `ofValues` is true
//   follow(view, spot) another position is on the board
import {
	about, address, ask, button, capital, clamp, clear, h, linkTo, look, nameTab, note, onReturn, readSpot, say,
	shortcut, startsWith, Steps, tell, Turn, writeSpot,
} from "../core.js";
import { EnginePanel } from "../analyse/engine.js";
import { recordList } from "../analyse/record.js";
import { KIND_NAMES, kindInLegend, plies, thrown } from "../analyse/words.js";
import { Board } from "../board.js";
import { typedMove } from "../play/moves.js";

export async function show(root, query) {
	nameTab("Analyse");
	if (!query.get("game")) return chooseGame(root);
	const page = new AnalysePage();
	onReturn((changed) => page.visit(changed));
	await page.open(root, query);
}

async function chooseGame(root) {
	const { games } = await about();
	root.append(h("h1", "Analyse"), h("p", "Which game?"), h("ul.row", games.filter(({ trouble }) => !trouble)
		.map(({ key, title }) => h("li", h("a.button", { href: address("/analyse", { game: key }) }, title)))));
}

// How many of the moves are on the board: all, if the address says nothing else.
function placeIn(moves, query) {
	const at = Number.parseInt(query.get("at") ?? "", 10);
	return Number.isInteger(at) ? clamp(at, 0, moves.length) : moves.length;
}

class AnalysePage {
	looking = new Turn();
	coming = null; // {moves, at}: what is asked for, and not shown yet
	panels = [];
	flipped = false;

	// --- the parts ---

	constructor() {
		this.title = h("h1");
		this.turn = h("p.turn");
		this.board = new Board({ onMove: (text) => this.play([text], this.at, true), label: "Board" });
		this.legend = h("p.note.legend");
		const tool = (text, label, run, key) => button(text, run, { "aria-label": label, ...shortcut(key, label.toLowerCase()) });
		this.steps = new Steps((ply) => this.goTo(ply), ["To the start", "Back", "Forward", "To the end"]);
		this.flip = tool("Flip", "Flip the board", () => this.turnBoard(), "f");
		this.roll = tool("Roll", "Roll the dice", () => this.throwDice(), "r");
		this.typed = typedMove((text) => this.play([text]), { id: "typed-move" });
		this.typed.form.prepend(h("label", { for: "typed-move" }, "Move"));
		this.engine = new EnginePanel({
			onPlay: (moves) => this.play(moves),
			onWhy: (text) => this.panels.find((each) => each.explain)?.explain(text),
			onValues: () => this.#draw(),
			onSwitch: () => this.#switched(),
		});
		this.record = recordList((ply) => this.goTo(ply));
		this.values = h("div.stack.of-values", this.engine.lines.element, this.engine.table.element);
		this.side = h("div.stack");
		this.element = h("div.analyse.stack",
			h("div.row.page-head", this.title, this.turn),
			h("div.columns",
				h("div.stack", this.board.element, this.legend, h("div.row.step-tools",
					h("div.toolbar", { role: "group", "aria-label": "Steps" }, this.steps.buttons, this.flip, this.roll), this.typed.form),
				this.record.element),
				h("div.stack.of-engine", this.engine.element, this.values), this.side));
		this.#mindHands();
	}

	// The panels that JOBS names, in that order.
	async #load() {
		const names = await ask("/api/panels");
		const modules = await Promise.all(names.map((name) => import(`../${name}.js`)));
		this.panels = modules.map(({ panel }) => panel(this));
		for (const { element, ofValues } of this.panels) (ofValues ? this.values : this.side).append(element);
	}

	// New values wait until a hand that drags a piece, or presses a button, lets go.
	#mindHands() {
		for (const name of ["pointerdown", "keydown"]) this.element.addEventListener(name, () => this.engine.hold(true));
		for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) {
			addEventListener(name, () => setTimeout(() => this.engine.hold(false)));
		}
	}

	// --- where we are ---

	// What is on the board: the first `at` moves of the line.
	get spot() {
		return { ...this.line, moves: this.moves.slice(0, this.at) };
	}

	async open(root, query) {
		const { moves, ...line } = readSpot(query);
		const at = placeIn(moves, query);
		this.line = line;
		const [view] = await Promise.all([look({ ...line, moves: moves.slice(0, at) }), this.#load()]);
		root.append(this.element); // not before there is something to play on
		this.#take(view, moves);
		this.#show();
	}

	// Shows another line of this game, as back and forward of the browser do.
	visit(query) {
		const { moves } = readSpot(query);
		this.#arrive(moves, placeIn(moves, query), { isPushed: false });
	}

	goTo(ply) {
		const { moves, at } = this.coming ?? this;
		const to = clamp(ply, 0, moves.length);
		if (to === at) return;
		this.#note(moves, to, true); // at once: "back" undoes each step, however fast they come
		this.#arrive(moves, to, { isPushed: false });
	}

	#note(moves, at, isPushed) {
		const params = writeSpot({ ...this.line, moves });
		if (at < moves.length) params.set("at", at);
		note(params, isPushed);
	}

	// Plays moves from the position shown, or from an earlier one of the line. `isPending`: the
	// board shows the move already.
	play(moves, from = this.at, isPending = false) {
		if (this.coming) return; // what these moves belong to is not on the board any more
		const isOne = moves.length === 1 && from === this.at;
		const line = [...this.moves.slice(0, from), ...moves];
		if (isOne && !isPending) this.board.pend(moves[0]);
		this.#arrive(startsWith(this.moves, line) ? this.moves : line, line.length, { isOne });
	}

	// Shows a position of a line, and notes it in the address; where that is not possible, what there was
	// comes back. All that was said of the position before is taken away at once. `isOne`: a move is shown
	// already; it stays on the board, which shows no values meanwhile.
	async #arrive(moves, at, { isOne = false, isPushed = true } = {}) {
		this.coming = { moves, at };
		this.steps.at = at; // so that a key that is held goes on
		this.engine.forget();
		if (isOne) clear(this.legend);
		else this.#draw();
		try {
			const view = await this.looking.hear(() => look({ ...this.line, moves: moves.slice(0, at) }));
			this.#take(view, moves);
			this.#note(this.moves, this.at, isPushed);
		} catch (error) {
			// Of a move that was just tried nobody needs to know its number.
			tell(isOne ? error.message.replace(/^Move \d+: /, "") : error.message, "error");
		}
		this.coming = null;
		this.#show();
	}

	#take(view, moves) {
		const at = view.moves.length;
		Object.assign(this, { view, at, moves: [...view.moves, ...moves.slice(at)] }); // as the game writes them
	}

	#show() {
		const { spot, view } = this;
		nameTab(`Analyse ${view.title}`);
		linkTo(spot);
		clear(this.title, view.title);
		clear(this.turn, this.#turn());
		this.steps.show(this.at, this.moves.length);
		this.flip.hidden = !view.turns;
		this.roll.hidden = view.to_move !== 0;
		this.record.show(this.moves, this.at);
		for (const panel of this.panels) panel.follow(view, spot);
		say(`${view.record.at(-1)?.text ?? ""} ${this.#turn()}`);
		this.engine.show(view, spot);
		this.#draw();
	}

	#turn() {
		const { over, to_move: mover } = this.view;
		if (over) return over.text;
		return mover === 0 ? "Chance to move: roll, or choose an outcome." : capital(`${this.view.mover} to move.`);
	}

	#draw() {
		const { values } = this.engine;
		this.#explain(values);
		this.board.show(this.view, { flipped: this.flipped, interactive: !this.view.over && !this.coming, values });
	}

	#explain(values) {
		if (values && this.engine.found.outcomes && this.view.to_move !== 0) {
			const kinds = [...new Set([...values.values()].map(({ kind }) => kind))].filter((kind) => kind in KIND_NAMES);
			const hasEnd = [...values.values()].some(({ label }) => /\d/.test(label));
			clear(this.legend, `What each move is for ${this.view.mover}, who is to move: `,
				kinds.map((kind) => [h(`span.value-chip.${kind}`, kindInLegend(kind, this.view)), " "]), hasEnd && "and in how many plies.");
			return;
		}
		const number = values && [...values.values()].map(({ label }) => label.split("#")[1]).find(Boolean);
		const end = number ? `; #${number} ends the game in ${plies(Number(number))}` : "";
		clear(this.legend, values && `The board shows the value of each move${end}.`);
	}

	// --- what people do ---

	#switched() {
		for (const panel of this.panels) panel.follow(this.view, this.spot);
		this.#draw();
	}

	turnBoard() {
		this.flipped = !this.flipped;
		this.#draw();
	}

	throwDice() {
		const text = thrown(this.view.actions, Math.random());
		say(`Chance: ${text}.`);
		this.play([text]);
	}
}
