// Values in words: for whom, how sure, how near the end.
import { capital } from "../core.js";

const SURE = { "=": "exactly", "≥": "at least", "≤": "at most", "~": "about" };

export const KIND_WORDS = { win: "wins", loss: "loses", draw: "draws" };
export const KIND_NAMES = { win: "win", draw: "draw", loss: "loss" };

// Places that are too narrow for a word, as Nim's matches, have its first letter.
const isNarrow = ({ places }) => places.some(({ width }) => width < 0.6);
const letterOf = (kind) => KIND_NAMES[kind][0].toUpperCase();

// What the colours on the board mean, in words: "win", or "W: win" where only the letter has room.
export const kindInLegend = (kind, view) => (isNarrow(view) ? `${letterOf(kind)}: ` : "") + KIND_NAMES[kind];

export const isKnown = (number) => number !== null && number !== undefined;

export const plies = (number) => (number === 1 ? "1 ply" : `${number} plies`);

// "+3", "-0.25", "0": as the label has it after its signs.
const bare = (label) => label.replace(/^[=≥≤~\s]+/, "");

// What is known from a solution of a game that is won, drawn or lost: "O wins in 13 plies", "A draw".
export function outcomeOf({ value, distance }, players) {
	if (value === 0) return "A draw";
	return `${capital(players[value > 0 ? 0 : 1])} wins${isKnown(distance) ? ` in ${plies(distance)}` : ""}`;
}

// One sentence about a value from MAX's side. `players` are the names of MAX and MIN.
export function inWords({ value, sign, label, proven, distance, bar }, players) {
	const ahead = players[value > 0 ? 0 : 1];
	const amount = `${SURE[sign]} ${bare(label)} for ${players[0]}`;
	const end = proven && isKnown(distance) ? ` The game ends in ${plies(distance)} with best play.` : "";
	if (proven) {
		if (value === 0 && sign === "=") return `Even, proven.${end}`;
		if (Math.abs(bar) === 1) return `${capital(ahead)} wins, proven (${bare(label)}).${end}`;
		return `Proven: ${amount}.${end}`;
	}
	return value === 0 ? "About even (estimate)." : `Better for ${ahead} (estimate: ${amount}).`;
}

// What a move does for its mover, where that is proven: "win", "draw", "loss"; else "plain", as where
// the value is a mean over dice.
export function kindOf({ value, sign, proven, bar }, { to_move: mover, deterministic = true }) {
	const mine = value * mover;
	if (!proven || mover === 0 || (!deterministic && Math.abs(bar) < 1)) return "plain";
	const [isLeast, isMost] = mover === 1 ? [sign !== "≤", sign !== "≥"] : [sign !== "≥", sign !== "≤"];
	if (mine > 0) return isLeast ? "win" : "plain";
	if (mine < 0) return isMost ? "loss" : "plain";
	return isLeast && isMost ? "draw" : "plain";
}

// "~≤+.03": two digits are enough on a board where a number is not exact.
function short({ label, value }) {
	const sign = label.slice(0, label.length - bare(label).length).replaceAll(" ", "");
	if (sign === "=" || Number.isInteger(value)) return sign + bare(label);
	const size = Math.abs(value);
	const digits = size >= 100 ? Math.round(size) : Number(size < 1 ? size.toFixed(2) : size.toPrecision(2));
	return sign + (digits ? `${value < 0 ? "-" : "+"}${digits}`.replace("0.", ".") : "0");
}

// The values of all moves as a Board shows them; "#7" ends the game in 7 plies. Places that are
// too narrow for that, as Nim's matches, go without.
// Those of a solution say it for the side to move: "win 7", "draw", "loss 12".
export function boardValues({ moves, outcomes }, view) {
	const narrow = isNarrow(view);
	return new Map(moves.map((move) => {
		const { proven, distance, best } = move;
		const kind = kindOf(move, view);
		const plain = !outcomes || kind === "plain";
		const end = proven && isKnown(distance) && !narrow ? ` ${plain ? "#" : ""}${distance}` : "";
		const word = plain ? short(move) : narrow ? letterOf(kind) : KIND_NAMES[kind];
		return [move.text, { label: word + end, kind, best }];
	}));
}

export function count(number) {
	for (const [size, unit] of [[1e9, "G"], [1e6, "M"]]) {
		if (number >= size) return `${(number / size).toFixed(1)} ${unit}`;
	}
	return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(Math.round(number));
}

// The outcome that chance throws for a number from 0 to 1.
export function thrown(actions, luck) {
	let left = luck * actions.reduce((sum, { probability }) => sum + probability, 0);
	return (actions.find(({ probability }) => (left -= probability) < 0) ?? actions.at(-1)).text;
}
