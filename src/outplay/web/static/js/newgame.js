// How a game is set up, by a form or by an address.

import {
	about, ask, capital, clear, dialog, field, form, go, h, readSpot, readValue, remember, remembered,
	savedPath, spotOf, tell, writeSpot, writeValue,
} from "./core.js";
import { levelsOf, Opponent, sideOf, sidesOf } from "./play/opponent.js";

const LONGEST_ADDRESS = 8000;

// Asks in a dialog how to play `key`, starts it, and goes to it.
export async function newGame(key, given) {
	const asked = await setUp(key, given);
	dialog("New game", asked);
	asked.querySelector(".primary").focus();
}

// The form itself, with a position and parameters to start with.
export async function setUp(key = remembered("game", "tic-tac-toe"), { position = "", parameters = {}, level = remembered("level", 4) } = {}) {
	const known = await about();
	const { games, levels } = known;
	const playable = games.filter(({ trouble }) => !trouble);
	const chosen = h("select", { on: { change: () => showGame() } }, playable.map((each) => h("option", { value: each.key }, each.title)));
	chosen.value = (playable.find((each) => each.key === key) ?? playable[0]).key;
	const game = () => playable.find((each) => each.key === chosen.value);
	const opponent = new Opponent(levels, game().players, {
		side: remembered("side", "1"), level, seconds: remembered("seconds", 1),
	});
	const from = textInput({ value: position, placeholder: "the start position" });
	const fields = h("div.stack", { on: { change: () => showLevels() } });
	let inputs = [];

	function showGame() {
		const { players, parameters: usual } = game();
		opponent.showPlayers(players);
		inputs = usual.map((parameter) => parameterInput(parameter, chosen.value === key ? parameters : {}));
		clear(fields, usual.map(({ name }, i) => {
			const label = capital(name.replaceAll("_", " "));
			return inputs[i].type === "checkbox" ? h("label.check", inputs[i], label) : field(label, inputs[i]);
		}));
		showLevels();
	}

	// What is chosen differs from the game's own parameters.
	function chosenParameters() {
		const changed = game().parameters.map((parameter, i) => [parameter, valueOf(parameter, inputs[i])])
			.filter(([parameter, value]) => value !== "" && JSON.stringify(value) !== JSON.stringify(parameter.default));
		return Object.fromEntries(changed.map(([{ name }, value]) => [name, value]));
	}

	const showLevels = () => opponent.showLevels(levelsOf(known, { game: chosen.value, with: chosenParameters() }));

	async function start() {
		const { sides, level, seconds } = opponent.settings;
		const spot = { game: chosen.value, with: chosenParameters(), position: from.value.trim() || null, moves: [] };
		const saved = await ask("/api/saved", { spot, sides, level, seconds });
		Object.entries({ game: chosen.value, side: sideOf(sides), level, seconds }).forEach(([name, value]) => remember(name, value));
		go("/play", playAddress(saved));
	}

	showGame();
	const more = h("details", { open: Boolean(position || Object.keys(parameters).length) },
		h("summary", "Size, variant and start position"), h("div.stack.more", fields, field("Start from this position", from)));
	return form(start, field("Game", chosen), opponent.element, more, h("div.row", h("button.button.primary", "Start")));
}

// A field for a parameter of a game, which has its value in `given` or else its usual one.
function parameterInput({ name, default: usual }, given) {
	const value = name in given ? given[name] : usual;
	if (typeof usual === "boolean") return h("input", { type: "checkbox", checked: value });
	const isText = typeof value === "string" && typeof usual === "string";
	return textInput({
		type: typeof usual === "number" ? "number" : "text", step: "any", value: value === null || isText ? value : writeValue(value),
	});
}

function valueOf({ default: usual }, input) {
	const text = input.value.trim();
	return input.type === "checkbox" ? input.checked : typeof usual === "string" ? text : readValue(text);
}

const textInput = (props) => h("input", { autocomplete: "off", spellcheck: "false", ...props });

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
