// Steps through a search, forwards and backwards: a slider, buttons, keys, the line of pseudo-code,
// α, β and v, and every cut with its reason.

import { addKeys, button, clamp, clear, enableSteps, h, panel, say, set, stepButtons, STEPS } from "../core.js";
import { Drawing } from "./drawing.js";
import { childrenOf, inWords, reason, replay, spoken } from "./replay.js";

const PACE = 1100;
const MOST_CUTS = 60;

// Tree, controls and panels. onStep(number): another step is shown, at that node.
export class Player {
	count = 0;
	timer = 0;
	playButton = button("Play", () => this.toggle());
	cutButton = button("Next cut", () => this.toCut(1));
	where = h("span.note.tree-count");
	sentence = h("p.tree-sentence");
	facts = h("dl.tree-facts");
	code = h("ol.tree-code", { "aria-label": "Pseudo-code" });
	cuts = h("ol.tree-cuts");
	cutsTitle = h("h2");
	legend = h("p.note");
	codePanel = panel("Pseudo-code", this.code);
	cutPanel = panel(this.cutsTitle, this.cuts);

	constructor({ onStep, onPick, onEdit, onOpen, signal }) {
		Object.assign(this, { onStep, onPick });
		this.drawing = new Drawing({ onPick: (number) => this._pick(number), onEdit, onOpen });
		this.steps = stepButtons(STEPS, ["First step", "One step back", "One step forward", "Last step"], (count) => this.go(count), () => this.count);
		const [first, back, on, last] = this.steps;
		this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Step",
			on: { input: () => this.go(Number(this.slider.value), true), keydown: (event) => this._slide(event) } });
		this.controls = h("div.stack.tight.tree-controls", { role: "group", "aria-label": "Steps of the search" },
			h("div.toolbar", first, back, this.playButton, on, last, this.cutButton, this.where), this.slider);
		this.tree = h("div.stack", this.drawing.element, this.controls, this.sentence, this.facts, this.legend);
		const steps = () => this.data?.steps.length > 0;
		addKeys([
			["ArrowRight", "one step forward", () => on.click(), steps],
			["ArrowLeft", "one step back", () => back.click(), steps],
			["Home", "to the first step", () => first.click(), steps],
			["End", "to the last step", () => last.click(), steps],
			["PageDown", "to the next cut", () => this.toCut(1), steps],
			["PageUp", "to the previous cut", () => this.toCut(-1), steps],
			["p", "play or pause", () => this.toggle(), steps],
			["+", "larger tree", () => this.drawing.zoom(1.25)],
			["-", "smaller tree", () => this.drawing.zoom(0.8)],
			["0", "fit the tree into its box", () => this.drawing.fit(0)],
		], signal);
		signal.addEventListener("abort", () => this.pause());
	}

	// Another search, at that step, paused; `keep` leaves size and place of the drawing.
	load(data, count, keep = false) {
		this.pause();
		this.data = data;
		this.below = childrenOf(data.nodes);
		const last = data.steps.length;
		this.controls.hidden = this.sentence.hidden = this.facts.hidden = last === 0;
		this.codePanel.hidden = !data.code.length;
		this.slider.max = last;
		this.lines = data.code.map((line) => h("li", h("code", line || "\u00a0")));
		clear(this.code, this.lines);
		this._listCuts();
		clear(this.legend, this._legend());
		this.drawing.show(data, keep);
		this.count = -1;
		this.go(count, true);
	}

	get last() {
		return this.data.steps.length;
	}

	// Shows what is known after `count` steps; `quiet`: it is not spoken.
	go(count, quiet = false) {
		const to = clamp(count, 0, this.last);
		if (to === this.count) return;
		this.count = to;
		const step = this.data.steps[to - 1];
		const number = step?.node ?? -1;
		const isCut = step?.kind === "cut";
		this.states = replay(this.data, to, this.below);
		this.drawing.update(this.states, number, to === this.last);
		this.slider.value = to;
		const text = step?.text ?? "The search has not started. Press → to step or p to play.";
		this.slider.setAttribute("aria-valuetext", `Step ${to} of ${this.last}. ${spoken(text)}`);
		clear(this.where, `step ${to} of ${this.last}`);
		clear(this.sentence, isCut && h("strong", "✂ Cut. "), text);
		this.sentence.classList.toggle("is-cut", isCut);
		enableSteps(this.steps, to, this.last);
		this.cutButton.disabled = !this.cutSteps.some((each) => each > to);
		const point = (element, here) => set(element, { "aria-current": here ? "step" : null });
		this.lines.forEach((line, at) => point(line, step?.lines.includes(at)));
		for (const item of this.cuts.querySelectorAll("button")) point(item, Number(item.dataset.step) === to);
		this._showFacts(number);
		if (to === this.last) this.pause();
		if (!quiet && !this.timer && step) say(spoken(text));
		this.onStep?.(Math.max(0, number));
	}

	toCut(way) {
		const found = way > 0 ? this.cutSteps.find((step) => step > this.count) : this.cutSteps.findLast((step) => step < this.count);
		if (found) this.go(found);
		else say(way > 0 ? "No more cuts." : "No earlier cuts.");
	}

	toggle() {
		if (this.timer) {
			this.pause();
			return;
		}
		if (this.count === this.last) this.go(0, true);
		this.timer = setInterval(() => this.go(this.count + 1), PACE);
		clear(this.playButton, "Pause");
		this.go(this.count + 1);
	}

	// Forgets the search: its keys do nothing then.
	close() {
		this.pause();
		this.data = null;
	}

	pause() {
		clearInterval(this.timer);
		this.timer = 0;
		clear(this.playButton, "Play");
	}

	_slide(event) {
		if (!event.key.startsWith("Page")) return;
		event.preventDefault();
		this.toCut(event.key === "PageDown" ? 1 : -1);
	}

	_showFacts(number) {
		const state = this.states[number];
		const fact = (name, value) => h("div", h("dt", name), h("dd", value || "–"));
		clear(this.facts, fact("node", this.data.nodes[number]?.name),
			!this.cutPanel.hidden && [fact("α", state?.alpha), fact("β", state?.beta)],
			fact("v", state && `${state.status === "done" ? state.sign : ""} ${state.value}`.trim()));
	}

	_listCuts() {
		this.cutSteps = [];
		this.data.steps.forEach((step, at) => { if (step.kind === "cut" && step.left) this.cutSteps.push(at + 1); });
		const { cutSteps } = this;
		this.cutPanel.hidden = !this.data.steps.some((step) => "alpha" in step);
		clear(this.cutsTitle, cutSteps.length ? `Cuts (${cutSteps.length})` : "No cuts");
		clear(this.cuts, cutSteps.slice(0, MOST_CUTS).map((count) => {
			const step = this.data.steps[count - 1];
			const { name } = this.data.nodes[step.node];
			return h("li", button([h("strong", `✂ ${name}`), ` ${reason(step.text)}`], () => this.go(count), { kind: "plain", "data-step": count }));
		}), cutSteps.length > MOST_CUTS && h("li.note", `… and ${cutSteps.length - MOST_CUTS} more`));
	}

	_legend() {
		const has = (shape) => this.data.nodes.some((node) => node.shape === shape);
		const windowed = this.data.nodes.some((node) => "alpha" in node);
		return ["△ MAX", "▽ MIN", has("chance") && "○ chance", has("estimate") && "wavy box: estimate", windowed && "(α, β): the window at the node",
			windowed && "bar: cut, dashed: skipped", "thick line: principal variation", has("fold") && "stack: folded moves, click to open"]
			.filter(Boolean).join("; ");
	}

	_pick(number) {
		say(inWords(this.data.nodes[number], this.states[number]));
		this.onPick?.(number);
	}
}
