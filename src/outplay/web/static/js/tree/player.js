// Steps through a search, forwards and backwards: a slider, buttons, keys, the line of pseudo-code,
// α, β and v, and every cut with its reason.

import { button, clamp, clear, h, panel, say, set, shortcut, Steps } from "../core.js";
import { Drawing } from "./drawing.js";
import { childrenOf, inWords, reason, replay, spoken } from "./replay.js";

const PACE = 1100;
const MOST_CUTS = 60;

// Tree, controls and panels. onStep(number): another step is shown, at that node.
export class Player {
	count = 0;
	timer = 0;
	playButton = button("Play", () => this.toggle(), shortcut("p", "play or pause"));
	cutBack = button("◀ Cut", () => this.go(this.#cut(-1)), { "aria-label": "Previous cut", ...shortcut("PageUp", "to the previous cut") });
	cutOn = button("Cut ▶", () => this.go(this.#cut(1)), { "aria-label": "Next cut", ...shortcut("PageDown", "to the next cut") });
	where = h("span.note.tree-count");
	sentence = h("p.tree-sentence");
	facts = h("dl.tree-facts");
	code = h("ol.tree-code", { "aria-label": "Pseudo-code" });
	cuts = h("ol.tree-cuts");
	cutsTitle = h("h2");
	legend = h("p.note");
	codePanel = panel("Pseudo-code", this.code);
	cutPanel = panel(this.cutsTitle, this.cuts);

	constructor({ onStep, onPick, onEdit, onOpen }) {
		Object.assign(this, { onStep, onPick });
		this.drawing = new Drawing({ onPick: (number) => this._pick(number), onEdit, onOpen });
		this.steps = new Steps((count) => this.go(count), ["First step", "One step back", "One step forward", "Last step"]);
		const [first, back, on, last] = this.steps.buttons;
		this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Step",
			on: { input: () => this.go(Number(this.slider.value), true) } });
		this.controls = h("div.stack.tight.tree-controls", { role: "group", "aria-label": "Steps of the search" },
			h("div.toolbar", first, back, this.playButton, on, last, this.cutBack, this.cutOn, this.where), this.slider);
		this.tree = h("div.stack", this.drawing.element, this.controls, this.sentence, this.facts, this.legend);
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
		this.steps.show(to, this.last);
		this.cutBack.disabled = this.#cut(-1) === to;
		this.cutOn.disabled = this.#cut(1) === to;
		const point = (element, here) => set(element, { "aria-current": here ? "step" : null });
		this.lines.forEach((line, at) => point(line, step?.lines.includes(at)));
		for (const item of this.cuts.querySelectorAll("button")) point(item, Number(item.dataset.step) === to);
		this._showFacts(number);
		if (to === this.last) this.pause();
		if (!quiet && !this.timer && step) say(spoken(text));
		this.onStep?.(Math.max(0, number));
	}

	// The step of the next cut, or of the one before; the step that is shown where there is none.
	#cut(way) {
		const { count, cutSteps } = this;
		return (way > 0 ? cutSteps.find((step) => step > count) : cutSteps.findLast((step) => step < count)) ?? count;
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

	pause() {
		clearInterval(this.timer);
		this.timer = 0;
		clear(this.playButton, "Play");
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
