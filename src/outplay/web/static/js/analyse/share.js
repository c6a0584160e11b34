// Taking things in and out: paste a position or a game; copy what is on the board; go on elsewhere.
import {
	address, ask, button, clear, copyView, field, form, go, h, panel as section, spotOf, writeSpot,
} from "../core.js";

export function panel() {
	const text = h("textarea", { rows: 2, spellcheck: "false", autocomplete: "off", maxlength: 60000 });
	const help = h("p.note");
	const error = h("p.error", { role: "alert" });
	const play = h("a.button", "Play from here");
	const tree = h("a.button", "Tree of this position");
	const copy = () => copyView(view);
	let view = null;

	async function read() {
		clear(error);
		try {
			const found = await ask("/api/read", { spot: spotOf(view, 0), text: text.value });
			text.value = "";
			go("/analyse", writeSpot({ game: view.game, ...found }));
		} catch (reason) {
			clear(error, reason.message);
		}
	}

	function follow(shown, spot) {
		view = shown;
		play.href = address("/play", writeSpot(spot));
		tree.href = address("/tree", writeSpot(spot));
		clear(help, `This position is ${view.position}`);
		clear(error);
	}

	const element = section("Position and game", h("div.row", button("Copy …", copy), play, tree),
		form(read, field("Paste a position or a game", text), help, error, h("div.row", h("button.button", "Show it"))));
	return { element, follow, keys: [["c", "copy the position, the game, the picture …", copy, () => Boolean(view)]] };
}
