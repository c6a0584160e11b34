// The engine beside the board: its value, its best lines, what every move is worth. What it says
// belongs to one spot: `show` begins with another one, `forget` takes all of it away.
import { button, clear, h, Live, remember, remembered, say, set, shortcut } from "../core.js";
import { valueBox } from "./bar.js";
import { bestLines, moveTable } from "./lines.js";
import { boardValues, inWords, outcomeOf } from "./words.js";

const SECONDS = 60;
const LINES = 3;
const WAITING = "Waiting for the engine…";
const PROVING = "Proving every move…";

export class EnginePanel {
	live = new Live("/api/analyse", (line) => this.#hear(line));
	value = valueBox();
	switch = h("input", {
		id: "values", type: "checkbox", checked: remembered("values", true), ...shortcut("v", "values on or off"),
		on: { change: () => this.#turn() },
	});
	pauseButton = button("", () => this.pause(), shortcut("Space", "pause or continue the engine"));
	exactButton = button("Exact values", () => this.makeExact(), shortcut("x", "exact values"));
	tools = h("div.toolbar", this.pauseButton, this.exactButton);
	element = h("section.panel.stack", { "aria-labelledby": "engine-title" },
		h("div.row.spread", h("h2", { id: "engine-title" }, "Engine"), h("label.check", this.switch, "Values")),
		h("div.stack.of-values", this.value.element, this.tools),
		h("p.note.without-values", "Values are off, and the engine is stopped."));

	// onPlay(moves) plays a line, onWhy(move) asks about one, onValues() says that `values` changed,
	// onSwitch() that `on` did.
	constructor({ onPlay, onWhy, onValues, onSwitch }) {
		Object.assign(this, { onValues, onSwitch });
		this.lines = bestLines(onPlay);
		this.table = moveTable((text) => onPlay([text]), onWhy);
		this.forget();
	}

	get on() {
		return this.switch.checked;
	}

	// What moves are worth, as a Board shows it; null where nothing is to be seen.
	get values() {
		return this.on && this.found ? boardValues(this.found, this.view) : null;
	}

	show(view, spot) {
		Object.assign(this, { view, spot });
		this.forget();
		this.#think();
	}

	forget() {
		this.live.stop();
		this.late = null;
		this.exact = false;
		this.announced = 0; // when
		this.value.say("");
		this.#showFound(null);
		this.#showButtons();
	}

	pause() {
		this.paused = this.live.isRunning;
		this.announced = 0;
		this.live.stop();
		this.#think();
		say(this.paused ? "Paused." : "Thinking.");
	}

	makeExact() {
		Object.assign(this, { paused: false, announced: 0, exact: true });
		this.#think();
		say("Proving every move.");
	}

	#turn() {
		remember("values", this.on);
		this.forget();
		this.onSwitch();
		this.#think();
		say(this.on ? "Values on." : "Values off.");
	}

	#think() {
		const { over } = this.view;
		this.element.classList.toggle("over", Boolean(over));
		if (!over && this.paused) this.value.say("Paused.");
		else if (!over && this.on) {
			this.live.start({ spot: this.spot, lines: LINES, exact: this.exact, seconds: SECONDS });
			this.value.say(this.exact ? PROVING : WAITING);
		}
		this.#showButtons();
	}

	// A line of the stream of this spot: Live drops all others.
	#hear({ state, ahead, analysis, error, text = "Done." }) {
		if (state === "queued") this.value.say(ahead ? `Waiting: ${ahead} ahead.` : WAITING);
		else if (state === "thinking") {
			this.#take(analysis);
			this.value.say(this.exact ? PROVING : "Thinking…");
		} else if (state === "done") {
			if (analysis) this.#take(analysis, false);
			this.value.say(text);
			this.#announce(text);
		} else if (state === "ended") this.#showButtons();
		else {
			this.value.say(error ?? text, state === "error");
			say(error ?? text); // it failed, or rules are being compiled
		}
	}

	// While a hand or a key is down nothing is drawn anew: it would take a button from under it.
	hold(isHeld) {
		this.held = isHeld;
		if (!isHeld && this.late) this.#take(this.late);
	}

	#take(found, aloud = true) {
		if (found.position !== this.view.position) return; // never a value of another position
		this.late = this.held ? found : null;
		if (this.held) return;
		this.#showFound(found);
		this.onValues();
		if (aloud && found.proven && found.sign === "=") this.#announce("");
	}

	#showFound(found) {
		this.found = found;
		for (const part of [this.value, this.lines, this.table]) part.show(this.view, found);
	}

	// Results are spoken, not every number: once the value is proven, and at the end. What was said
	// a moment ago is said again, since it was cut short.
	#announce(end) {
		if (!this.found || (this.announced && !end)) return;
		const isNew = !this.announced || performance.now() - this.announced < 2000;
		const best = this.view.to_move !== 0 && this.found.moves.find((move) => move.best);
		const { players } = this.view;
		const words = this.found.outcomes ? `${outcomeOf(this.found, players)} with best play.` : inWords(this.found, players);
		const depth = this.found.solution ? "" : ` Depth ${this.found.depth}.`;
		const value = `${words}${depth}${best ? ` Best: ${best.text}.` : ""} `;
		this.announced = performance.now();
		say((isNew ? value : "") + end);
	}

	#showButtons() {
		const runs = this.live.isRunning;
		const over = Boolean(this.view?.over);
		const known = this.found?.proven && this.found.sign === "=";
		this.tools.hidden = Boolean(this.found?.solution); // there is nothing to search
		clear(this.pauseButton, runs ? "Pause" : "Continue");
		this.pauseButton.disabled = over || Boolean(known && !runs && !this.paused);
		set(this.exactButton, { disabled: over, "aria-pressed": runs && this.exact });
	}
}
