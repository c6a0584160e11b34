// How a game is set up: which one, side, strength, parameters, start.

import { ask, isAbort } from "./api.js";
import { dialog, field, h } from "./dom.js";
import { Opponent, sideOf } from "./play/opponent.js";
import { go } from "./router.js";
import { readValue, writeSpot, writeValue } from "./spot.js";
import { about, remember, remembered } from "./store.js";

const LONGEST_ADDRESS = 8000;

/** Asks in a dialog how to play `key`, starts it, and goes to it. */
export async function newGame(key = "", given = {}) {
  const form = await setUp(key, given, () => box.close());
  const box = dialog("New game", form);
  form.querySelector(".primary").focus();
}

/** The form itself. given: {position, parameters} to start with. */
export async function setUp(key = "", given = {}, started = () => {}) {
  const { games, levels } = await about();
  const set = new SetUp(games.filter((game) => !game.trouble), levels, key || remembered("game", "tic-tac-toe"), given);
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const start = h("button", { class: "button primary" }, "Start");
  const submit = async (event) => {
    event.preventDefault();
    start.disabled = true;
    error.hidden = true;
    try {
      const saved = await ask("/api/saved", set.wanted());
      set.keep();
      started();
      go("/play", playAddress(saved));
    } catch (reason) {
      if (isAbort(reason)) return;
      error.textContent = reason.message;
      error.hidden = false;
    } finally {
      start.disabled = false;
    }
  };
  return h("form", { class: "stack new-game", novalidate: true, on: { submit } },
    set.element, error, h("div", { class: "row" }, start));
}

/** The address of a saved game; where nobody knows its id, it can be made again from the rest. */
export function playAddress(saved) {
  const { view } = saved;
  const query = writeSpot({ game: view.game, with: view.with, position: view.start, moves: view.moves });
  query.set("side", sideOf(saved.sides));
  query.set("level", saved.level);
  query.set("id", saved.id);
  if (query.toString().length > LONGEST_ADDRESS) query.delete("moves");
  return query;
}

class SetUp {
  constructor(games, levels, key, { position = "", parameters = {} }) {
    this.games = games;
    this.given = { key, parameters };
    this.key = h("select", { on: { change: () => this.#forGame() } },
      games.map((game) => h("option", { value: game.key }, game.title)));
    this.key.value = games.some((game) => game.key === key) ? key : games[0]?.key;
    this.opponent = new Opponent(levels, this.#game.players, {
      side: remembered("side", "1"), level: remembered("level", 4), seconds: remembered("seconds", 1),
    });
    this.position = h("input", {
      type: "text", value: position, autocomplete: "off", spellcheck: "false", placeholder: "the usual start",
    });
    this.parameters = h("div", { class: "stack" });
    const changed = Boolean(position || Object.keys(parameters).length);
    this.element = h("div", { class: "stack" },
      field("Game", this.key), this.opponent.element,
      h("details", { open: changed }, h("summary", {}, "Size, variant and start"),
        h("div", { class: "stack more" }, this.parameters, field("Start from this position", this.position))));
    this.#forGame();
  }

  /** What is asked of the server. */
  wanted() {
    const parameters = {};
    for (const { name, default: usual } of this.#game.parameters) {
      const input = this.inputs[name];
      const text = input.value.trim();
      const value = input.type === "checkbox" ? input.checked : typeof usual === "string" ? text : readValue(text);
      if (value !== "" && JSON.stringify(value) !== JSON.stringify(usual)) parameters[name] = value;
    }
    const spot = { game: this.#game.key, with: parameters, position: this.position.value.trim() || null, moves: [] };
    return { spot, ...this.opponent.settings };
  }

  /** Remembers what was chosen, for the next game. */
  keep() {
    remember("game", this.key.value);
    remember("side", this.opponent.side);
    remember("level", this.opponent.level);
    remember("seconds", this.opponent.seconds);
  }

  get #game() {
    return this.games.find((game) => game.key === this.key.value);
  }

  #forGame() {
    const game = this.#game;
    this.opponent.showPlayers(game.players);
    const given = this.given.key === game.key ? this.given.parameters : {};
    this.inputs = {};
    this.parameters.replaceChildren(...game.parameters.map(({ name, default: usual }) => {
      const value = name in given ? given[name] : usual;
      const words = name.replaceAll("_", " ");
      const label = words[0].toUpperCase() + words.slice(1);
      if (typeof usual === "boolean") {
        this.inputs[name] = h("input", { type: "checkbox", checked: value });
        return h("label", { class: "check" }, this.inputs[name], label);
      }
      const text = value === null ? "" : typeof value === "string" && typeof usual === "string" ? value : writeValue(value);
      this.inputs[name] = h("input", {
        type: typeof usual === "number" ? "number" : "text", step: "any", value: text,
        autocomplete: "off", spellcheck: "false",
      });
      return field(label, this.inputs[name]);
    }));
  }
}
