// The value of the position: the number with its sign, a bar, words, and how it was found.
import { clamp, clear, h, set } from "../core.js";
import { count, inWords, isKnown, plies } from "./words.js";

export function valueBox() {
	const label = h("p.value-head");
	const words = h("p.value-words");
	const fill = h("span.bar-fill");
	const names = [h("span"), h("span")];
	const bar = h("div.bar", { role: "meter", "aria-label": "Value", "aria-valuemin": -1, "aria-valuemax": 1 },
		fill, h("span.bar-middle"));
	const facts = h("dl.facts");
	const state = h("p.note");
	let players = [];

	function tell(head, value, text, sentence = "") {
		clear(label, head);
		clear(words, sentence);
		fill.style.width = `${50 + 50 * clamp(value, -1, 1)}%`;
		bar.classList.remove("unknown");
		set(bar, { "aria-valuenow": value.toFixed(2), "aria-valuetext": text });
	}

	function say(text, isError = false) {
		clear(state, text);
		state.classList.toggle("error", isError);
	}

	// Nothing is known: no number of another position stays.
	function empty(ofPlayers) {
		players = ofPlayers;
		names.forEach((name, at) => clear(name, players[at]));
		tell("…", 0, "unknown");
		bar.classList.add("unknown");
		clear(facts);
		say("");
	}

	function show(found) {
		const { proven, sign, depth, distance, nodes, rate, speed } = found;
		const why = found.speed_reason?.replace(/\.$/, "");
		const told = `${found.label} for ${players[0]}`;
		tell(told, found.bar, told, inWords(found, players));
		clear(facts, Object.entries({
			Depth: proven && sign === "=" ? `${depth}, proven` : depth,
			"Ends in": proven && isKnown(distance) && plies(distance),
			Nodes: count(nodes),
			"Nodes/s": rate ? count(rate) : "–",
			Speed: speed === "native" ? speed : `interpreted${why ? ` (${why})` : ""}`,
		}).map(([name, text]) => text !== false && h("div", h("dt", name), h("dd", text))));
	}

	const end = ({ text, value }) => tell(text, Math.sign(value), text);
	const element = h("div.stack", label, words, h("div.bar-row", names[0], bar, names[1]), facts, state);
	return { element, empty, end, say, show };
}
