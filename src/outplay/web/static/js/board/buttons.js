// Moves that are chosen by name, and what to do with a way that is half pointed at.

import { button, capital, h, percent } from "../core.js";

const MOST = 200; // the others are typed

// Buttons for a view: {play(action), letGo()} is what they do.
export function buttonsFor(view, choice, values, { play, letGo }) {
	const nameless = view.actions.filter((action) => !action.gestures.length);
	const named = choice.path.length ? choice.complete() : [];
	const complete = choice.matching().length > named.length ? named : []; // else it is played at once
	return [
		...complete.map((action) => button(`Play ${action.text}`, () => play(action), { kind: "primary" })),
		choice.path.length > 1 && !(named.length && !complete.length) && button("Cancel", letGo),
		...nameless.slice(0, MOST).map((action) => button(face(action, values?.get(action.text)), () => play(action),
			{ kind: view.actions.length === 1 ? "primary" : "" })),
		nameless.length > MOST && h("span.note", `and ${nameless.length - MOST} more: type their names`),
	].filter(Boolean);
}

function face({ text, probability }, value) {
	return [
		/^[a-z]+$/.test(text) ? capital(text) : text,
		typeof probability === "number" && ` (${percent(probability)})`,
		value && h(`span.value-chip.${value.kind}${value.best ? ".best" : ""}`, value.label),
	];
}
