// Play: a saved game, as the server tells it, and what one can do with it.

import { ApiError, ask, isAbort } from "../api.js";
import { Board } from "../board.js";
import { copyDialog } from "../copy.js";
import { choose, clear, dialog, h } from "../dom.js";
import { addKeys } from "../keys.js";
import { newGame, playAddress, setUp } from "../newgame.js";
import { MoveList } from "../play/moves.js";
import { open } from "../play/open.js";
import { Opponent, sideOf } from "../play/opponent.js";
import { capital, resultFor, statusOf } from "../play/words.js";
import { watch } from "../play/watch.js";
import { address, go, note } from "../router.js";
import { say, tell } from "../say.js";
import { spotOf, writeSpot } from "../spot.js";
import { about } from "../store.js";

export async function show(root, query, page) {
  page.title("Play");
  const saved = await open(query, page.signal);
  if (page.signal.aborted) return;
  if (!saved) {
    root.append(h("section", { class: "panel set-up stack" }, h("h1", {}, "New game"), await setUp(query.get("game") ?? "")));
    return;
  }
  const { levels } = await about();
  if (page.signal.aborted) return;
  const table = new Table(saved, levels, page);
  root.append(table.element);
  table.start();
  page.revisit((next) => {
    if (next.get("id") && next.get("id") !== table.saved.id) return false;
    if (!next.get("id") && next.get("game") !== table.saved.view.game) return false;
    note(playAddress(table.saved));
    return true;
  });
}

class Table {
  saved = null;
  #levels;
  #page;
  #looked = null; // the view of an earlier position, while one looks at it
  #going = null; // the number of moves of a position that is asked for, to be looked at
  #sending = null; // {revision, text}: a move that the server has not answered yet
  #turned = null; // what the person chose; null: from the side that they play
  #hint = null;
  #gone = false;

  constructor(saved, levels, page) {
    this.#levels = levels;
    this.#page = page;
    this.board = new Board({ label: `${saved.view.title} board`, onMove: (text) => this.#move(text) });
    this.moves = new MoveList((ply) => this.#look(ply));
    this.title = h("h1", {}, saved.view.title);
    this.status = h("p", { class: "status" });
    this.banner = h("div", { class: "banner row", role: "status", hidden: true });
    this.hintLine = h("p", { class: "hint-line", hidden: true });
    this.players = h("div", { class: "players" });
    this.options = h("datalist", { id: "legal" });
    this.entry = h("input", {
      type: "text", list: "legal", "aria-label": "Type a move", placeholder: "Type a move", autocomplete: "off",
      autocapitalize: "none", spellcheck: "false", maxlength: 100, enterkeyhint: "go",
    });
    const typed = h("form", { class: "typed", on: { submit: (event) => this.#type(event) } },
      this.entry, h("button", { class: "button" }, "Play"), this.options);
    const tool = (label, key, run) => h("button", {
      type: "button", class: "button", title: `${label} (${key})`, "aria-keyshortcuts": key, on: { click: run },
    }, label);
    this.tools = {
      undo: tool("Undo", "u", () => this.#change("undo")),
      redo: tool("Redo", "r", () => this.#change("redo")),
      flip: tool("Flip", "f", () => this.#flip()),
      hint: tool("Hint", "h", () => this.#askHint()),
      resign: tool("Resign", "x", () => this.#resign()),
      copy: tool("Copy…", "c", () => this.#copy()),
      fresh: tool("New game", "n", () => this.#newGame()),
    };
    this.analyse = h("a", { class: "button", title: "Analyse this position (a)", "aria-keyshortcuts": "a" }, "Analyse");
    this.element = h("div", { class: "columns play" },
      h("div", { class: "play-board stack" },
        h("div", { class: "play-head" }, this.title, this.status), this.banner, this.board.element, this.hintLine),
      h("div", { class: "stack play-side" },
        h("section", { class: "panel stack", "aria-label": "Players and what you can do" }, this.players, typed,
          h("div", { class: "toolbar tools" }, Object.values(this.tools), this.analyse)),
        h("section", { class: "panel", "aria-label": "Moves" }, this.moves.element)));
    this.#apply(saved);
  }

  start() {
    const { signal } = this.#page;
    const id = encodeURIComponent(this.saved.id);
    watch(`/api/saved/${id}/watch`, {
      onSaved: (saved) => this.#hear(saved),
      onGone: (seconds, now) => this.#showGone(seconds, now),
      onBack: () => { this.#gone = false; this.#showBanner(); tell("The server is back."); },
      onLost: (error) => { tell(error.message, "error"); go("/", {}, { replace: true }); },
    }, signal);
    const click = (button) => () => { if (!button.disabled && !button.hidden) button.click(); };
    addKeys([
      { key: "n", text: "new game", run: () => this.#newGame() },
      { key: "u", text: "undo", run: click(this.tools.undo) },
      { key: "r", text: "redo", run: click(this.tools.redo) },
      { key: "f", text: "flip the board", run: click(this.tools.flip) },
      { key: "h", text: "hint: show a good move", run: click(this.tools.hint) },
      { key: "m", text: "type a move", run: () => this.entry.focus() },
      { key: "b", text: "go to the board", run: () => this.board.focus() },
      { key: "ArrowLeft", text: "look one move back", run: () => this.#look(this.moves.at - 1) },
      { key: "ArrowRight", text: "look one move on", run: () => this.#look(this.moves.at + 1) },
      { key: "Escape", text: "back to the game", when: () => this.#looked !== null, run: () => this.#look(Infinity) },
      { key: "a", text: "analyse this position", run: () => this.analyse.click() },
      { key: "c", text: "copy position, record, picture or code", run: () => this.#copy() },
      { key: "x", text: "resign", run: click(this.tools.resign) },
    ], signal);
  }

  // --- what the server says --------------------------------------------------------

  #hear(saved) {
    if (saved.revision < this.saved.revision) return;
    const sending = this.#sending;
    if (sending && saved.revision === sending.revision) {
      this.saved = { ...saved, view: this.saved.view };
      if (sending.lost) this.#send(); // it did not arrive: once more
      return;
    }
    if (sending?.lost) {
      // It may have arrived although its answer did not.
      if (saved.view.moves[this.saved.view.ply] !== sending.text) tell(`The game went on; ${sending.text} was not played.`);
      this.#sending = null;
    }
    this.#apply(saved);
  }

  #apply(saved) {
    const before = this.saved;
    // The watch may tell of the level's answer before our own move is answered.
    if (before && saved.revision < before.revision) return this.#show();
    const same = before?.revision === saved.revision && before.view.over?.reason === saved.view.over?.reason;
    this.saved = same ? { ...saved, view: before.view } : saved;
    if (!same) {
      this.#hint = null;
      if (this.#looked && !startsWith(saved.view.moves, this.#looked.moves)) this.#looked = null;
      if (this.#going > saved.view.ply) this.#going = null;
      note(playAddress(saved));
      if (before) this.#speak(before.view, saved.view);
    }
    this.#show();
  }

  #speak(before, view) {
    const words = view.record.slice(before.ply).map(({ text, player }) => {
      if (player && this.saved.sides[player] === "you") return "";
      return player ? `${capital(view.players[player === 1 ? 0 : 1])} plays ${text}.` : `Chance: ${text}.`;
    });
    if (view.ply < before.ply) words.push("Taken back.");
    if (view.over && !before.over) words.push(resultFor(this.saved));
    else if (view.to_move && this.saved.sides[view.to_move] === "you") words.push(`${capital(view.mover)} to move.`);
    const said = words.filter(Boolean).join(" ");
    if (said) say(said);
  }

  // --- what is shown -----------------------------------------------------------------

  #show() {
    const { saved } = this;
    const { view } = saved;
    const shown = this.#looked ?? view;
    const yours = !this.#looked && this.#yours;
    const hint = this.#looked ? null : this.#hint;
    const { text, kind } = statusOf(saved, this.#levels);
    this.status.textContent = text;
    this.status.className = `status ${kind}`;
    this.#page.title(`${view.over ? "Over" : kind === "yours" ? "Your turn" : "Playing"} · ${view.title}`);
    this.#page.spot(spotOf(shown));
    if (!this.#sending || this.#looked) {
      this.board.show(shown, {
        flipped: this.#flipped, interactive: yours,
        marks: hint?.gesture?.length ? [{ places: hint.gesture, kind: "hint" }] : [],
      });
      if (yours && view.actions.length === 1 && !view.actions[0].gestures.length && this.#mayFocus()) this.board.focus();
    }
    this.hintLine.hidden = !hint;
    this.hintLine.textContent = hint ? `Hint: ${hint.text}` : "";
    this.moves.show(view.record, view.players, this.#going ?? shown.ply);
    this.#showPlayers();
    clear(this.options, yours ? view.actions.map((action) => h("option", { value: action.text })) : []);
    this.entry.disabled = !yours;
    this.tools.undo.disabled = !saved.can_undo;
    this.tools.redo.disabled = !saved.redo;
    this.tools.flip.hidden = !view.turns;
    this.tools.hint.disabled = !yours;
    this.tools.resign.disabled = Boolean(view.over) || sideOf(saved.sides) === "none";
    this.analyse.setAttribute("href", address("/analyse", writeSpot(spotOf(shown))));
    this.#showBanner();
  }

  #showPlayers() {
    const { saved } = this;
    const change = h("button", { type: "button", class: "button plain", on: { click: () => this.#settings() } }, "Change");
    const order = this.#flipped ? ["1", "-1"] : ["-1", "1"];
    const had = this.players.contains(document.activeElement);
    clear(this.players, h("ul", {}, order.map((player) => {
      const name = saved.view.players[player === "1" ? 0 : 1];
      const turn = !saved.view.over && String(saved.view.to_move) === player;
      const who = saved.sides[player] === "you" ? "you" : `level ${saved.level}, ${this.#levels[saved.level - 1]?.name ?? ""}`;
      return h("li", { class: turn ? "turn" : "" }, h("span", { class: "marker", "aria-hidden": "true" }, turn ? "▸" : ""),
        h("strong", {}, name), ` ${who}`, turn && h("span", { class: "visually-hidden" }, ", to move"));
    })), change);
    if (had) change.focus();
  }

  #showBanner() {
    if (this.#gone) return;
    const looking = this.#looked;
    this.banner.hidden = !looking && !this.saved.trouble;
    const button = (label, run) => h("button", { type: "button", class: "button", on: { click: run } }, label);
    if (looking) {
      clear(this.banner, h("span", {}, `After ${looking.ply} of ${this.saved.view.ply} moves.`),
        button("Back to the game", () => this.#look(Infinity)));
    } else if (this.saved.trouble) {
      const { sides, level, seconds } = this.saved;
      clear(this.banner, h("span", { class: "error" }, this.saved.trouble),
        button("Try again", () => this.#change("settings", { sides, level, seconds })));
    } else clear(this.banner);
  }

  #showGone(seconds, now) {
    this.#gone = true;
    this.banner.hidden = false;
    clear(this.banner,
      h("span", { class: "error" }, "The server does not answer. Nothing is lost; the page keeps trying."),
      h("button", { type: "button", class: "button", on: { click: now } }, "Try now"));
  }

  get #yours() {
    const { view, sides } = this.saved;
    return !view.over && !this.saved.trouble && Boolean(view.to_move) && sides[view.to_move] === "you";
  }

  get #flipped() {
    return this.#turned ?? (sideOf(this.saved.sides) === "-1");
  }

  #mayFocus() {
    return !document.querySelector("dialog[open]") && document.activeElement !== this.entry;
  }

  // --- what one can do ------------------------------------------------------------------

  #type(event) {
    event.preventDefault();
    const text = this.entry.value.trim();
    if (!text) return;
    this.entry.value = "";
    if (!this.#yours) return;
    this.#look(Infinity);
    const known = this.saved.view.actions.find((action) => action.text === text)
      ?? this.saved.view.actions.find((action) => action.text.toLowerCase() === text.toLowerCase());
    if (known) this.board.pend(known.text);
    this.#move(known?.text ?? text);
  }

  #move(text) {
    this.#sending = { revision: this.saved.revision, text, lost: false };
    this.#hint = null;
    this.hintLine.hidden = true;
    this.#send();
  }

  async #send() {
    const sending = this.#sending;
    sending.lost = false;
    try {
      const saved = await this.#post("move", { revision: sending.revision, move: sending.text });
      if (this.#sending === sending) this.#sending = null;
      this.#apply(saved);
    } catch (error) {
      if (isAbort(error)) return;
      if (error.status === 0) {
        sending.lost = true; // the watch tells when the server is back
        return;
      }
      if (this.#sending === sending) this.#sending = null;
      this.#refused(error);
    }
  }

  async #change(what, body = {}) {
    if (this.#sending) return;
    this.#looked = this.#going = null;
    try {
      this.#apply(await this.#post(what, { revision: this.saved.revision, ...body }));
    } catch (error) {
      this.#refused(error);
    }
  }

  #post(what, body) {
    return ask(`/api/saved/${encodeURIComponent(this.saved.id)}/${what}`, body, { signal: this.#page.signal });
  }

  #refused(error) {
    if (isAbort(error)) return;
    tell(error instanceof ApiError ? error.message : "That did not work.", "error");
    if (error.data?.saved) this.#apply(error.data.saved);
    else this.#show();
  }

  async #look(ply) {
    const { view } = this.saved;
    const to = Math.max(0, Math.min(ply, view.ply));
    if (to === this.moves.at) return;
    if (to === view.ply) {
      this.#looked = this.#going = null;
      this.#show();
      if (this.#sending) this.board.pend(this.#sending.text);
      return;
    }
    this.#going = this.moves.at = to; // so that a key that is held goes on
    try {
      const looked = await ask("/api/look", { spot: spotOf(view, to) }, { signal: this.#page.signal });
      if (this.#going !== to || !startsWith(this.saved.view.moves, looked.moves)) return;
      this.#looked = looked;
      this.#going = null;
      this.#show();
    } catch (error) {
      if (this.#going === to) this.#going = null;
      this.#refused(error);
    }
  }

  #flip() {
    this.#turned = !this.#flipped;
    this.#show();
    say("The board is turned.");
  }

  async #askHint() {
    const { saved } = this;
    this.tools.hint.disabled = true;
    this.hintLine.hidden = false;
    this.hintLine.textContent = "Looking for a good move …";
    try {
      const hint = await ask("/api/hint", { spot: spotOf(saved.view) }, { signal: this.#page.signal });
      if (this.saved.revision !== saved.revision || this.#sending) return;
      this.#hint = hint;
      say(`Hint: ${hint.text}`);
      this.#show();
    } catch (error) {
      this.#refused(error);
    }
  }

  async #resign() {
    const sure = await choose("Resign?", "The game then counts as lost.", [
      { label: "Play on", value: false }, { label: "Resign", value: true, primary: true },
    ]);
    if (sure) this.#change("resign");
  }

  #newGame() {
    const { view } = this.saved;
    newGame(view.game, { parameters: view.with, position: view.start ?? "" }).catch((error) => this.#refused(error));
  }

  #settings() {
    const { saved } = this;
    const opponent = new Opponent(this.#levels, saved.view.players, { ...saved, side: sideOf(saved.sides) });
    const submit = (event) => {
      event.preventDefault();
      box.close();
      this.#change("settings", opponent.settings);
    };
    const box = dialog("Who plays", h("form", { class: "stack new-game", novalidate: true, on: { submit } },
      opponent.element, h("div", { class: "row" }, h("button", { class: "button primary" }, "Change"))));
  }

  #copy() {
    const { copy, svg } = this.#looked ?? this.saved.view;
    copyDialog([
      { label: "Position", text: copy.position },
      { label: "Game record", text: copy.record },
      { label: "Python", text: copy.python },
      { label: "Picture (SVG)", text: svg },
      { label: "Link", text: location.href },
    ].filter(({ text }) => text));
  }
}

function startsWith(moves, beginning) {
  return beginning.every((move, i) => moves[i] === move);
}
