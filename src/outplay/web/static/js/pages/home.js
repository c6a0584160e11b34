// Home: the games as drawn boards, one's own first, and the games under way.

import {
	about, address, ask, button, choose, clear, h, picture, savedPath, set, shortcut, tell, writeSpot, writeValue,
} from "../core.js";
import { newGame } from "../newgame.js";

const FIRST_SHOWN = () => (innerWidth < 600 ? 3 : 6); // of the games under way

export async function show(root) {
	const running = h("section.stack", { "aria-labelledby": "running", hidden: true });
	const games = h("ul.cards", { "aria-busy": true },
		Array.from({ length: 8 }, () => h("li.card.waiting", { "aria-hidden": true })));
	const solved = h("ul.cards.solved");
	root.append(h("div.row.spread", h("h1", "Play, analyse and understand games"),
		button("New game", () => newGame(), shortcut("n", "new game"))), running,
		h("section.stack", { "aria-labelledby": "solved", hidden: true }, h("h2", { id: "solved" }, "Solved games"), solved),
		h("section.stack", { "aria-labelledby": "games" }, h("h2", { id: "games" }, "Games"), games));
	showRunning(running);
	const known = await about();
	clear(games, known.games.toSorted((a, b) => b.own - a.own).map(card));
	games.removeAttribute("aria-busy");
	clear(solved, known.solved.map((each) => solvedCard(each, known.levels.length)));
	solved.parentElement.hidden = !known.solved.length;
}

// A game of which there is a solution: analysed exactly, played perfectly.
function solvedCard({ game, with: parameters, title, states }, level) {
	const settings = Object.entries(parameters).map(([name, value]) => `${name.replaceAll("_", " ")} ${writeValue(value)}`).join(", ");
	const play = () => newGame(game, { parameters, level });
	return h("li.card.stack", h("div.card-text.stack.tight", h("h3", title, settings && ` (${settings})`),
		h("p.note", `${states.toLocaleString("en")} positions`)),
	h("div.row", button("Play", play, { kind: "primary", "aria-label": `Play ${title}, solved` }),
		h("a.button", { href: address("/analyse", writeSpot({ game, with: parameters })), "aria-label": `Analyse ${title}, solved` }, "Analyse")));
}

function card({ key, title, own, summary, svg, trouble }) {
	const heading = h("h3", title, own && h("span.badge", "yours"));
	if (trouble) {
		return h("li.card.stack.trouble", h("div.card-text.stack.tight", heading, h("p.error", trouble),
			h("p.note", "Fix the file and restart the server.")));
	}
	return h("li.card.stack",
		h("div.card-picture", { "aria-hidden": true, on: { click: () => newGame(key) } }, still(svg)),
		h("div.card-text.stack.tight", heading, summary && h("p.note", summary)),
		h("div.row", button("Play", () => newGame(key), { kind: "primary", "aria-label": `Play ${title}` }),
			h("a.button", { href: address("/analyse", { game: key }), "aria-label": `Analyse ${title}` }, "Analyse")));
}

async function showRunning(part) {
	const { games } = await ask("/api/saved");
	if (!games.length) return;
	const list = h("ul.cards.small");
	const fill = (shown) => {
		clear(list, shown.map((game) => runningCard(game, () => { part.hidden = !list.children.length; })));
		more.hidden = shown.length === games.length;
	};
	const first = games.filter((game) => !game.over).slice(0, FIRST_SHOWN());
	const more = button(first.length ? `Show all ${games.length}` : `Show ${games.length} finished games`, () => {
		fill(games);
		list.querySelector("a").focus();
	}, { kind: "plain" });
	fill(first);
	clear(part, h("h2", { id: "running" }, "Your games"), list, h("div.row", more));
	part.hidden = false;
}

function runningCard({ id, game, title, text, over, svg }, onDeleted) {
	const remove = async () => {
		const sure = await choose("Delete this game?", `${title}: ${text}`, [["Keep it", false], ["Delete", true]]);
		if (!sure) return;
		await ask(savedPath(id), null, null, "DELETE").catch((error) => { if (error.status !== 404) throw error; });
		item.remove();
		tell(`Deleted: ${title}.`);
		document.getElementById("main").focus();
		onDeleted();
	};
	const item = h("li.card.row",
		h("a.card-link.row", { href: address("/play", { game, id }) },
			h("span.card-picture", { "aria-hidden": true }, svg && still(svg)),
			h("span.card-text.stack.tight", h("strong", title), h("span.note", over && "Over: ", text))),
		button("×", remove, { kind: "plain", "aria-label": `Delete ${title}: ${text}`, title: "Delete" }));
	return item;
}

const still = (svg) => set(picture(svg), { "aria-hidden": true, width: null, height: null });
