// A position and its name in an address: game, with, position, moves.

// The spot that an address names; `game` is "" where it names none.
export function readSpot(query) {
	const list = (name) => (query.get(name) ? query.get(name).split(",") : []);
	const parameters = {};
	for (const part of list("with")) {
		const at = part.indexOf(":");
		if (at > 0) parameters[decode(part.slice(0, at))] = readValue(decode(part.slice(at + 1)));
	}
	return {
		game: query.get("game") ?? "", with: parameters, position: query.get("position") || null, moves: list("moves").map(decode),
	};
}

export function writeSpot(spot) {
	const parameters = Object.entries(spot.with ?? {}).map(([name, value]) => `${encode(name)}:${encode(writeValue(value))}`);
	const named = {
		game: spot.game, with: parameters.join(","), position: spot.position, moves: (spot.moves ?? []).map(encode).join(","),
	};
	return new URLSearchParams(Object.entries(named).filter(([, text]) => text));
}

// The spot of a view: what the server showed, up to `ply` moves of it.
export function spotOf(view, ply = view.moves.length) {
	return { game: view.game, with: view.with ?? {}, position: view.start ?? null, moves: view.moves.slice(0, ply) };
}

// Is there a solution of the spot's game with its parameters? `known` is what the server says of all games.
export function isSolved({ games, solved }, { game, with: given = {} }) {
	const usual = games.find(({ key }) => key === game)?.parameters ?? [];
	const all = (some) => JSON.stringify(usual.map(({ name, default: value }) => some[name] ?? value));
	return solved.some((each) => each.game === game && all(each.with) === all(given));
}

// A parameter as people type it: 5, true, [1, 2], or just text.
export function readValue(text) {
	try {
		const value = JSON.parse(text);
		return value === null || (typeof value === "object" && !Array.isArray(value)) ? text : value;
	} catch {
		return text;
	}
}

// The text that `readValue` reads back as `value`.
export function writeValue(value) {
	return typeof value === "string" && readValue(value) === value ? value : JSON.stringify(value);
}

// Only what would be taken for a join is encoded: URLSearchParams does the rest.
const encode = (text) => String(text).replace(/[%,:]/g, encodeURIComponent);

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
