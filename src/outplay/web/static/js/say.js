// What the page says: to the ear only, or to eye and ear.

import { button, h } from "./dom.js";

let flip = false;

// Says it to people who listen. The same sentence twice is said twice.
export function say(text) {
	flip = !flip; // a trailing no-break space makes the region change
	document.getElementById("spoken").textContent = text + (flip ? "\u00a0" : "");
}

// Shows a sentence for a while, and says it; `kind` is "note" or "error".
export function tell(text, kind = "note") {
	const toasts = document.getElementById("toasts");
	for (const old of toasts.children) if (old.dataset.text === text) old.remove();
	while (toasts.children.length > 2) toasts.firstChild.remove();
	const gone = () => toast.remove();
	const toast = h(`div.toast.${kind}`, { "data-text": text },
		h("span", kind === "error" && "! ", text), button("×", gone, { label: "Dismiss", kind: "plain" }));
	toasts.append(toast);
	setTimeout(gone, Math.max(kind === "error" ? 9000 : 5000, 60 * text.length));
	say(text);
}

export const report = (error) => tell(error.message, "error");
