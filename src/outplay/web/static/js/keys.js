// One map of keys for the whole page; `?` shows it.

import { dialog, h } from "./dom.js";
import { remember, remembered } from "./store.js";

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };
const ON_THE_BOARD = [
	["← → ↑ ↓", "on the board: move to the next square"],
	["Enter", "on the board: select a square"],
	["Esc", "on the board: cancel the selection"],
];
let maps = [];

// Adds keys, [key, text, run, when?], until `signal` is aborted; `when()` false: not now.
export function addKeys(keys, signal) {
	maps.unshift(keys);
	signal?.addEventListener("abort", () => { maps = maps.filter((map) => map !== keys); });
}

export function startKeys() {
	document.addEventListener("keydown", (event) => {
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.isComposing || typing(event.target) || document.querySelector("dialog[open]")) return;
		const found = maps.flat().find(([key, , , when]) => key === event.key && (when?.() ?? true));
		const isOff = event.key.length === 1 && event.key !== "?" && !remembered("keys", true);
		if (!found || isOff) return;
		event.preventDefault();
		found[2]();
	});
}

export function showKeys() {
	const rows = maps.flat().map(([key, text]) => [NAMES[key] ?? key, text]);
	const on = h("input", { type: "checkbox", checked: remembered("keys", true), on: { change: () => remember("keys", on.checked) } });
	dialog("Keys",
		h("table.keys",
			h("thead.visually-hidden", h("tr", h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "What it does"))),
			h("tbody", [...ON_THE_BOARD, ...rows].map(([key, text]) =>
				h("tr", h("th", { scope: "row" }, h("kbd", key)), h("td", text))))),
		h("label.check", on, " Enable single-letter shortcuts"));
}

function typing(target) {
	return target instanceof HTMLElement && (target.isContentEditable
		|| target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"));
}
