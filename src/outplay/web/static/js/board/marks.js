// Marks on a board, over its drawing: the last move, where one may go, arrows, values.

import { s, startsWith } from "../core.js";
import { centre, distance } from "./shapes.js";

const WORD = 6; // letters: "draw" is written as large as "win 13"

export function frame(place, kind) {
	const inset = 0.05 * size(place);
	return s(`rect.mark.${kind}${place.what ? ".full" : ""}`, {
		x: place.x + inset, y: place.y + inset,
		width: place.width - 2 * inset, height: place.height - 2 * inset, rx: 0.12 * size(place),
	});
}

// Where one may go: a dot on an empty place, a line around what stands there.
export function target(place, kind) {
	const small = size(place);
	if (!place.what) return circle(place, `dot.${kind}`, Math.min((kind === "source" ? 0.11 : 0.15) * small, 0.2));
	return Math.max(place.width, place.height) > 1.4 * small ? frame(place, kind) : circle(place, `ring.${kind}`, 0.44 * small);
}

function circle(place, kind, r) {
	const { x, y } = centre(place);
	return s(`circle.mark.${kind}`, { cx: x, cy: y, r });
}

// An arrow through places; one place alone gets a ring.
export function arrow(places, kind) {
	if (places.length === 1) return circle(places[0], `ring.${kind}`, 0.4 * size(places[0]));
	const group = s(`g.mark.arrow.${kind}`);
	for (let i = 1; i < places.length; i++) {
		const [from, to] = [centre(places[i - 1]), centre(places[i])];
		const long = distance(from, to) || 1;
		const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
		const thick = 0.14 * Math.min(1, Math.max(size(places[0]), 0.6));
		const head = Math.min(2.6 * thick, 0.6 * long);
		const end = { x: to.x - dx * head, y: to.y - dy * head };
		group.append(
			s("line", { x1: from.x, y1: from.y, x2: end.x, y2: end.y, "stroke-width": thick }),
			s("polygon", {
				points: `${to.x},${to.y} ${end.x - dy * head * 0.6},${end.y + dx * head * 0.6}`
					+ ` ${end.x + dy * head * 0.6},${end.y - dx * head * 0.6}`,
			}));
	}
	return group;
}

// Values of moves, from a Map of text to {label, kind, best}: a Map of last places to marks. Of moves
// that share a place the best is shown, or the one that comes first.
export function values(actions, told, path, places) {
	const gestures = new Map(actions.map(({ text, gestures: [first] }) => [text, first]));
	const shown = new Map();
	for (const [text, value] of [...(told ?? [])].sort(([, a], [, b]) => Boolean(b.best) - Boolean(a.best))) {
		const gesture = gestures.get(text);
		const name = gesture?.at(-1);
		if (gesture && startsWith(gesture, path) && places.has(name) && !shown.has(name)) shown.set(name, one(places.get(name), value));
	}
	return shown;
}

function one(place, { label, kind, best }) {
	const high = 0.34 * Math.min(1.2, Math.max(0.7, Math.sqrt(place.width * place.height)));
	const letters = Math.max([...label].length, /^[a-z]/.test(label) ? WORD : 0);
	const wide = Math.max(high * 1.1, high * (0.62 * letters + 0.35));
	const fit = Math.min(1, Math.max(0.55, (Math.max(place.width, 0.8) * 0.98) / wide));
	const { x, y } = centre(place);
	const down = place.what ? Math.max(0, place.height / 2 - high * fit * 0.6) : 0;
	return s(`g.value.${kind}${best ? ".best" : ""}`, { transform: `translate(${x} ${y + down}) scale(${fit})` },
		s("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.25 }),
		s("text", { x: 0, y: 0.34 * 0.8 * high, "font-size": 0.8 * high, "text-anchor": "middle" }, label));
}

function size(place) {
	return Math.min(place.width, place.height);
}
