// Play: a saved game, as the server tells it, and what one can do with it.

import {
	about, address, ask, button, capital, choose, clamp, clear, copyView, dialog, form, h, linkTo, look, nameTab, note,
	redraw, report, savedPath, say, shortcut, showTrouble, spotOf, startsWith, tell, Turn, writeSpot,
} from "../core.js";
import { Board } from "../board.js";
import { newGame, openGame, playAddress, setUp } from "../newgame.js";
import { MoveList, typedMove } from "../play/moves.js";
import { levelsOf, onlyMove, Opponent, resultFor, sideOf, statusOf } from "../play/opponent.js";
import { watch } from "../play/watch.js";

export async function show(root, query) {
	nameTab("Play");
	const saved = await openGame(query);
	if (!saved) {
		root.append(h("section.panel.set-up.stack", h("h1", "New game"), await setUp()));
		return;
	}
	root.append(new PlayPage(saved, levelsOf(await about(), spotOf(saved.view))).element);
}

class PlayPage {
	saved = null;
	#levels;
	#looked = null; // the view of an earlier position, while one looks at it
	#lookedPly = null; // how many moves were made in it; known before the view is
	#looking = new Turn();
	#sending = null; // {revision, text}: a move that the server has not answered yet
	#turned = null; // what the person chose; null: from the side that they play
	#hint = null;
	#gone = null; // what tries to reach the server again, while it is not responding
	moves = new MoveList((ply) => this.#look(ply));
	status = h("p.status");
	banner = h("div.banner.row.spread", { role: "status", hidden: true });
	hintLine = h("p.hint-line");
	players = h("div.row.spread.players");
	typed = typedMove((text) => this.#type(text), { "aria-label": "Type a move", placeholder: "Type a move" });
	analyse = h("a.button", shortcut("a", "analyse this position"), "Analyse");

	constructor(saved, levels) {
		this.#levels = levels;
		this.board = new Board({ label: `${saved.view.title} board`, onMove: (text) => this.#move(text) });
		const tool = (label, key, text, run) => button(label, run, shortcut(key, text));
		this.tools = {
			undo: tool("Undo", "u", "undo", () => this.#change("undo")),
			redo: tool("Redo", "r", "redo", () => this.#change("redo")),
			flip: tool("Flip", "f", "flip the board", () => this.#flip()),
			hint: tool("Hint", "h", "hint: show a good move", () => this.#askHint()),
			resign: tool("Resign", "x", "resign", () => this.#resign()),
			copy: tool("Copy…", "c", "copy position, record, picture or code", () => copyView(this.#looked ?? this.saved.view)),
			fresh: tool("New game", "n", "new game", () => this.#newGame()),
		};
		this.element = h("div.columns",
			h("div.stack", h("div.row.spread.page-head", h("h1", saved.view.title), this.status), this.banner, this.board.element, this.hintLine),
			h("div.stack",
				h("section.panel.stack", { "aria-label": "Players and controls" }, this.players, this.typed.form,
					h("div.toolbar.tools", Object.values(this.tools), this.analyse)),
				h("section.panel", { "aria-label": "Moves" }, this.moves.element)));
		this.#apply(saved);
		watch(this.#path("watch"), {
			onSaved: (saved) => this.#hear(saved),
			onGone: (now) => { this.#gone = now; this.#showBanner(); },
			onBack: () => { this.#gone = null; this.#showBanner(); tell("The server is back."); },
			onLost: showTrouble,
		});
	}

	// --- what the server says ---

	#hear(saved) {
		if (saved.revision < this.saved.revision) return;
		const sending = this.#sending;
		if (sending && saved.revision === sending.revision) {
			this.saved = { ...saved, view: this.saved.view };
			if (sending.lost) this.#send(); // it did not arrive: once more
			return;
		}
		if (sending?.lost) {
			// It may have arrived although its answer did not.
			if (saved.view.moves[this.saved.view.ply] !== sending.text) tell(`The game has changed; ${sending.text} was not played.`);
			this.#sending = null;
		}
		this.#apply(saved);
	}

	#apply(saved) {
		const before = this.saved;
		// The watch may tell of the level's answer before our own move is answered.
		if (before && saved.revision < before.revision) return this.#show();
		const same = before?.revision === saved.revision && before.view.over?.reason === saved.view.over?.reason;
		this.saved = same ? { ...saved, view: before.view } : saved;
		if (!same) {
			this.#hint = null;
			if (this.#looked && !startsWith(saved.view.moves, this.#looked.moves)) this.#stopLooking();
			note(playAddress(saved));
			if (before) this.#speak(before.view, saved.view);
		}
		this.#show();
	}

	#speak(before, view) {
		const words = view.record.slice(before.ply).map(({ text, player }) => {
			if (player && this.saved.sides[player] === "you") return "";
			return player ? `${capital(view.players[player === 1 ? 0 : 1])} plays ${text}.` : `Chance: ${text}.`;
		});
		if (view.ply < before.ply) words.push("Undone.");
		if (view.over && !before.over) words.push(resultFor(this.saved));
		else if (view.to_move && this.saved.sides[view.to_move] === "you") words.push(`${capital(view.mover)} to move.`);
		const said = words.filter(Boolean).join(" ");
		if (said) say(said);
	}

	// --- what is shown ---

	#show() {
		const { saved } = this;
		const { view } = saved;
		const shown = this.#looked ?? view;
		const yours = !this.#looked && this.#yours;
		const hint = this.#looked ? null : this.#hint;
		const { undo, redo, flip, resign } = this.tools;
		const { text, kind } = statusOf(saved, this.#levels);
		clear(this.status, text);
		this.status.className = `status ${kind}`;
		nameTab(`${view.over ? "Over" : kind === "yours" ? "Your turn" : "Playing"} · ${view.title}`);
		linkTo(spotOf(shown));
		if (!this.#sending || this.#looked) {
			this.board.show(shown, { flipped: this.#flipped, interactive: yours, hint: hint?.gesture });
			if (yours && onlyMove(view) && this.#mayFocus()) this.board.focus();
		}
		clear(this.hintLine, hint ? `Hint: ${hint.text}` : "");
		this.moves.show(view.record, view.players, Math.min(this.#lookedPly ?? view.ply, view.ply));
		this.#showPlayers();
		this.typed.offer(yours ? view.actions : []);
		this.typed.input.disabled = this.tools.hint.disabled = !yours;
		undo.disabled = !saved.can_undo;
		redo.disabled = !saved.redo;
		flip.hidden = !view.turns;
		resign.disabled = Boolean(view.over) || sideOf(saved.sides) === "none";
		this.analyse.href = address("/analyse", writeSpot(spotOf(shown)));
		this.#showBanner();
	}

	#showPlayers() {
		const { view, sides, level } = this.saved;
		const line = (player) => {
			const turn = !view.over && String(view.to_move) === player;
			const who = sides[player] === "you" ? "you" : `level ${level}, ${this.#levels[level - 1]?.name ?? ""}`;
			return h("li", { class: turn && "turn" }, h("span.marker", { "aria-hidden": true }, turn && "▸"),
				h("strong", view.players[player === "1" ? 0 : 1]), ` ${who}`, turn && h("span.visually-hidden", ", to move"));
		};
		redraw(this.players, () => clear(this.players, h("ul", (this.#flipped ? ["1", "-1"] : ["-1", "1"]).map(line)),
			button("Change", () => this.#settings(), { kind: "plain" })));
	}

	#showBanner() {
		const { trouble, view, sides, level, seconds } = this.saved;
		const looked = this.#looked;
		const again = () => this.#change("settings", { sides, level, seconds });
		const back = () => button("Back to the game", () => this.#look(Infinity), shortcut("Escape", "back to the game"));
		this.banner.hidden = !this.#gone && !looked && !trouble;
		clear(this.banner, this.#gone
			? [h("span.error", "The server is not responding. Your game is saved; reconnecting…"), button("Try now", this.#gone)]
			: looked ? [h("span", `After ${looked.ply} of ${view.ply} moves.`), back()]
				: trouble && [h("span.error", trouble), button("Try again", again)]);
	}

	get #yours() {
		const { view, sides } = this.saved;
		return !view.over && !this.saved.trouble && Boolean(view.to_move) && sides[view.to_move] === "you";
	}

	get #flipped() {
		return this.#turned ?? (sideOf(this.saved.sides) === "-1");
	}

	#mayFocus() {
		return !document.querySelector("dialog[open]") && document.activeElement !== this.typed.input;
	}

	// --- what one can do ---

	#type(text) {
		if (!this.#yours) return;
		this.#look(Infinity);
		const known = this.saved.view.actions.find((action) => action.text === text)
			?? this.saved.view.actions.find((action) => action.text.toLowerCase() === text.toLowerCase());
		if (known) this.board.pend(known.text);
		this.#move(known?.text ?? text);
	}

	#move(text) {
		this.#sending = { revision: this.saved.revision, text, lost: false };
		this.#hint = null;
		this.#show();
		this.#send();
	}

	async #send() {
		const sending = this.#sending;
		sending.lost = false;
		try {
			const saved = await ask(this.#path("move"), { revision: sending.revision, move: sending.text });
			if (this.#sending === sending) this.#sending = null;
			this.#apply(saved);
		} catch (error) {
			sending.lost = error.status === 0; // then the watch tells when the server is back
			if (sending.lost) return;
			if (this.#sending === sending) this.#sending = null;
			this.#refused(error);
		}
	}

	async #change(what, body = {}) {
		if (this.#sending) return;
		this.#stopLooking();
		try {
			this.#apply(await ask(this.#path(what), { revision: this.saved.revision, ...body }));
		} catch (error) {
			this.#refused(error);
		}
	}

	#path(what) {
		return `${savedPath(this.saved.id)}/${what}`;
	}

	#refused(error) {
		report(error);
		if (error.data?.saved) this.#apply(error.data.saved);
		else this.#show();
	}

	async #look(ply) {
		const { view } = this.saved;
		const to = clamp(ply, 0, view.ply);
		if (to === (this.#lookedPly ?? view.ply)) return;
		if (to === view.ply) {
			this.#stopLooking();
			this.#show();
			if (this.#sending) this.board.pend(this.#sending.text);
			return;
		}
		this.#lookedPly = this.moves.steps.at = to; // so that a key that is held goes on
		try {
			const looked = await this.#looking.hear(() => look(spotOf(view, to)));
			if (startsWith(this.saved.view.moves, looked.moves)) this.#looked = looked;
			else this.#stopLooking();
			this.#show();
		} catch (error) {
			this.#stopLooking();
			this.#refused(error);
		}
	}

	#stopLooking() {
		this.#looking.stop();
		this.#looked = this.#lookedPly = null;
	}

	#flip() {
		this.#turned = !this.#flipped;
		this.#show();
		say("Board flipped.");
	}

	async #askHint() {
		const { saved } = this;
		this.tools.hint.disabled = true;
		clear(this.hintLine, "Looking for a good move…");
		try {
			const hint = await ask("/api/hint", { spot: spotOf(saved.view) });
			if (this.saved.revision !== saved.revision || this.#sending) return;
			this.#hint = hint;
			say(`Hint: ${hint.text}`);
			this.#show();
		} catch (error) {
			this.#refused(error);
		}
	}

	async #resign() {
		const sure = await choose("Resign?", "This counts as a loss.", [["Keep playing", false], ["Resign", true]]);
		if (sure) this.#change("resign");
	}

	#newGame() {
		const { view } = this.saved;
		newGame(view.game, { parameters: view.with, position: view.start ?? "" });
	}

	#settings() {
		const { saved } = this;
		const opponent = new Opponent(this.#levels, saved.view.players, { ...saved, side: sideOf(saved.sides) });
		const change = () => {
			box.close();
			this.#change("settings", opponent.settings);
		};
		const box = dialog("Players", form(change, opponent.element, h("div.row", h("button.button.primary", "Change"))));
	}
}
