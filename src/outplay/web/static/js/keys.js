// Keys press the buttons that bear them, where these are to be seen; `?` shows which there are.

import { capital, dialog, h } from "./dom.js";
import { say } from "./say.js";
import { remember, remembered } from "./store.js";

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Plus: "+" };
const NAMES = { " ": "Space", "+": "Plus" };
const ON_THE_BOARD = [
	["← → ↑ ↓", "on the board: move to the next square"],
	["Enter", "on the board: select a square"],
	["Esc", "on the board: cancel the selection"],
];

const keysOf = (bearer) => bearer.ariaKeyShortcuts.split(" ");
const shown = (key) => SIGNS[key] ?? key;

// Attributes of a button that one of `keys` presses, or of a field that it goes to: "ArrowLeft ,".
export function shortcut(keys, text) {
	return { "aria-keyshortcuts": keys, "data-does": text, title: `${capital(text)} (${shown(keys.split(" ")[0])})` };
}

const bearers = () => ["main", "header"].flatMap((part) => [...document.querySelectorAll(`${part} [data-does]`)]);

export function startKeys() {
	document.addEventListener("keydown", (event) => {
		const { key, target } = event;
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.isComposing || isTaken(key, target) || document.querySelector("dialog[open]")) return;
		if (key.length === 1 && key !== "?" && !remembered("keys", true)) return;
		const bearer = bearers().find((each) => keysOf(each).includes(NAMES[key] ?? key) && each.checkVisibility());
		if (!bearer) return;
		event.preventDefault();
		if (bearer.disabled) say(`${capital(bearer.dataset.does)}: not possible now.`);
		else if (bearer.matches("input:not([type=checkbox])")) bearer.focus();
		else bearer.click();
	});
}

export function showKeys() {
	const rows = bearers().map((bearer) => [keysOf(bearer).map(shown), bearer.dataset.does]);
	const on = h("input", { type: "checkbox", checked: remembered("keys", true), on: { change: () => remember("keys", on.checked) } });
	dialog("Keys",
		h("table.keys",
			h("thead.visually-hidden", h("tr", h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "What it does"))),
			h("tbody", [...ON_THE_BOARD, ...rows].map(([keys, text]) =>
				h("tr", h("th", { scope: "row" }, [keys].flat().flatMap((key) => [h("kbd", key), " "])), h("td", text))))),
		h("label.check", on, " Enable single-letter shortcuts"));
}

// Does what has the focus need this key: a field all of them, what scrolls or slides the arrows, a button Space?
function isTaken(key, target) {
	if (target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])")) return true;
	if (target.closest(".table-wrap, [type=range]") && /^(Arrow|Home|End)/.test(key)) return true;
	return key === " " && Boolean(target.closest(".table-wrap, button, a, summary, input"));
}
