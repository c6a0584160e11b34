// How a game is set up, by a form or by an address.

import {
	about, ask, capital, clear, dialog, field, form, go, h, readSpot, readValue, remember, remembered,
	savedPath, spotOf, tell, writeSpot, writeValue,
} from "./core.js";
import { Opponent, sideOf, sidesOf } from "./play/opponent.js";

const LONGEST_ADDRESS = 8000;

// Asks in a dialog how to play `key`, starts it, and goes to it.
export async function newGame(key = "", given = {}) {
	const asked = await setUp(key, given);
	dialog("New game", asked);
	asked.querySelector(".primary").focus();
}

// The form itself. given: {position, parameters} to start with.
export async function setUp(key = "", given = {}) {
	const { games, levels } = await about();
	const set = new SetUp(games.filter((game) => !game.trouble), levels, key || remembered("game", "tic-tac-toe"), given);
	const start = async () => {
		const saved = await ask("/api/saved", set.wanted());
		set.keep();
		go("/play", playAddress(saved));
	};
	return form(start, set.parts, h("div.row", h("button.button.primary", "Start")));
}

// The address of a saved game; where nobody knows its id, it can be made again from the rest.
export function playAddress({ view, sides, level, id }) {
	const query = writeSpot(spotOf(view));
	query.set("side", sideOf(sides));
	query.set("level", level);
	query.set("id", id);
	if (query.toString().length > LONGEST_ADDRESS) query.delete("moves");
	return query;
}

// The game that an address names: known by its id, or made from the rest; null if it names none.
export async function openGame(query) {
	const id = query.get("id");
	if (id) {
		try {
			return await ask(savedPath(id));
		} catch (error) {
			if (error.status !== 404 || !query.get("game")) throw error;
			tell("This game is no longer saved here; it was set up again from its link.");
		}
	}
	const spot = readSpot(query);
	const number = (name, usual) => Number(query.get(name)) || remembered(name, usual);
	const asked = { spot, sides: sidesOf(query.get("side") ?? "1"), level: number("level", 4), seconds: number("seconds", 1) };
	return spot.game ? ask("/api/saved", asked) : null;
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
		this.position = textInput({ value: position, placeholder: "the start position" });
		this.parameters = h("div.stack");
		this.parts = [field("Game", this.key), this.opponent.element,
			h("details", { open: Boolean(position || Object.keys(parameters).length) }, h("summary", "Size, variant and start position"),
				h("div.stack.more", this.parameters, field("Start from this position", this.position)))];
		this.#forGame();
	}

	wanted() {
		const parameters = {};
		for (const { name, default: usual } of this.#game.parameters) {
			const input = this.inputs[name];
			const text = input.value.trim();
			const value = input.type === "checkbox" ? input.checked : typeof usual === "string" ? text : readValue(text);
			if (value !== "" && JSON.stringify(value) !== JSON.stringify(usual)) parameters[name] = value;
		}
		const spot = { game: this.key.value, with: parameters, position: this.position.value.trim() || null, moves: [] };
		return { spot, ...this.opponent.settings };
	}

	keep() {
		const { side, level, seconds } = this.opponent;
		Object.entries({ game: this.key.value, side, level, seconds }).forEach(([name, value]) => remember(name, value));
	}

	get #game() {
		return this.games.find((game) => game.key === this.key.value);
	}

	#forGame() {
		const game = this.#game;
		this.opponent.showPlayers(game.players);
		const given = this.given.key === game.key ? this.given.parameters : {};
		this.inputs = {};
		clear(this.parameters, game.parameters.map(({ name, default: usual }) => {
			const value = name in given ? given[name] : usual;
			const label = capital(name.replaceAll("_", " "));
			if (typeof usual === "boolean") {
				this.inputs[name] = h("input", { type: "checkbox", checked: value });
				return h("label.check", this.inputs[name], label);
			}
			const isText = typeof value === "string" && typeof usual === "string";
			this.inputs[name] = textInput({
				type: typeof usual === "number" ? "number" : "text", step: "any", value: value === null || isText ? value : writeValue(value),
			});
			return field(label, this.inputs[name]);
		}));
	}
}

const textInput = (props) => h("input", { autocomplete: "off", spellcheck: "false", ...props });
