// Who plays: the fields for side, strength and time; and how it stands for them.

import { capital, clear, field, h, isSolved } from "../core.js";

const PERFECT = "perfect";

// Who plays, from the side of an address: "1", "-1", "both" or "none".
export function sidesOf(side) {
	const you = (player) => (side === "both" || side === player ? "you" : "level");
	return { "1": you("1"), "-1": you("-1") };
}

export function sideOf(sides) {
	const yours = ["1", "-1"].filter((player) => sides[player] === "you");
	return yours.length === 2 ? "both" : yours[0] ?? "none";
}

// The levels to choose from: where the game is solved, the last one is perfect.
export function levelsOf(known, spot) {
	const { levels } = known;
	return isSolved(known, spot) ? levels.with(-1, { ...levels.at(-1), name: PERFECT }) : levels;
}

export class Opponent {
	sides = h("fieldset");
	levelName = h("output.note");

	constructor(levels, players, { side, level, seconds }) {
		this.levels = levels;
		this.slider = h("input", {
			type: "range", min: 1, max: levels.length, step: 1, value: Math.min(level, levels.length), on: { input: () => this.#name() },
		});
		this.time = h("input", { type: "number", min: 0.1, max: 60, step: "any", value: seconds });
		this.timeField = field("Seconds for each move", this.time, "Thinking time at full strength.");
		this.element = h("div.stack", this.sides, h("div", field("Strength", this.slider), this.levelName), this.timeField);
		this.showPlayers(players, side);
		this.#name();
	}

	showPlayers(players, side = this.#side) {
		const choices = [["1", players[0]], ["-1", players[1]], ["both", "Both sides"], ["none", "Neither (watch)"]];
		clear(this.sides, h("legend", "You play"), h("div.row", choices.map(([value, text]) =>
			h("label.check", h("input", { type: "radio", name: "side", value, checked: value === side }), text))));
	}

	showLevels(levels) {
		this.levels = levels;
		this.#name();
	}

	get settings() {
		const seconds = Number(this.time.value);
		return { sides: sidesOf(this.#side), level: Number(this.slider.value), seconds: seconds > 0 ? seconds : 1 };
	}

	get #side() {
		return this.sides.querySelector("input:checked")?.value ?? "1";
	}

	#name() {
		const { number, name } = this.levels[this.slider.value - 1];
		clear(this.levelName, `${number} of ${this.levels.length}: ${name}`);
		this.slider.setAttribute("aria-valuetext", `${number}, ${name}`);
		this.timeField.hidden = number < this.levels.length || name === PERFECT;
	}
}

// --- how it stands, in words ---

// The status line of a saved game: {text, kind: "over" | "yours" | "thinking" | "waiting"}.
export function statusOf(saved, levels) {
	const { view, sides, thinking } = saved;
	if (view.over) return { text: resultFor(saved), kind: "over" };
	if (thinking) return { text: capital(thinking.text) + (/[.…!?]$/.test(thinking.text) ? "" : "…"), kind: "thinking" };
	if (view.to_move === 0) return { text: "Waiting for the dice…", kind: "waiting" };
	if (sides[view.to_move] !== "you") {
		const level = levels[saved.level - 1]?.name ?? `level ${saved.level}`;
		return { text: `${capital(view.mover)} (${level}) to move.`, kind: "waiting" };
	}
	const forced = onlyMove(view) && view.places.length ? ` The only move is ${view.actions[0].text}.` : "";
	const who = sideOf(sides) === "both" ? `${capital(view.mover)} to move.` : `Your turn as ${view.mover}.`;
	return { text: who + forced, kind: "yours" };
}

// Is there one move alone, and no place to click for it, as with a pass?
export function onlyMove({ actions }) {
	return actions.length === 1 && !actions[0].gestures.length;
}

// The result, for the person if they played one side.
export function resultFor({ view, sides }) {
	const own = Number(sideOf(sides));
	if (!own || !view.over.value) return view.over.text;
	return `${view.over.text} ${view.over.value * own > 0 ? "You won." : "You lost."}`;
}
