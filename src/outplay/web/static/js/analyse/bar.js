// The value of the position: the number with its sign, a bar, words, and how it was found.
import { clamp, clear, h, set } from "../core.js";
import { count, inWords, isKnown, outcomeOf, plies } from "./words.js";

export function valueBox() {
	const label = h("p.value-head");
	const words = h("p.value-words");
	const fill = h("span.bar-fill");
	const names = [h("span"), h("span")];
	const bar = h("div.bar", { role: "meter", "aria-label": "Value", "aria-valuemin": -1, "aria-valuemax": 1 },
		fill, h("span.bar-middle"));
	const facts = h("dl.facts");
	const state = h("p.note");

	function say(text, isError = false) {
		clear(state, text);
		state.classList.toggle("error", isError);
	}

	// What was found of a view. While nothing is, no number of another position stays.
	function show({ players = [], over = null } = {}, found = null) {
		const text = over?.text ?? (found && (found.outcomes ? outcomeOf(found, players) : `${found.label} for ${players[0]}`));
		const value = over ? Math.sign(over.value) : found?.bar ?? 0;
		names.forEach((name, at) => clear(name, players[at]));
		clear(label, text ?? "…");
		clear(words, found && (found.outcomes ? "With best play by both sides, exactly." : inWords(found, players)));
		fill.style.width = `${50 + 50 * clamp(value, -1, 1)}%`;
		bar.classList.toggle("unknown", !text);
		set(bar, { "aria-valuenow": value.toFixed(2), "aria-valuetext": text ?? "unknown" });
		clear(facts, found && factsOf(found).map(([name, fact]) => h("div", h("dt", name), h("dd", fact))));
	}

	return { element: h("div.stack", label, words, h("div.bar-row", names[0], bar, names[1]), facts, state), say, show };
}

function factsOf({ proven, sign, depth, distance, nodes, rate, speed, speed_reason: reason, solution }) {
	if (solution) return [["Source", "the solution of this game"]];
	return [
		["Depth", proven && sign === "=" ? `${depth}, proven` : depth],
		["Ends in", proven && isKnown(distance) && plies(distance)],
		["Nodes", count(nodes)],
		["Nodes/s", rate ? count(rate) : "–"],
		["Speed", speed === "native" ? speed : `interpreted${reason ? ` (${reason.replace(/\.$/, "")})` : ""}`],
	].filter(([, fact]) => fact !== false);
}
