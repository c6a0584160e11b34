// Analyse: a board to try moves on for both sides, while the engine thinks about what is shown.
//
// The line of play is `moves`; `at` says how many of them are on the board. Whatever the engine
// says belongs to one spot, and is taken away the moment another one is shown.
import { EnginePanel } from "../analyse/engine.js";
import { RecordList } from "../analyse/record.js";
import { Review } from "../analyse/review.js";
import { Share } from "../analyse/share.js";
import { Why } from "../analyse/why.js";
import { thrown } from "../analyse/words.js";
import { ask, isAbort } from "../api.js";
import { Board } from "../board.js";
import { h } from "../dom.js";
import { addKeys } from "../keys.js";
import { address, go, note } from "../router.js";
import { say, tell } from "../say.js";
import { readSpot, writeSpot } from "../spot.js";
import { capital } from "../play/words.js";
import { about } from "../store.js";

const KEPT_VIEWS = 100;

export async function show(root, query, page) {
  if (!query.get("game")) return chooseGame(root, page);
  const desk = new Desk(page);
  page.revisit((changed) => desk.revisit(changed));
  page.signal.addEventListener("abort", () => desk.leave());
  await desk.open(root, query);
}

async function chooseGame(root, page) {
  page.title("Analyse");
  const { games } = await about();
  if (page.signal.aborted) return;
  root.append(h("h1", { text: "Analyse" }), h("p", { text: "Which game?" }),
    h("ul", { class: "game-links" }, games.filter(({ trouble }) => !trouble).map(({ key, title }) =>
      h("li", {}, h("a", { class: "button", href: address("/analyse", { game: key }), text: title })))));
}

class Desk {
  constructor(page) {
    this.page = page;
    this.views = new Map();
    this.view = null;
    this.flipped = false;
    this.#build();
    this.#mindHands();
    this.#keys(page.signal);
  }

  // --- the parts -------------------------------------------------------------------------------

  #build() {
    this.title = h("h1", {});
    this.turn = h("p", { class: "turn" });
    this.board = new Board({ onMove: (text) => this.play([text], this.at, true), label: "Board" });
    this.legend = h("p", { class: "note legend", hidden: true });
    const button = (text, label, run, key) => h("button", { type: "button", class: "button", text,
      "aria-label": label, title: `${label} (${key})`, on: { click: run } });
    this.steps = [
      button("|◀", "To the start", () => this.goTo(0), "Home"),
      button("◀", "Back", () => this.goTo(this.at - 1), "←"),
      button("▶", "Forward", () => this.goTo(this.at + 1), "→"),
      button("▶|", "To the end", () => this.goTo(this.moves.length), "End"),
    ];
    this.flip = button("Flip", "Flip the board", () => this.turnBoard(), "f");
    this.roll = button("Roll", "Roll: let chance decide", () => this.throwDice(), "r");
    this.typed = h("input", { id: "typed-move", class: "typed-move", autocomplete: "off", spellcheck: "false",
      maxlength: "100", enterkeyhint: "go" });
    const type = h("form", { class: "row", on: { submit: (event) => this.#type(event) } },
      h("label", { for: "typed-move", text: "Move" }), this.typed,
      h("button", { type: "submit", class: "button", text: "Play" }));
    this.engine = new EnginePanel({
      onPlay: (moves) => this.play(moves),
      onWhy: (text) => this.#why(text),
      onValues: () => this.#draw(),
      onSwitch: () => this.#switched(),
    });
    this.why = new Why((moves) => this.play(moves));
    this.record = new RecordList((ply) => this.goTo(ply));
    this.review = new Review({
      onGo: (ply) => this.goTo(ply),
      onLine: (ply, moves) => this.play(moves, ply),
      onMarks: (marks) => this.record.setMarks(marks),
    });
    this.share = new Share((found) => this.#read(found));
    this.element = h("div", { class: "analyse" },
      h("div", { class: "analyse-head" }, this.title, this.turn),
      h("div", { class: "columns" },
        h("div", { class: "stack of-board" }, this.board.element, this.legend,
          h("div", { class: "row step-tools" },
            h("div", { class: "toolbar", role: "group", "aria-label": "Steps" }, this.steps, this.flip, this.roll), type),
          this.record.element),
        h("div", { class: "stack of-engine" }, this.engine.element,
          h("div", { class: "stack of-values" }, this.engine.lines.element, this.engine.table.element, this.why.element)),
        h("div", { class: "stack of-game" }, h("div", { class: "of-values" }, this.review.element), this.share.element)));
    this.element.classList.toggle("values-off", !this.engine.on);
  }

  #keys(signal) {
    const within = (places) => Boolean(document.activeElement?.closest?.(places));
    const off = () => !within("[role=grid], .table-wrap");
    const free = () => off() && !within("button, a, summary, input");
    const on = () => this.engine.on;
    addKeys([
      { key: "ArrowLeft", text: "one move back", run: () => this.goTo(this.at - 1), when: off },
      { key: "ArrowRight", text: "one move forward", run: () => this.goTo(this.at + 1), when: off },
      { key: ",", text: "one move back, also from the board", run: () => this.goTo(this.at - 1) },
      { key: ".", text: "one move forward, also from the board", run: () => this.goTo(this.at + 1) },
      { key: "Home", text: "to the start", run: () => this.goTo(0), when: off },
      { key: "End", text: "to the end of the line", run: () => this.goTo(this.moves.length), when: off },
      { key: " ", text: "pause the engine, or let it go on", run: () => this.engine.pause(), when: () => on() && free() },
      { key: "x", text: "make all values exact", run: () => this.engine.makeExact(), when: on },
      { key: "v", text: "values on or off", run: () => this.engine.turn(!this.engine.on) },
      { key: "w", text: "why? the reasons in words", run: () => this.#why(null), when: on },
      { key: "e", text: "review the moves played", run: () => this.review.start(), when: on },
      { key: "f", text: "flip the board", run: () => this.turnBoard(), when: () => Boolean(this.view?.turns) },
      { key: "r", text: "roll: let chance decide", run: () => this.throwDice(), when: () => this.view?.to_move === 0 },
      { key: "b", text: "go to the board", run: () => this.board.focus() },
      { key: "m", text: "type a move", run: () => this.typed.focus() },
      { key: "c", text: "copy the position, the game, the picture …", run: () => this.share.copy(), when: () => Boolean(this.view) },
    ], signal);
  }

  // New values wait until a hand that drags a piece, or presses a button, lets go.
  #mindHands() {
    const { signal } = this.page;
    for (const name of ["pointerdown", "keydown"]) this.element.addEventListener(name, () => this.engine.hold());
    for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) {
      addEventListener(name, () => setTimeout(() => this.engine.release()), { signal });
    }
  }

  // --- where we are ----------------------------------------------------------------------------

  // What is on the board: the first `at` moves of the line.
  get spot() {
    return { ...this.line, moves: this.moves.slice(0, this.at) };
  }

  #take(query) {
    const { moves, ...line } = readSpot(query);
    const given = Number.parseInt(query.get("at") ?? "", 10);
    this.line = line;
    this.moves = moves;
    this.at = Number.isInteger(given) ? Math.max(0, Math.min(moves.length, given)) : moves.length;
  }

  #write() {
    const params = writeSpot({ ...this.line, moves: this.moves });
    if (this.at < this.moves.length) params.set("at", String(this.at));
    note(params, { push: true });
  }

  async open(root, query) {
    this.#take(query);
    const view = await this.#look(this.page.signal);
    root.append(this.element); // not before there is something to play on
    this.#show(view);
  }

  // Back and forward of the browser; another game is another page.
  revisit(query) {
    if (!this.view || query.get("game") !== this.line.game) return false;
    this.#take(query);
    this.#arrive();
    return true;
  }

  goTo(ply) {
    const to = Math.max(0, Math.min(this.moves.length, ply));
    if (to === this.at || !this.view) return;
    this.at = to;
    this.#write();
    this.#arrive();
  }

  // Plays moves from the position shown, or from an earlier one of the line. `isPending`: the
  // board shows the move already.
  async play(moves, from = this.at, isPending = false) {
    if (this.coming) return; // what these moves belong to is not on the board any more
    const before = { moves: this.moves, at: this.at };
    const one = moves.length === 1 && from === this.at;
    const line = [...this.moves.slice(0, from), ...moves];
    if (!line.every((text, n) => this.moves[n] === text)) this.moves = line;
    this.at = line.length;
    if (one && !isPending) this.board.pend(moves[0]);
    if (await this.#arrive(before, one)) this.#write();
  }

  // Shows the position we are at. False if it could not be: then `before` comes back.
  async #arrive(before = null, isPending = false) {
    this.#forget(!isPending);
    this.looking?.abort();
    const looking = new AbortController();
    this.looking = this.coming = looking;
    try {
      const view = await this.#look(looking.signal);
      if (looking.signal.aborted) return false;
      this.coming = null;
      this.#show(view);
      return true;
    } catch (error) {
      if (isAbort(error) || looking.signal.aborted) return false;
      this.coming = null;
      // Of a move that was just tried nobody needs to know its number.
      tell(isPending ? error.message.replace(/^Move \d+: /, "") : error.message, "error");
      if (before) Object.assign(this, before);
      if (before) this.#show(this.view);
      return false;
    }
  }

  async #look(signal) {
    const { spot } = this;
    const key = JSON.stringify(spot);
    let view = this.views.get(key);
    if (!view) {
      view = await ask("/api/look", { spot }, { signal });
      this.views.set(key, view);
      if (this.views.size > KEPT_VIEWS) this.views.delete(this.views.keys().next().value);
    }
    return view;
  }

  #show(view) {
    const { spot } = this;
    this.view = view;
    this.moves = [...view.moves, ...this.moves.slice(view.moves.length)]; // as the game writes them
    this.page.title(`Analyse ${view.title}`);
    this.page.spot(spot);
    this.title.textContent = view.title;
    this.turn.textContent = this.#turn();
    this.steps[0].disabled = this.steps[1].disabled = this.at === 0;
    this.steps[2].disabled = this.steps[3].disabled = this.at === this.moves.length;
    this.flip.hidden = !view.turns;
    this.roll.hidden = view.to_move !== 0;
    this.record.show(this.moves, this.at);
    this.share.show(view, spot);
    this.why.follow(spot, view.over !== null);
    this.review.follow({ ...this.line, moves: this.moves }, this.at, view.players);
    say(`${view.record.at(-1)?.text ?? ""} ${this.#turn()}`);
    this.engine.show(view, spot);
    this.#draw();
  }

  #turn() {
    const { over, to_move: mover } = this.view;
    if (over) return over.text;
    return mover === 0 ? "Chance moves: choose what happens." : capital(`${this.view.mover} to move.`);
  }

  // Takes away all that was said of the position before. A move that was made and is not answered
  // yet stays on the board, which shows no values meanwhile.
  #forget(redraw) {
    this.engine.forget();
    this.legend.hidden = true;
    if (redraw && this.view) this.#draw();
  }

  #draw() {
    const { values } = this.engine;
    this.#explain(values);
    const held = [...this.board.buttons.querySelectorAll("button")].indexOf(document.activeElement);
    this.board.show(this.view, { flipped: this.flipped, interactive: !this.view.over && !this.coming, values });
    if (held >= 0) this.board.buttons.querySelectorAll("button")[held]?.focus();
  }

  // What the numbers on the board are.
  #explain(values) {
    const ends = values && [...values.values()].find(({ label }) => label.includes("#"));
    const plies = ends?.label.split("#")[1];
    this.legend.hidden = !values;
    this.legend.textContent = "On the board: what each move is worth"
      + (ends ? `; #${plies} ends the game in ${plies} ${plies === "1" ? "ply" : "plies"}.` : ".");
  }

  // --- what people do --------------------------------------------------------------------------

  #switched() {
    this.element.classList.toggle("values-off", !this.engine.on);
    if (!this.engine.on) this.review.forget();
    if (!this.view) return;
    this.why.follow(this.spot, this.view.over !== null);
    this.#draw();
  }

  #why(text) {
    this.why.ask(text);
    this.why.element.scrollIntoView({ block: "nearest" });
  }

  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    this.typed.value = "";
    if (text) this.play([text]);
  }

  turnBoard() {
    this.flipped = !this.flipped;
    this.#draw();
  }

  throwDice() {
    if (this.view?.to_move !== 0) return;
    const text = thrown(this.view.actions, Math.random());
    say(`Chance: ${text}.`);
    this.play([text]);
  }

  #read(found) {
    go("/analyse", writeSpot({ game: this.line.game, ...found }));
  }

  leave() {
    this.engine.live.stop();
    this.review.stop();
    this.why.stop();
    this.looking?.abort();
  }
}
