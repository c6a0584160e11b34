// The value of a game from ply to ply, as a curve: up is good for MAX. For the eye and the mouse;
// the list of moves beside it says the same in words, and is there for the keys.
import { s } from "../dom.js";

const HEIGHT = 136;
const MIDDLE = HEIGHT / 2;
const EDGE = 10;
const NAMES = 18; // room for the names above and below
const TIP = 6;

export class Curve {
  #points = [];
  #of = 1;
  #at = -1;
  #wide = 320;

  constructor(onGo) {
    this.element = s("svg", { class: "curve", role: "img" });
    this.element.addEventListener("click", ({ clientX }) => {
      const x = clientX - this.element.getBoundingClientRect().left;
      const ply = Math.round(((x - EDGE) / (this.#wide - 2 * EDGE)) * this.#of);
      onGo(Math.max(0, Math.min(this.#of, ply)));
    });
    new ResizeObserver(([{ contentRect: { width } }]) => { // drawn in pixels: letters keep their size
      if (width < 1 || width === this.#wide) return;
      this.#wide = width;
      this.#draw();
    }).observe(this.element);
  }

  // `points` are {ply, bar, mark, move}, from ply 0 on; `of` is how many moves there are.
  show(points, of, players) {
    [this.#points, this.#of, this.players] = [points, of, players];
    this.#draw();
  }

  mark(at) {
    this.#at = at;
    this.#draw();
  }

  #x(ply) {
    return EDGE + (ply / this.#of) * (this.#wide - 2 * EDGE);
  }

  #y(bar) {
    return MIDDLE - bar * (MIDDLE - NAMES);
  }

  #draw() {
    const points = this.#points;
    if (!points.length) return;
    const [wide, now] = [this.#wide, this.#x(this.#at)];
    const name = (side, y) => s("text", { x: 6, y, class: "side" }, `${this.players[side]} better`);
    const course = points.map(({ ply, bar }) => `${this.#x(ply)},${this.#y(bar)}`).join(" ");
    const bad = points.filter(({ mark }) => mark.includes("?")).map(({ ply, move, mark }) => `${ply}. ${move} ${mark}`);
    this.element.setAttribute("viewBox", `0 0 ${wide} ${HEIGHT}`);
    this.element.setAttribute("aria-label",
      `Value curve of ${points.length - 1} moves; ${bad.length ? `mistakes: ${bad.join(", ")}` : "no mistakes"}.`);
    this.element.replaceChildren(
      s("rect", { width: wide, height: MIDDLE, class: "for-max" }),
      s("rect", { y: MIDDLE, width: wide, height: MIDDLE, class: "for-min" }),
      s("line", { y1: MIDDLE, x2: wide, y2: MIDDLE, class: "zero" }), name(0, 12), name(1, HEIGHT - 5),
      s("line", { x1: now, x2: now, y2: HEIGHT, class: "now" }),
      s("polyline", { points: course, class: "course" }), ...points.map((point) => this.#dot(point)));
  }

  // A mistake has a shape of its own: a triangle for ?, a square on its tip for ??.
  #dot({ ply, bar, mark }) {
    const [x, y] = [this.#x(ply), this.#y(bar)];
    if (!mark.includes("?")) return s("circle", { cx: x, cy: y, r: ply === this.#at ? 4 : 2, class: "dot" });
    const isBlunder = mark === "??";
    const low = isBlunder ? `${x + TIP},${y} ${x},${y + TIP} ${x - TIP},${y}` : `${x + TIP},${y + 4} ${x - TIP},${y + 4}`;
    return s("polygon", { points: `${x},${y - TIP} ${low}`, class: isBlunder ? "blunder" : "mistake" });
  }
}
