// A board to look at and to play on, for any game: its drawing, with its places as a grid.
//
//   const board = new Board({ onMove: (text) => …, label: "Board" });
//   root.append(board.element);
//   board.show(view, { flipped, interactive, marks, values });
//
// marks:  [{places: [name, …], kind: "hint" | "line" | "good" | "bad", as: "arrow" | "frame"}]
// values: Map from the text of a move to {label, kind: "win|draw|loss|plain", best}
// After onMove the board waits, with the move shown as pending, until it is shown something again.

import { buttonsFor } from "./board/buttons.js";
import { Choice } from "./board/choice.js";
import { neighbour, placeAt, rowsOf } from "./board/layout.js";
import * as mark from "./board/marks.js";
import { centre, measure, pieceOn, turnPicture, turnPlaces } from "./board/shapes.js";
import { choose, clear, h, s } from "./dom.js";
import { picture } from "./picture.js";
import { say, tell } from "./say.js";

const DRAG = 6; // pixels that a hand moves before it is a drag
const SLIDE = 160; // milliseconds

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
  #down = null; // a press: {name, x, y, drag: [elements] | null}
  #shapes = null; // measured when somebody needs it

  constructor({ onMove = () => {}, label = "Board" } = {}) {
    this.onMove = onMove;
    this.layer = s("svg", { class: "marks", "aria-hidden": "true" });
    this.grid = h("div", { class: "places", role: "grid", "aria-label": label });
    this.drawing = h("div", { class: "drawing" });
    this.frame = h("div", { class: "board-frame" }, this.drawing, this.layer, this.grid);
    this.text = h("pre", { class: "visually-hidden" });
    this.buttons = h("div", { class: "board-buttons row", hidden: true });
    this.element = h("div", { class: "board" }, this.frame, this.text, this.buttons);
    const listen = (name, run) => this.grid.addEventListener(name, run);
    listen("keydown", (event) => this.#key(event));
    listen("pointerdown", (event) => this.#press(event));
    listen("pointermove", (event) => this.#drag(event));
    listen("pointerup", (event) => this.#release(event));
    listen("pointercancel", () => this.#drop());
    listen("focusin", (event) => this.#moveTo(event.target.dataset.name, false));
    listen("click", (event) => {
      // Clicks of keys and of screen readers; a hand's are pointer events.
      if (event.detail === 0 && event.target.dataset.name) this.pick(event.target.dataset.name);
    });
  }

  /** Shows a view of the server. What was picked, and what is pending, is let go. */
  show(view, options = {}) {
    const before = this.#view;
    const pended = this.#pending;
    const same = before && before.svg === view.svg && !!this.#options.flipped === !!options.flipped;
    this.#view = view;
    this.#options = { interactive: false, marks: [], values: null, flipped: false, ...options };
    this.#pending = null;
    this.#drop();
    if (!same || pended) this.#redraw();
    const keep = same && before.actions === view.actions ? this.#choice.path : [];
    this.#choice = new Choice(this.#options.interactive ? view.actions : []);
    this.#choice.path = keep;
    this.#refresh();
    this.#showButtons();
    if (before && !pended && view.ply === before.ply + 1 && view.game === before.game) this.#slide(view.last);
  }

  /** Points at a place, as a click does. */
  pick(name) {
    if (!this.#options.interactive || this.#pending) return;
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
      say(`${name} picked; ${count === 1 ? "1 place" : `${count} places`} to go to.`);
    } else say(`${name} let go.`);
    this.#refresh();
    this.#showButtons();
  }

  /** Shows a move as made but not answered yet: its piece on its new place. */
  pend(text) {
    const action = this.#view.actions.find((other) => other.text === text);
    this.#pending = action ?? { text, gestures: [] };
    this.#choice.letGo();
    // Of a longer way nobody knows here which piece goes where.
    const short = this.#pending.gestures.find((gesture) => gesture.length === 2);
    if (short) {
      const [from, to] = short.map((name) => this.#byName.get(name));
      if (from && to) {
        for (const node of this.#piece(to)) node.setAttribute("opacity", "0.15");
        this.#shift(this.#piece(from), centre(to).x - centre(from).x, centre(to).y - centre(from).y);
      }
    }
    this.#refresh();
    this.#showButtons();
  }

  /** Sets the focus on the board, or on the one button that there is. */
  focus() {
    const only = this.buttons.querySelector("button");
    if (only && !this.#choice.actions.length) only.focus();
    else this.#cells.get(this.#at)?.focus();
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  async #play(actions) {
    let [action] = actions;
    if (actions.length > 1) {
      const view = this.#view;
      const text = await choose("Which move?", "", actions.map(({ text }) => ({ label: text, value: text })));
      if (view !== this.#view || this.#pending) return;
      action = actions.find((other) => other.text === text);
      if (!action) {
        this.#choice.letGo();
        this.#refresh();
        return;
      }
    }
    this.pend(action.text);
    this.onMove(action.text);
  }

  // --- drawing ------------------------------------------------------------------

  #redraw() {
    const view = this.#view;
    const svg = picture(view.svg);
    const turned = Boolean(this.#options.flipped && view.turns && view.places.length);
    const known = view.places.length > 0;
    if (turned && svg.localName === "svg") turnPicture(svg, view.places);
    if (known) svg.setAttribute("aria-hidden", "true");
    clear(this.drawing, svg);
    this.text.textContent = known ? "" : view.show ?? "";
    this.grid.hidden = !known;
    this.#shapes = null;
    this.#places = turned ? turnPlaces(view.places) : view.places;
    this.#byName = new Map(this.#places.map((place) => [place.name, place]));
    const [, , width, height] = (svg.getAttribute?.("viewBox") ?? `0 0 ${view.box.join(" ")}`).split(/[\s,]+/).map(Number);
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
      const cell = h("div", { role: "gridcell", class: "place", tabindex: "-1", "data-name": place.name });
      cell.style.left = percent(place.x, width);
      cell.style.top = percent(place.y, height);
      cell.style.width = percent(place.width, width);
      cell.style.height = percent(place.height, height);
      this.#cells.set(place.name, cell);
      return cell;
    }))));
    if (!this.#cells.has(this.#at)) this.#at = null;
    if (focused) this.#cells.get(this.#at ?? this.#places[0]?.name)?.focus();
  }

  #refresh() {
    const { path } = this.#choice;
    const live = this.#options.interactive && !this.#pending;
    const nexts = live ? this.#choice.nexts() : new Set();
    const last = new Set(this.#view.last ?? []);
    this.#at ??= this.#firstStop(nexts);
    for (const [name, cell] of this.#cells) {
      const place = this.#byName.get(name);
      const opens = live && this.#choice.opens(name);
      const can = nexts.has(name) && (path.length ? "can go here" : this.#choice.leads(name) ? "can move" : "can be played");
      const words = [name, place.what || "empty", path.includes(name) && "picked", can, last.has(name) && "last move"];
      cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(path.includes(name)));
      cell.setAttribute("tabindex", name === this.#at ? "0" : "-1");
      cell.classList.toggle("opens", Boolean(opens));
      cell.classList.toggle("leads", Boolean(opens && this.#choice.leads(name)));
    }
    this.#drawMarks(nexts);
  }

  #drawMarks(nexts) {
    const at = (names) => names.map((name) => this.#byName.get(name)).filter(Boolean);
    const { path } = this.#choice;
    const drawn = at(this.#view.last ?? []).map((place) => mark.frame(place, "last"));
    for (const { places, kind = "line", as = "arrow" } of this.#options.marks ?? []) {
      const found = at(places);
      if (as === "frame") drawn.push(...found.map((place) => mark.frame(place, kind)));
      else if (found.length) drawn.push(mark.arrow(found, kind));
    }
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
    mark.draw(this.layer, [...drawn, ...values.values()]);
  }

  #showButtons() {
    const had = this.buttons.contains(document.activeElement);
    const live = this.#options.interactive && !this.#pending;
    const found = live ? buttonsFor(this.#view, this.#choice, this.#options.values, {
      play: (action) => this.#play([action]), letGo: () => this.#letGo(),
    }) : [];
    clear(this.buttons, found);
    this.buttons.hidden = !found.length;
    if (had && !found.length) this.#cells.get(this.#at)?.focus();
  }

  // --- keys ---------------------------------------------------------------------

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
    if (!name || !this.#cells.has(name)) return;
    this.#cells.get(this.#at)?.setAttribute("tabindex", "-1");
    this.#at = name;
    this.#cells.get(name).setAttribute("tabindex", "0");
    if (focus) this.#cells.get(name).focus();
  }

  #firstStop(nexts) {
    const [first] = nexts;
    return first && this.#cells.has(first) ? first : this.#places[0]?.name ?? null;
  }

  #letGo() {
    const had = this.buttons.contains(document.activeElement);
    this.#choice.letGo();
    this.#refresh();
    this.#showButtons();
    if (had) this.#cells.get(this.#at)?.focus();
    say("Let go.");
  }

  // --- hands ----------------------------------------------------------------------

  #point(event) {
    const box = this.frame.getBoundingClientRect();
    const { width, height } = this.layer.viewBox.baseVal;
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
  }

  #press(event) {
    if (event.button || !event.isPrimary) return;
    const place = placeAt(this.#places, this.#point(event));
    this.#down = place && { name: place.name, x: event.clientX, y: event.clientY, drag: null };
  }

  #drag(event) {
    const down = this.#down;
    if (!down || !this.#options.interactive || this.#pending) return;
    if (!down.drag) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < DRAG) return;
      const { path } = this.#choice;
      const next = [...path, down.name]; // the second man of a turn, say
      const onwards = path.length > 0 && this.#choice.matching(next).length > 0;
      const goesOn = !onwards && path.at(-1) === down.name;
      if (!onwards && !goesOn && !this.#choice.leads(down.name)) return;
      if (!goesOn) {
        this.#choice.path = onwards ? next : [down.name];
        this.#refresh();
        this.#showButtons();
      }
      down.drag = this.#piece(this.#byName.get(down.name));
      down.from = this.#point(event);
      this.grid.setPointerCapture(event.pointerId);
      this.grid.classList.add("dragging");
    }
    const to = this.#point(event);
    this.#shift(down.drag, to.x - down.from.x, to.y - down.from.y);
    this.drawing.firstChild?.append(...down.drag.map((node) => node.parentNode)); // on top of all
  }

  #release(event) {
    const down = this.#down;
    if (!down) return;
    const place = placeAt(this.#places, this.#point(event));
    const dragged = down.drag !== null;
    if (dragged) this.#shift(down.drag, 0, 0);
    this.#drop();
    if (!place || (dragged && place.name === down.name)) return;
    if (dragged || place.name === down.name) {
      this.pick(place.name);
      if (document.activeElement !== this.#cells.get(place.name)) this.#moveTo(place.name, this.grid.contains(document.activeElement));
    }
  }

  #drop() {
    if (this.#down?.drag) this.#shift(this.#down.drag, 0, 0);
    this.#down = null;
    this.grid.classList.remove("dragging");
  }

  // --- pieces ---------------------------------------------------------------------

  #piece(place) {
    const svg = this.drawing.firstChild;
    if (svg?.localName !== "svg" || !svg.isConnected || !place.what) return [];
    this.#shapes ??= measure(svg);
    return pieceOn(this.#shapes, place);
  }

  /** Moves shapes by so much from where they were drawn. */
  #shift(nodes, dx, dy) {
    for (const node of nodes) wrapper(node).setAttribute("transform", `translate(${dx} ${dy})`);
  }

  /** Lets the piece of the last move slide to where it stands now. */
  #slide(names) {
    const [from, to] = (names ?? []).map((name) => this.#byName.get(name));
    if (names?.length !== 2 || !from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [one, two] = [centre(from), centre(to)];
    for (const node of this.#piece(to)) {
      wrapper(node).animate(
        [{ transform: `translate(${one.x - two.x}px, ${one.y - two.y}px)` }, { transform: "none" }],
        { duration: SLIDE, easing: "ease-out" });
    }
  }
}

/** A group of its own around a shape: moving it leaves the shape's own transform alone. */
function wrapper(node) {
  const parent = node.parentNode;
  if (parent.classList.contains("moved")) return parent;
  const group = s("g", { class: "moved" });
  parent.replaceChild(group, node);
  group.append(node);
  return group;
}
