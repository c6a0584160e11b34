// Steps through a search, forwards and backwards: a slider, buttons, keys, the line of pseudo-code,
// α, β and v, and every cut with its reason.

import { clear, h } from "../dom.js";
import { addKeys } from "../keys.js";
import { say } from "../say.js";
import { Drawing } from "./drawing.js";
import { button } from "./parts.js";
import { childrenOf, inWords, reason, replay, spoken } from "./replay.js";

const isHere = (element, here) => (here ? element.setAttribute("aria-current", "step") : element.removeAttribute("aria-current"));
const PACE = 1100;
const MOST_CUTS = 60;

/** Tree, controls and panels. onStep(count, number): another step is shown, at that node. */
export class Player {
  constructor({ onStep, onPick, onEdit, onOpen, signal }) {
    Object.assign(this, { onStep, onPick, count: 0, data: null, timer: 0 });
    this.drawing = new Drawing({ onPick: (number) => this._pick(number), onEdit, onOpen });
    this.buttons = {
      first: button("|◀", () => this.go(0), "First step"),
      back: button("◀", () => this.go(this.count - 1), "One step back"),
      play: button("Play", () => this.toggle()),
      on: button("▶", () => this.go(this.count + 1), "One step on"),
      last: button("▶|", () => this.go(Infinity), "Last step"),
      cut: button("Next cut", () => this.toCut(1)),
    };
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", step: "1", "aria-label": "Step",
      on: { input: () => this.go(Number(this.slider.value), true), keydown: (event) => this._slide(event) } });
    this.where = h("span", { class: "note tree-count" });
    this.controls = h("div", { class: "tree-controls", role: "group", "aria-label": "Steps of the search" },
      h("div", { class: "toolbar" }, Object.values(this.buttons), this.where), this.slider);
    this.sentence = h("p", { class: "tree-sentence" });
    this.facts = h("dl", { class: "tree-facts" });
    this.code = h("ol", { class: "tree-code", "aria-label": "Pseudo-code" });
    this.cuts = h("ol", { class: "tree-cuts" });
    this.cutsTitle = h("h2", { id: "cuts-title" });
    this.legend = h("p", { class: "note" });
    this.tree = h("div", { class: "stack" }, this.drawing.element, this.controls, this.sentence, this.facts, this.legend);
    this.codePanel = h("section", { class: "panel stack", "aria-labelledby": "code-title" },
      h("h2", { id: "code-title" }, "Pseudo-code"), this.code);
    this.cutPanel = h("section", { class: "panel stack", "aria-labelledby": "cuts-title" }, this.cutsTitle, this.cuts);
    const steps = () => this.data?.steps.length > 0;
    const key = (name, text, run) => ({ key: name, text, run, when: steps });
    addKeys([
      key("ArrowRight", "one step on", () => this.go(this.count + 1)),
      key("ArrowLeft", "one step back", () => this.go(this.count - 1)),
      key("Home", "to the first step", () => this.go(0)),
      key("End", "to the last step", () => this.go(Infinity)),
      key("PageDown", "to the next cut", () => this.toCut(1)),
      key("PageUp", "to the cut before", () => this.toCut(-1)),
      key("p", "play, or pause", () => this.toggle()),
      { key: "+", text: "larger tree", run: () => this.drawing.zoom(1.25) },
      { key: "-", text: "smaller tree", run: () => this.drawing.zoom(0.8) },
      { key: "0", text: "fit the tree into its box", run: () => this.drawing.fit(0) },
    ], signal);
    signal?.addEventListener("abort", () => this.pause());
  }

  /** Another search, at that step, paused; `keep` leaves size and place of the drawing. */
  load(data, count, keep = false) {
    this.pause();
    this.data = data;
    this.below = childrenOf(data.nodes);
    const last = data.steps.length;
    this.controls.hidden = this.sentence.hidden = this.facts.hidden = last === 0;
    this.codePanel.hidden = !data.code.length;
    this.slider.max = String(last);
    this.lines = data.code.map((line) => h("li", {}, h("code", {}, line || "\u00a0")));
    clear(this.code, this.lines);
    this._listCuts();
    this.legend.textContent = this._legend();
    this.drawing.show(data, keep);
    this.count = -1;
    this.go(count, true);
  }

  get last() {
    return this.data.steps.length;
  }

  /** Shows what is known after `count` steps; `quiet`: it is not spoken. */
  go(count, quiet = false) {
    const to = Math.max(0, Math.min(this.last, count));
    if (to === this.count) return;
    this.count = to;
    const step = to ? this.data.steps[to - 1] : null;
    const number = step ? step.node : -1;
    this.states = replay(this.data, to, this.below);
    this.drawing.update(this.states, number, to === this.last);
    this.slider.value = String(to);
    const text = step ? step.text : "Nothing is searched yet. Step on with →, or play.";
    this.slider.setAttribute("aria-valuetext", `Step ${to} of ${this.last}. ${spoken(text)}`);
    this.where.textContent = `step ${to} of ${this.last}`;
    clear(this.sentence, step?.kind === "cut" && h("strong", { class: "cut-word" }, "✂ Cut. "), text);
    this.sentence.classList.toggle("is-cut", step?.kind === "cut");
    const { first, back, on, last, cut } = this.buttons;
    first.disabled = back.disabled = to === 0;
    on.disabled = last.disabled = to === this.last;
    cut.disabled = !this.cutSteps.some((each) => each > to);
    this.lines.forEach((line, at) => isHere(line, step?.lines.includes(at)));
    for (const item of this.cuts.querySelectorAll("button")) isHere(item, Number(item.dataset.step) === to);
    this._showFacts(number);
    if (to === this.last) this.pause();
    if (!quiet && !this.timer && step) say(spoken(text));
    this.onStep?.(to, number < 0 ? 0 : number);
  }

  /** To the next cut, or to the one before. */
  toCut(way) {
    const found = way > 0 ? this.cutSteps.find((step) => step > this.count) : this.cutSteps.findLast((step) => step < this.count);
    if (found) this.go(found);
    else say(way > 0 ? "There is no cut after this step." : "There is no cut before this step.");
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.count === this.last) this.go(0, true);
    this.timer = setInterval(() => this.go(this.count + 1), PACE);
    this._nameTimer();
    this.go(this.count + 1);
  }

  /** Forgets the search: its keys do nothing then. */
  close() {
    this.pause();
    this.data = null;
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this._nameTimer();
  }

  _nameTimer() {
    this.buttons.play.textContent = this.timer ? "Pause" : "Play";
  }

  _slide(event) {
    const way = { PageDown: 1, PageUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.toCut(way);
  }

  _showFacts(number) {
    const state = number < 0 ? null : this.states[number];
    const windowed = this.data.steps.some((step) => "alpha" in step);
    const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value || "–"));
    clear(this.facts, fact("node", state ? this.data.nodes[number].name : ""),
      windowed && [fact("α", state?.alpha), fact("β", state?.beta)],
      fact("v", state && `${state.status === "done" ? state.sign : ""} ${state.value}`.trim()));
  }

  _listCuts() {
    this.cutSteps = [];
    this.data.steps.forEach((step, at) => { if (step.kind === "cut" && step.left) this.cutSteps.push(at + 1); });
    const { cuts, cutSteps } = this;
    this.cutPanel.hidden = !this.data.steps.some((step) => "alpha" in step);
    this.cutsTitle.textContent = cutSteps.length ? `Cuts (${cutSteps.length})` : "No cuts";
    clear(cuts, cutSteps.slice(0, MOST_CUTS).map((count) => {
      const step = this.data.steps[count - 1];
      const { name } = this.data.nodes[step.node];
      return h("li", {}, h("button", { type: "button", class: "button plain", "data-step": count, on: { click: () => this.go(count) } },
        h("strong", {}, `✂ ${name}`), ` ${reason(step.text)}`));
    }), cutSteps.length > MOST_CUTS && h("li", { class: "note" }, `… and ${cutSteps.length - MOST_CUTS} more`));
  }

  _legend() {
    const has = (shape) => this.data.nodes.some((node) => node.shape === shape);
    const windowed = this.data.nodes.some((node) => "alpha" in node);
    return ["△ MAX", "▽ MIN", has("chance") && "○ chance", has("estimate") && "□ with a wave: an estimate", windowed && "(α, β) as they stand at the node",
      windowed && "// cut, dashed: skipped", "thick line: what is played", has("fold") && "stack: moves that are not drawn, open it to see them"]
      .filter(Boolean).join("; ");
  }

  _pick(number) {
    say(inWords(this.data.nodes[number], this.states[number]));
    this.onPick?.(number);
  }
}
