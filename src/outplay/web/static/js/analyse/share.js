// Taking things in and out: paste a position or a game; copy what is on the board; go on elsewhere.
import {
	address, ask, button, clear, copyView, field, form, go, h, panel as section, shortcut, spotOf, writeSpot,
} from "../core.js";

export function panel() {
	const text = h("textarea", { rows: 2, spellcheck: "false", autocomplete: "off", maxlength: 60000 });
	const help = h("p.note");
	const play = h("a.button", "Play from here");
	const tree = h("a.button", "Tree of this position");
	const copy = button("Copy…", () => copyView(view), shortcut("c", "copy position, record, picture or code"));
	let view = null;

	async function read() {
		const found = await ask("/api/read", { spot: spotOf(view, 0), text: text.value });
		go("/analyse", writeSpot({ game: view.game, ...found }));
	}

	function follow(shown, spot) {
		view = shown;
		play.href = address("/play", writeSpot(spot));
		tree.href = address("/tree", writeSpot(spot));
		clear(help, `This position is ${view.position}`);
		clear(paste.querySelector(".error"));
	}

	const paste = form(read, field("Paste a position or a game", text), help, h("div.row", h("button.button", "Show it")));
	const element = section("Position and game", h("div.row", copy, play, tree), paste);
	return { element, follow };
}
