// The line of play: every move a button that leads to its position, with the review's marks.
import { clear, h, redraw, scrollWithin, smallButton } from "../core.js";

const MARKS = { "?": "mistake", "??": "blunder", "!": "only move" };

export function recordList(onGo) {
	const list = h("ol.record.row");
	let marks = new Map();
	let [moves, at] = [[], 0];

	function item(text, ply) {
		const mark = marks.get(ply);
		const kind = MARKS[mark] ?? "";
		const parts = [ply > 0 && h("span.nth", { "aria-hidden": true }, `${ply}.`), text,
			mark && h("span.sign", { "aria-hidden": true }, mark), kind && h("span.visually-hidden", `, ${kind}`)];
		const kinds = ["move", kind.replace(" ", "-"), ply > at && "ahead"].filter(Boolean).join(".");
		return h("li", smallButton(kinds, parts, () => onGo(ply), { "aria-current": ply === at ? "step" : null }));
	}

	function draw() {
		redraw(list, () => clear(list, ["start", ...moves].map(item)));
		scrollWithin(list, list.querySelector("[aria-current]"));
	}

	// `all` are the moves of the line, of which `played` are on the board.
	function show(all, played) {
		[moves, at] = [all, played];
		draw();
	}

	function setMarks(found) {
		marks = found;
		draw();
	}

	return { element: h("nav", { "aria-label": "Line of play" }, list), setMarks, show };
}
