// What this browser remembers, and what the server said about its games and positions.

import { ask } from "./api.js";

const KEPT_VIEWS = 100;

export function remembered(name, other = null) {
	try {
		return JSON.parse(localStorage.getItem(`outplay.${name}`)) ?? other;
	} catch {
		return other;
	}
}

// Remembers a value. Where nothing can be kept, it lasts until the page is left.
export function remember(name, value) {
	try {
		localStorage.setItem(`outplay.${name}`, JSON.stringify(value));
	} catch {
		// Full or forbidden.
	}
}

let known = null;

// Which games and levels there are.
export const about = () => (known ??= ask("/api/about"));

const views = new Map();

// The view of a spot, if it was seen a while ago.
export const seen = (spot) => views.get(JSON.stringify(spot));

// The view of a spot; those asked for last are kept.
export async function look(spot) {
	const view = seen(spot) ?? await ask("/api/look", { spot });
	views.set(JSON.stringify(spot), view);
	if (views.size > KEPT_VIEWS) views.delete(views.keys().next().value);
	return view;
}
