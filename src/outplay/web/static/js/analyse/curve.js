// The value of a game from ply to ply, as a curve: up is good for MAX. For the eye and the mouse;
// the list of moves beside it says the same in words, and is there for the keys.
import { clamp, clear, s, set } from "../core.js";

const HEIGHT = 136;
const MIDDLE = HEIGHT / 2;
const EDGE = 10;
const NAMES = 18; // room for the names above and below
const TIP = 6;

export function curve(onGo) {
	let points = [];
	let players = [];
	let of = 1;
	let at = -1;
	let wide = 320;
	const xOf = (ply) => EDGE + (ply / of) * (wide - 2 * EDGE);
	const yOf = (bar) => MIDDLE - bar * (MIDDLE - NAMES);
	const click = ({ clientX }) => {
		const x = clientX - element.getBoundingClientRect().left;
		onGo(clamp(Math.round(((x - EDGE) / (wide - 2 * EDGE)) * of), 0, of));
	};
	const element = s("svg.curve", { role: "img", on: { click } });
	new ResizeObserver(([{ contentRect: { width } }]) => { // drawn in pixels: letters keep their size
		if (width < 1 || width === wide) return;
		wide = width;
		draw();
	}).observe(element);

	function draw() {
		if (!points.length) return;
		const now = xOf(at);
		const name = (side, y) => s("text.side", { x: 6, y }, `${players[side]} better`);
		const course = points.map(({ ply, bar }) => `${xOf(ply)},${yOf(bar)}`).join(" ");
		const bad = points.filter(({ mark }) => mark.includes("?")).map(({ ply, move, mark }) => `${ply}. ${move} ${mark}`);
		set(element, {
			viewBox: `0 0 ${wide} ${HEIGHT}`,
			"aria-label": `Value curve of ${points.length - 1} moves; ${bad.length ? `mistakes: ${bad.join(", ")}` : "no mistakes"}.`,
		});
		clear(element, s("rect.for-max", { width: wide, height: MIDDLE }), s("rect.for-min", { y: MIDDLE, width: wide, height: MIDDLE }),
			s("line.zero", { y1: MIDDLE, x2: wide, y2: MIDDLE }), name(0, 12), name(1, HEIGHT - 5),
			s("line.now", { x1: now, x2: now, y2: HEIGHT }), s("polyline.course", { points: course }), points.map(dot));
	}

	// A mistake has a shape of its own: a triangle for ?, a square on its tip for ??.
	function dot({ ply, bar, mark }) {
		const [x, y] = [xOf(ply), yOf(bar)];
		if (!mark.includes("?")) return s("circle.dot", { cx: x, cy: y, r: ply === at ? 4 : 2 });
		const isBlunder = mark === "??";
		const low = isBlunder ? `${x + TIP},${y} ${x},${y + TIP} ${x - TIP},${y}` : `${x + TIP},${y + 4} ${x - TIP},${y + 4}`;
		return s(isBlunder ? "polygon.blunder" : "polygon.mistake", { points: `${x},${y - TIP} ${low}` });
	}

	// `found` are {ply, bar, mark, move}, from ply 0 on; `moves` is how many moves there are.
	function show(found, moves, names) {
		[points, of, players] = [found, moves, names];
		draw();
	}

	function mark(ply) {
		at = ply;
		draw();
	}

	return { element, mark, show };
}
