// Texts to take along: to the clipboard, or to be marked by hand where a page may not write there.

import { button, dialog, h } from "./dom.js";
import { tell } from "./say.js";

// A dialog with texts, {label: text}, each with a button that copies it.
export function copyDialog(texts) {
	const all = Object.entries({ ...texts, Link: location.href }).filter(([, text]) => text);
	dialog("Copy", h("div.stack", all.map(([label, text], i) => {
		const area = h("textarea", { readonly: true, "aria-label": label, spellcheck: "false", value: text });
		const copy = async () => {
			try {
				await navigator.clipboard.writeText(text);
				tell(`${label}: copied.`);
				area.closest("dialog").close();
			} catch {
				area.focus();
				area.select();
				tell("Press Ctrl+C to copy the selected text.");
			}
		};
		return h("div.stack.tight",
			h("div.row.spread", h("h3", label), button("Copy", copy, { "aria-label": `Copy: ${label}`, autofocus: i === 0 })), area);
	})));
}

export function copyView({ copy, svg }) {
	copyDialog({ Position: copy.position, "Game record": copy.record, Python: copy.python, "Picture (SVG)": svg });
}
