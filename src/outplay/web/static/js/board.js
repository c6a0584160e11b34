// A board to look at and to play on, for any game: its drawing, with its places as a grid.
//
// show(view, {flipped, interactive, hint, values}): `hint` has the places of a move, `values` is a
// Map from the text of a move to {label, kind: "win|draw|loss|plain", best}. After onMove(text) the
// board waits, with the move shown as pending, until it is shown something again.

import { choose, clear, h, moveTabStop, picture, redraw, s, say, set, shortcut, tell } from "./core.js";
import { buttonsFor } from "./board/buttons.js";
import { Choice } from "./board/choice.js";
import * as mark from "./board/marks.js";
import { centre, distance, measure, neighbour, pieceOn, placeAt, rowsOf, turnPicture, turnPlaces } from "./board/shapes.js";

const SLIDE = 160; // milliseconds
const DRAG = 0.1; // of a square's width that a hand moves before it is a drag

export class Board {
	#view = null;
	#options = {};
	#places = []; // as they are seen
	#byName = new Map();
	#cells = new Map();
	#layout = "";
	#choice = new Choice([]);
	#at = null; // the place that has the tab stop
	#pending = null; // an action that was chosen and not answered yet
	#down = null; // a press: {place, from, isNew, isDragged, piece: what can be dragged, or null}
	#shapes = null; // measured when somebody needs it

	constructor({ onMove, label }) {
		this.onMove = onMove;
		this.layer = s("svg.marks", { "aria-hidden": true });
		this.grid = h("div.places", { role: "grid", "aria-label": label, on: {
			keydown: (event) => this.#key(event),
			pointerdown: (event) => this.#press(event),
			pointermove: (event) => this.#drag(event),
			pointerup: (event) => this.#release(event),
			pointercancel: () => this.#drop(),
			focusin: (event) => this.#moveTo(event.target.dataset.name, false),
		} });
		this.drawing = h("div.drawing");
		// Clicks of keys and of screen readers; a hand's are pointer events.
		const click = ({ detail, target: { dataset: { name } } }) => detail === 0 && (name ? this.pick(name) : this.focus());
		this.frame = h("div.board-frame", { ...shortcut("b", "go to the board"), title: null, on: { click } },
			this.drawing, this.layer, this.grid);
		this.text = h("pre.visually-hidden");
		this.buttons = h("div.board-buttons.row", { hidden: true });
		this.element = h("div.board.stack", this.frame, this.text, this.buttons);
	}

	// Shows a view of the server. What was picked, and what is pending, is let go.
	show(view, options = {}) {
		const before = this.#view;
		const pended = this.#pending;
		const same = before?.svg === view.svg && this.#options.flipped === options.flipped;
		this.#view = view;
		this.#options = options;
		this.#pending = null;
		this.#drop();
		if (!same || pended) this.#redraw();
		const keep = same && before.actions === view.actions ? this.#choice.path : [];
		this.#choice = new Choice(options.interactive ? view.actions : []);
		this.#choice.path = keep;
		this.#refresh();
		if (!pended && view.game === before?.game && view.ply === before.ply + 1) this.#slide(view.last ?? []);
	}

	get #isLive() {
		return this.#options.interactive && !this.#pending;
	}

	pick(name) {
		if (!this.#isLive) return;
		const path = this.#choice.path;
		const found = this.#choice.pick(name);
		this.#at = name;
		if (found.play) this.#play(found.play);
		else if (found.none) {
			this.#choice.letGo();
			const from = path.at(-1);
			tell(from ? `No legal move goes from ${from} to ${name}.` : `No legal move starts at ${name}.`);
		} else if (found.step) {
			const count = this.#choice.nexts().size;
			say(`${name} selected; ${count === 1 ? "1 target" : `${count} targets`}.`);
		} else say(`${name} deselected.`);
		this.#refresh();
	}

	// Shows a move as made but not answered yet: its piece on its new place.
	pend(text) {
		this.#pending = this.#view.actions.find((action) => action.text === text) ?? { text, gestures: [] };
		this.#choice.letGo();
		// Of a longer way nobody knows here which piece goes where.
		const short = this.#pending.gestures.find((gesture) => gesture.length === 2);
		const [from, to] = (short ?? []).map((name) => this.#byName.get(name));
		if (from && to) {
			for (const node of this.#piece(to)) node.setAttribute("opacity", "0.15");
			shift(this.#piece(from), centre(to).x - centre(from).x, centre(to).y - centre(from).y);
		}
		this.#refresh();
	}

	// On the board, or on the one button that there is.
	focus() {
		const only = this.buttons.querySelector("button");
		if (only && !this.#choice.actions.length) only.focus();
		else this.#cells.get(this.#at)?.focus();
	}

	async #play(actions) {
		const view = this.#view;
		const action = actions.length > 1 ? await choose("Which move?", "", actions.map((each) => [each.text, each])) : actions[0];
		if (view !== this.#view || this.#pending) return;
		if (action) {
			this.pend(action.text);
			this.onMove(action.text);
		} else {
			this.#choice.letGo();
			this.#refresh();
		}
	}

	// --- drawing ---

	#redraw() {
		const view = this.#view;
		const svg = picture(view.svg);
		const turned = Boolean(this.#options.flipped && view.turns && view.places.length);
		const known = view.places.length > 0;
		if (turned && svg.localName === "svg") turnPicture(svg, view.places);
		if (known) set(svg, { "aria-hidden": true });
		clear(this.drawing, svg);
		clear(this.text, known ? "" : view.show ?? "");
		this.grid.hidden = !known;
		this.#shapes = null;
		this.#places = turned ? turnPlaces(view.places) : view.places;
		this.#byName = new Map(this.#places.map((place) => [place.name, place]));
		const [, , width, height] = (svg.getAttribute("viewBox") ?? `0 0 ${view.box.join(" ")}`).split(/[\s,]+/).map(Number);
		this.frame.style.setProperty("--w", width);
		this.frame.style.setProperty("--h", height);
		this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
		const layout = JSON.stringify([width, height, this.#places.map(({ name, x, y }) => [name, x, y])]);
		if (layout !== this.#layout) this.#layOut(width, height);
		this.#layout = layout;
	}

	#layOut(width, height) {
		const focused = this.grid.contains(document.activeElement);
		this.#cells.clear();
		const percent = (part, whole) => `${(100 * part) / whole}%`;
		clear(this.grid, rowsOf(this.#places).map((row) => h("div", { role: "row" }, row.map((place) => {
			const cell = h("div.place", { role: "gridcell", tabindex: -1, "data-name": place.name });
			Object.assign(cell.style, {
				left: percent(place.x, width), top: percent(place.y, height),
				width: percent(place.width, width), height: percent(place.height, height),
			});
			this.#cells.set(place.name, cell);
			return cell;
		}))));
		if (!this.#cells.has(this.#at)) this.#at = null;
		if (focused) this.#cells.get(this.#at ?? this.#places[0]?.name)?.focus();
	}

	#refresh() {
		const { path } = this.#choice;
		const nexts = this.#isLive ? this.#choice.nexts() : new Set();
		const last = new Set(this.#view.last ?? []);
		this.#at ??= [...nexts].find((name) => this.#cells.has(name)) ?? this.#places[0]?.name;
		for (const [name, cell] of this.#cells) {
			const place = this.#byName.get(name);
			const opens = this.#isLive && this.#choice.opens(name);
			const can = nexts.has(name) && (path.length ? "can go here" : this.#choice.leads(name) ? "can move" : "can be played");
			const words = [name, place.what || "empty", path.includes(name) && "selected", can, last.has(name) && "last move"];
			set(cell, {
				"aria-label": words.filter(Boolean).join(", "), "aria-selected": path.includes(name), tabindex: name === this.#at ? 0 : -1,
			});
			cell.classList.toggle("opens", Boolean(opens));
			cell.classList.toggle("leads", Boolean(opens && this.#choice.leads(name)));
		}
		this.#drawMarks(nexts);
		this.#showButtons();
	}

	#drawMarks(nexts) {
		const at = (names) => names.map((name) => this.#byName.get(name)).filter(Boolean);
		const { path } = this.#choice;
		const drawn = at(this.#view.last ?? []).map((place) => mark.frame(place, "last"));
		const hint = at(this.#options.hint ?? []);
		if (hint.length) drawn.push(mark.arrow(hint, "hint"));
		const values = this.#pending ? new Map() : mark.values(this.#view.actions, this.#options.values, path, this.#byName);
		for (const place of at([...nexts])) {
			if (values.has(place.name) && !place.what) continue; // its value says that one may go there
			const source = !path.length && this.#choice.leads(place.name);
			drawn.push(source ? mark.frame(place, "source") : mark.target(place, path.length ? "target" : "source"));
		}
		drawn.push(...at(path).map((place) => mark.frame(place, "picked")));
		if (path.length > 1) drawn.push(mark.arrow(at(path), "picked"));
		if (this.#pending) {
			const gesture = at(this.#pending.gestures[0] ?? []);
			if (gesture.length) drawn.push(mark.frame(gesture.at(-1), "pending"));
			if (gesture.length > 2) drawn.push(mark.arrow(gesture, "pending"));
		}
		clear(this.layer, drawn, [...values.values()]);
	}

	#showButtons() {
		const had = this.buttons.contains(document.activeElement);
		const found = this.#isLive ? buttonsFor(this.#view, this.#choice, this.#options.values, {
			play: (action) => this.#play([action]), letGo: () => this.#letGo(),
		}) : [];
		redraw(this.buttons, () => clear(this.buttons, found));
		this.buttons.hidden = !found.length;
		if (had && !found.length) this.#cells.get(this.#at)?.focus();
	}

	// --- keys ---

	#key(event) {
		const { key } = event;
		const place = this.#byName.get(event.target.dataset?.name);
		if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
		if (key.startsWith("Arrow")) this.#moveTo(neighbour(this.#places, place, key)?.name);
		else if (key === "Home" || key === "End") {
			const row = rowsOf(this.#places).find((places) => places.includes(place));
			this.#moveTo(row.at(key === "Home" ? 0 : -1).name);
		} else if (key === "Enter" || key === " ") this.pick(place.name);
		else if (key === "Escape" && this.#choice.path.length) this.#letGo();
		else return;
		event.preventDefault();
	}

	#moveTo(name, focus = true) {
		if (!this.#cells.has(name)) return;
		this.#at = name;
		moveTabStop(this.#cells.values(), this.#cells.get(name), focus);
	}

	#letGo() {
		this.#choice.letGo();
		this.#refresh();
		say("Selection cancelled.");
	}

	// --- hands ---

	#point(event) {
		const box = this.frame.getBoundingClientRect();
		const { width, height } = this.layer.viewBox.baseVal;
		return {
			x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height, width: 0, height: 0,
		};
	}

	// What can be taken up is selected at once; on what else there is, by letting go.
	#press(event) {
		const from = this.#point(event);
		const place = placeAt(this.#places, from);
		if (event.button || !event.isPrimary || !place || !this.#isLive) return;
		const { path } = this.#choice;
		const isHeld = path.at(-1) === place.name;
		const leads = this.#choice.leads(place.name);
		const isNew = leads && (!isHeld || this.#choice.matching([...path, place.name]).length > 0);
		this.#down = { place, from, isNew, isDragged: false, piece: leads || isHeld ? this.#piece(place) : null };
		this.grid.setPointerCapture(event.pointerId);
		if (isNew) this.pick(place.name);
	}

	#drag(event) {
		const down = this.#down;
		if (!down?.piece) return;
		const to = this.#point(event);
		down.isDragged ||= distance(to, down.from) > DRAG;
		if (!down.isDragged) return;
		this.grid.classList.add("dragging");
		shift(down.piece, to.x - down.from.x, to.y - down.from.y);
		this.drawing.firstChild?.append(...down.piece); // on top of all
	}

	#release(event) {
		const down = this.#down;
		this.#drop();
		const place = down && placeAt(this.#places, this.#point(event));
		if (!place || (place === down.place ? down.isNew || down.isDragged : !down.isDragged)) return;
		this.pick(place.name);
		this.#moveTo(place.name, this.grid.contains(document.activeElement));
	}

	#drop() {
		shift(this.#down?.piece ?? [], 0, 0);
		this.#down = null;
		this.grid.classList.remove("dragging");
	}

	// --- pieces ---

	#piece(place) {
		const svg = this.drawing.firstChild;
		if (svg?.localName !== "svg" || !svg.isConnected || !place.what) return [];
		this.#shapes ??= measure(svg);
		return pieceOn(this.#shapes, place);
	}

	// Lets the piece of the last move slide to where it stands now.
	#slide(names) {
		const [from, to] = names.map((name) => this.#byName.get(name));
		if (names.length !== 2 || !from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const course = { translate: [`${from.x - to.x}px ${from.y - to.y}px`, "0px 0px"] };
		for (const node of this.#piece(to)) node.animate(course, { duration: SLIDE, easing: "ease-out" });
	}
}

// Moves shapes by so much from where they were drawn; their own transforms are left alone.
function shift(nodes, dx, dy) {
	for (const node of nodes) node.style.translate = `${dx}px ${dy}px`;
}
