// The best lines, each of which can be played, and what every legal move is worth.
import { clear, h, panel, percent, redraw, smallButton } from "../core.js";
import { isKnown, KIND_WORDS, kindOf } from "./words.js";

const SHOWN_PLIES = 12;

// A line as buttons, one for each move: pressing the third plays the first three.
export function playable(line, onPlay, label = "Line") {
	return h("ol.line.row", { "aria-label": label },
		line.slice(0, SHOWN_PLIES).map((text, at) => h("li", moveButton(text, () => onPlay(line.slice(0, at + 1))))),
		line.length > SHOWN_PLIES && h("li.more", `… ${line.length} moves`));
}

// "wins in 7", "draws": for the side to move.
function outcomeText(move, view) {
	const word = KIND_WORDS[kindOf(move, view)] ?? move.label;
	return isKnown(move.distance) ? `${word} in ${move.distance}` : word;
}

export const moveButton = (text, run) => smallButton("move", text, run);

export function bestLines(onPlay) {
	const list = h("ol.best-lines.stack");
	const element = panel("Best lines", list);
	let shown = "";

	// Dice have no best line. The room for others stays, so that nothing below it jumps.
	function show(view, found) {
		element.hidden = !view?.to_move;
		const rows = (found?.moves ?? []).filter(({ line }) => line?.length).map((move) =>
			(found.outcomes ? { ...move, label: outcomeText(move, view) } : move));
		const now = JSON.stringify(rows.map(({ label, line }) => [label, line]));
		if (now === shown) return;
		shown = now;
		redraw(list, () => clear(list, rows.map(({ label, line }, at) =>
			h("li", h("span.badge", label), playable(line, onPlay, `Line ${at + 1}, ${label}`)))));
	}

	return { element, show };
}

// Every legal move with its value. onPlay(text) plays a move, onWhy(text) asks about it.
export function moveTable(onPlay, onWhy) {
	const body = h("tbody");
	const heads = ["Move", "Value", "Ends in", "Chance"].map((name) => h("th", { scope: "col" }, name));
	const table = h("table.move-table", h("thead", h("tr", heads, h("td"))), body);
	const title = h("h2", { id: "moves-title" });
	const element = panel(title, h("div.table-wrap", { tabindex: 0, role: "group", "aria-labelledby": "moves-title" }, table));

	function row(move, view, outcomes) {
		const { text, label = "…", best, distance, probability } = move;
		const kind = kindOf(move, view);
		return h("tr", { class: best && "best" },
			h("th", { scope: "row" }, moveButton(text, () => onPlay(text)),
				best && h("span.star", { role: "img", "aria-label": "best" }, "★")),
			outcomes && kind !== "plain" ? h("td", h(`span.value-chip.${kind}`, KIND_WORDS[kind]))
				: h(`td.figure.${kind}`, label, KIND_WORDS[kind] && h("small", ` ${KIND_WORDS[kind]}`)),
			h("td.figure", distance), h("td.figure", isKnown(probability) && percent(probability)),
			h("td", smallButton("why-move", "why?", () => onWhy(text), { "aria-label": `Why ${text}?` })));
	}

	// The best for the side to move first, in the engine's own order where they are equal (a solution
	// has them in order: won soon, lost late); then those
	// that have no value yet.
	function show(view, found = null) {
		const { actions = [], to_move: mover } = view ?? {};
		element.hidden = !actions.length;
		clear(title, mover === 0 ? "Outcomes" : "All moves");
		table.classList.toggle("of-chance", mover === 0);
		const side = mover === -1 ? -1 : 1;
		const moves = found?.solution ? found.moves : (found?.moves ?? []).toSorted((a, b) => side * (b.value - a.value) || Boolean(b.best) - Boolean(a.best));
		const left = new Map(actions.map((action) => [action.text, action]));
		const rows = moves.map((move) => ({ ...left.get(move.text), ...move }));
		for (const { text } of moves) left.delete(text);
		redraw(body, () => clear(body, [...rows, ...left.values()].map((move) => row(move, view, found?.outcomes))),
			(each) => each.getAttribute("aria-label") ?? each.textContent);
	}

	return { element, show };
}
