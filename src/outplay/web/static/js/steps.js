// Buttons to the start, back, on and to the end of what has steps, and their keys.

import { button } from "./dom.js";
import { shortcut } from "./keys.js";

const KEYS = ["Home", "ArrowLeft ,", "ArrowRight .", "End"];

export class Steps {
	at = 0;

	// goTo(number) goes to a step; `names` say what each of the four buttons does.
	constructor(goTo, names, signs = ["|◀", "◀", "▶", "▶|"], kind = "") {
		const to = [() => 0, () => this.at - 1, () => this.at + 1, () => Infinity];
		this.buttons = to.map((number, i) => button(signs[i], () => goTo(number()),
			{ kind, "aria-label": names[i], ...shortcut(KEYS[i], names[i].toLowerCase()) }));
	}

	// Step `at` of `last` is shown: buttons that lead nowhere are off.
	show(at, last) {
		this.at = at;
		this.buttons.forEach((each, i) => { each.disabled = at === (i < 2 ? 0 : last); });
	}
}
