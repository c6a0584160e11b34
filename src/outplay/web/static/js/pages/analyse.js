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
import { plies, thrown } from "../analyse/words.js";
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

class AnalysePage {
	looking = new Turn();
	panels = [];
	view = null;
	flipped = false;

	constructor() {
		this.#build();
		this.#mindHands();
	}

	// --- the parts ---

	#build() {
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

	#take(query) {
		const { moves, ...line } = readSpot(query);
		const given = Number.parseInt(query.get("at") ?? "", 10);
		this.line = line;
		this.moves = moves;
		this.at = Number.isInteger(given) ? clamp(given, 0, moves.length) : moves.length;
	}

	#write() {
		const params = writeSpot({ ...this.line, moves: this.moves });
		if (this.at < this.moves.length) params.set("at", String(this.at));
		note(params, true);
	}

	async open(root, query) {
		this.#take(query);
		const [view] = await Promise.all([look(this.spot), this.#load()]);
		root.append(this.element); // not before there is something to play on
		this.#show(view);
	}

	// Shows another line of this game, as back and forward of the browser do.
	visit(query) {
		this.#take(query);
		this.#arrive();
	}

	goTo(ply) {
		const to = clamp(ply, 0, this.moves.length);
		if (to === this.at) return;
		this.at = to;
		this.#write();
		this.#arrive();
	}

	// Plays moves from the position shown, or from an earlier one of the line. `isPending`: the
	// board shows the move already.
	async play(moves, from = this.at, isPending = false) {
		if (this.coming) return; // what these moves belong to is not on the board any more
		const before = { moves: this.moves, at: this.at };
		const one = moves.length === 1 && from === this.at;
		const line = [...this.moves.slice(0, from), ...moves];
		if (!startsWith(this.moves, line)) this.moves = line;
		this.at = line.length;
		if (one && !isPending) this.board.pend(moves[0]);
		if (await this.#arrive(before, one)) this.#write();
	}

	// Shows the position we are at. False if it could not be: then `before` comes back.
	async #arrive(before = null, isPending = false) {
		this.#forget(!isPending);
		this.coming = true;
		this.steps.at = this.at; // so that a key that is held goes on
		try {
			const view = await this.looking.hear(() => look(this.spot));
			this.coming = false;
			this.#show(view);
			return true;
		} catch (error) {
			this.coming = false;
			// Of a move that was just tried nobody needs to know its number.
			tell(isPending ? error.message.replace(/^Move \d+: /, "") : error.message, "error");
			if (before) {
				Object.assign(this, before);
				this.#show(this.view);
			}
			return false;
		}
	}

	#show(view) {
		const { spot } = this;
		this.view = view;
		this.moves = [...view.moves, ...this.moves.slice(view.moves.length)]; // as the game writes them
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

	// Takes away all that was said of the position before. A move that was made and is not answered
	// yet stays on the board, which shows no values meanwhile.
	#forget(isDrawn) {
		this.engine.forget();
		clear(this.legend, "");
		if (isDrawn && this.view) this.#draw();
	}

	#draw() {
		const { values } = this.engine;
		this.#explain(values);
		this.board.show(this.view, { flipped: this.flipped, interactive: !this.view.over && !this.coming, values });
	}

	#explain(values) {
		const ends = values && [...values.values()].find(({ label }) => label.includes("#"));
		const number = ends?.label.split("#")[1];
		this.legend.textContent = values
			? `The board shows the value of each move${ends ? `; #${number} ends the game in ${plies(Number(number))}` : ""}.` : "";
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
		if (this.view?.to_move !== 0) return;
		const text = thrown(this.view.actions, Math.random());
		say(`Chance: ${text}.`);
		this.play([text]);
	}
}
