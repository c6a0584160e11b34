// The review of the moves played: value curve, mistakes, and what it comes to in words.
import { button, clear, h, Live, panel as section, say, shortcut } from "../core.js";
import { curve } from "./curve.js";
import { moveButton, playable } from "./lines.js";

const KEPT = 8;

export function panel(page) {
	return new Review(page);
}

class Review {
	#kept = new Map(); // what was found of lines: going back to one shows it again
	#key = null;
	#plies = [];
	live = new Live("/api/review", (line) => this.#hear(line));
	button = button("", () => (this.live.isRunning ? this.stop() : this.start()), shortcut("e", "review the moves played"));
	state = h("p.note");
	progress = h("progress", { hidden: true, "aria-label": "Moves judged" });
	here = h("div.stack.here");
	sentences = h("div.stack.sentences");
	body = h("tbody");

	constructor(page) {
		this.page = page;
		this.curve = curve((ply) => page.goTo(ply));
		this.found = h("div.stack", this.curve.element, this.here, this.sentences,
			h("details", h("summary", "All moves in words"),
				h("div.table-wrap", { tabindex: 0, role: "group", "aria-label": "All moves in words" },
					h("table", h("thead", h("tr", ["Move", "Value", "In words"].map((name) => h("th", { scope: "col" }, name)))),
						this.body))));
		this.element = h("div.of-values", section("Review", h("div.row", this.button, this.progress), this.state, this.found));
		this.#clear();
	}

	// A review of another line than that of the page is not shown for it, and none while values are off.
	follow({ players }) {
		const { page } = this;
		if (!page.engine.on) this.#forget();
		const [spot, at] = [{ ...page.line, moves: page.moves }, page.at];
		Object.assign(this, { at, players });
		const key = JSON.stringify(spot);
		if (key !== this.#key) {
			this.stop();
			this.spot = spot;
			this.#key = key;
			this.#clear();
			const { plies = [], done } = this.#kept.get(key) ?? {};
			for (const line of plies) this.#ply(line);
			if (done) this.#done(done);
			if (!spot.moves.length) this.state.textContent = "Play some moves, or paste a game, to review it.";
		}
		this.button.disabled = !spot.moves.length;
		this.curve.mark(at);
		this.#tellHere();
	}

	start() {
		if (!this.spot?.moves.length) return;
		this.#clear();
		clear(this.state, "Waiting for the engine…");
		this.live.start({ spot: this.spot });
		this.#showButton();
	}

	stop() {
		if (!this.live.isRunning) return;
		this.live.stop();
		this.#rest();
		clear(this.state, "Stopped.");
	}

	#forget() {
		this.stop();
		this.#kept.clear();
		this.#clear();
	}

	#rest() {
		this.progress.hidden = true;
		this.#showButton();
	}

	#showButton() {
		clear(this.button, this.live.isRunning ? "Stop" : this.#plies.length ? "Review again" : "Review these moves");
	}

	#clear() {
		this.#plies = [];
		this.found.hidden = true;
		this.state.classList.remove("error");
		clear(this.state, "");
		for (const node of [this.sentences, this.here, this.body]) clear(node);
		this.#showButton();
		this.page.record.setMarks(new Map());
	}

	#hear(line) {
		const { state } = line;
		if (state === "ended") this.#rest();
		else if (state === "thinking" && line.of) {
			if (line.done === 0 && this.#plies.length) this.#clear(); // it began anew, interpreted
			Object.assign(this.progress, { hidden: false, max: line.of, value: line.done });
			clear(this.state, `${line.done} of ${line.of} moves judged.`);
		} else if (state === "ply") this.#ply(line);
		else if (state === "done") {
			this.#kept.delete(this.#key);
			this.#kept.set(this.#key, { plies: this.#plies, done: line });
			if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
			this.#done(line);
			say(`Review done. ${line.text[0] ?? ""}`);
		} else if (state === "error") {
			this.state.classList.add("error");
			clear(this.state, line.error);
			say(line.error);
		} else if (line.text || line.ahead) this.state.textContent = line.text ?? `Waiting: ${line.ahead} ahead.`;
	}

	#done({ text }) {
		clear(this.state, "");
		clear(this.sentences, text.map((sentence) => h("p", sentence)));
		this.#showButton();
	}

	#ply(line) {
		const { ply, mark } = line;
		this.#plies.push(line);
		this.found.hidden = false;
		this.curve.show(this.#plies, this.spot.moves.length, this.players);
		if (!ply) return;
		this.body.append(h("tr", h("th", { scope: "row" }, moveButton(`${ply}. ${line.move}${mark}`, () => this.page.goTo(ply))),
			h("td.figure", line.label), h("td", line.text)));
		if (mark) this.page.record.setMarks(new Map(this.#plies.map((judged) => [judged.ply, judged.mark])));
		if (ply === this.at) this.#tellHere();
	}

	// What the review says of the move that led to the position on the board.
	#tellHere() {
		const line = this.#plies.find(({ ply }) => ply && ply === this.at);
		clear(this.here, line && [
			h("p", h("strong", `${line.ply}. ${line.move}${line.mark} `), line.text),
			line.better.length > 0 && playable(line.better, (moves) => this.page.play(moves, line.ply - 1), "Better"),
		]);
	}
}
