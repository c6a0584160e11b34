// The list of moves, in the game's notation; each leads to the position after it. And a field to type one.

import { clear, form, h, scrollWithin, set, shortcut, smallButton, Steps } from "../core.js";

export class MoveList {
	#record = null;
	#buttons = [];
	list = h("ol.moves", { "aria-label": "Moves", tabindex: -1 });
	heads = h("div.heads", { "aria-hidden": true });

	constructor(onStep) {
		this.onStep = onStep;
		this.steps = new Steps(onStep, ["To the start", "One move back", "One move forward", "To the last move"], "«‹›»", "plain");
		this.element = h("div", this.heads, this.list, h("div.toolbar.steps", this.steps.buttons));
	}

	// Shows a record of {text, player}, with `at` moves made on the board.
	show(record, players, at) {
		if (record !== this.#record) this.#write(record, players);
		this.#buttons.forEach((each, i) => set(each, { "aria-current": i === at - 1 ? "step" : null }));
		if (at) scrollWithin(this.list, this.#buttons[at - 1]);
		else this.list.scrollTop = 0;
		this.steps.show(at, record.length);
	}

	#write(record, players) {
		this.#record = record;
		const starts = record.find((move) => move.player)?.player ?? 1;
		const name = (player) => players[player === 1 ? 0 : 1];
		const rows = [];
		let before = 0; // who moved last
		this.#buttons = record.map(({ text, player }, i) => {
			const mover = player || record.slice(i).find((other) => other.player)?.player || before || starts;
			if (!rows.length || (mover === starts && before && before !== starts)) rows.push({ [starts]: [], [-starts]: [] });
			before = mover;
			const made = smallButton(player ? "ply" : "ply.chance", text, () => this.onStep(i + 1),
				{ "aria-label": `${i + 1}, ${player ? name(player) : "chance"}: ${text}` });
			rows.at(-1)[mover].push(made);
			return made;
		});
		const sides = [starts, -starts];
		clear(this.heads, rows.length > 0 && [h("span"), sides.map((side) => h("span.half", name(side)))]);
		clear(this.list, rows.length ? rows.map((row, i) => h("li", h("span.number", { "aria-hidden": true }, `${i + 1}.`),
			sides.map((side) => h("span.half", row[side])))) : h("li.note", "No moves yet."));
	}
}

// A field, in a form, that gives what was typed to `run`; `offer(actions)` says what can be typed.
export function typedMove(run, props) {
	const legal = h("datalist", { id: "legal" });
	const input = h("input", {
		list: "legal", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 100, enterkeyhint: "go",
		...shortcut("m", "type a move"), ...props,
	});
	const typed = form(() => {
		const text = input.value.trim();
		input.value = "";
		if (text) run(text);
	}, input, h("button.button", "Play"), legal);
	typed.className = "typed";
	const offer = (actions) => clear(legal, actions.map(({ text }) => h("option", { value: text })));
	return { form: typed, input, offer };
}
