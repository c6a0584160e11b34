// Who plays: the fields for side, strength and time.

import { field, h } from "../dom.js";

/** Who plays, from the side of an address: "1", "-1", "both" or "none". */
export function sidesOf(side) {
  const you = (player) => (side === "both" || side === player ? "you" : "level");
  return { "1": you("1"), "-1": you("-1") };
}

/** The side of an address, from who plays. */
export function sideOf(sides) {
  const yours = ["1", "-1"].filter((player) => sides[player] === "you");
  return yours.length === 2 ? "both" : yours[0] ?? "none";
}

export class Opponent {
  /** Fields that start with what is given. */
  constructor(levels, players, { side = "1", level = 4, seconds = 1 } = {}) {
    this.levels = levels;
    this.sides = h("fieldset");
    this.slider = h("input", {
      type: "range", min: 1, max: levels.length, step: 1, on: { input: () => this.#name() },
    });
    this.slider.value = Math.min(level, levels.length);
    this.levelName = h("output", { class: "level-name" });
    this.time = h("input", { type: "number", min: 0.1, max: 60, step: "any", value: seconds });
    this.timeField = field("Seconds for each move", this.time, "At full strength: how long it may think.");
    this.element = h("div", { class: "stack" }, this.sides,
      h("div", { class: "strength" }, field("Strength", this.slider), this.levelName), this.timeField);
    this.showPlayers(players, side);
    this.#name();
  }

  /** Asks for a side of this game. */
  showPlayers(players, side = this.side) {
    const choices = [["1", players[0]], ["-1", players[1]], ["both", "Both sides"], ["none", "Neither: watch"]];
    this.sides.replaceChildren(h("legend", {}, "You play"), h("div", { class: "choices" },
      choices.map(([value, text]) => h("label", { class: "check" },
        h("input", { type: "radio", name: "side", value, checked: value === side }), text))));
  }

  get side() {
    return this.sides.querySelector("input:checked")?.value ?? "1";
  }

  get level() {
    return Number(this.slider.value);
  }

  get seconds() {
    const seconds = Number(this.time.value);
    return seconds > 0 ? seconds : 1;
  }

  /** As the server wants it. */
  get settings() {
    return { sides: sidesOf(this.side), level: this.level, seconds: this.seconds };
  }

  #name() {
    const { number, name } = this.levels[this.level - 1];
    this.levelName.textContent = `${number} of ${this.levels.length}: ${name}`;
    this.slider.setAttribute("aria-valuetext", `${number}, ${name}`);
    this.timeField.hidden = number < this.levels.length;
  }
}
