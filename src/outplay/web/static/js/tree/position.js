// The position at a node, drawn: for trees of games.

import { address, clear, h, isAbort, look, panel, picture, seen, writeSpot } from "../core.js";

const PATIENCE = 220;

export class PositionPanel {
	title = h("h2", "Position");
	board = h("div.tree-board");
	words = h("p.note");
	links = h("div.row");
	element = panel(this.title, this.board, this.words, this.links);

	constructor(signal) {
		this.signal = signal;
		signal.addEventListener("abort", () => clearTimeout(this.timer));
	}

	// The position after `moves` from a spot, in a moment: who steps fast does not ask for each.
	show(spot, moves, title) {
		clearTimeout(this.timer);
		const there = { ...spot, moves: [...spot.moves, ...moves] };
		this.wanted = there;
		this.timer = setTimeout(async () => {
			try {
				const view = await look(there, this.signal);
				if (this.wanted === there) this._draw(there, view, title);
			} catch (error) {
				if (!isAbort(error) && this.wanted === there) clear(this.board, h("p.error", error.message));
			}
		}, seen(there) ? 0 : PATIENCE);
	}

	_draw(there, view, title) {
		clear(this.title, title);
		clear(this.board, picture(view.svg));
		clear(this.words, view.over ? view.over.text : `${view.mover} to move`);
		const link = (text, path) => h("a.button", { href: address(path, writeSpot(there)) }, text);
		clear(this.links, !view.over && link("Tree from here", "/tree"), link("Analyse", "/analyse"));
	}
}
