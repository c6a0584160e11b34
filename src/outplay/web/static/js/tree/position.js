// The position at a node, drawn: for trees of games.

import { address, clear, h, look, panel, picture, seen, Turn, writeSpot } from "../core.js";

const PATIENCE = 220;

export class PositionPanel {
	title = h("h2", "Position");
	board = h("div.tree-board");
	words = h("p.note");
	links = h("div.row");
	element = panel(this.title, this.board, this.words, this.links);

	turn = new Turn();

	// The position after `moves` from a spot, in a moment: who steps fast does not ask for each.
	async show(spot, moves, title) {
		const there = { ...spot, moves: [...spot.moves, ...moves] };
		await this.turn.hear(() => new Promise((soon) => { setTimeout(soon, seen(there) ? 0 : PATIENCE); }));
		try {
			this._draw(there, await this.turn.hear(() => look(there)), title);
		} catch (error) {
			clear(this.board, h("p.error", error.message));
		}
	}

	_draw(there, view, title) {
		clear(this.title, title);
		clear(this.board, picture(view.svg));
		clear(this.words, view.over ? view.over.text : `${view.mover} to move`);
		const link = (text, path) => h("a.button", { href: address(path, writeSpot(there)) }, text);
		clear(this.links, !view.over && link("Tree from here", "/tree"), link("Analyse", "/analyse"));
	}
}
