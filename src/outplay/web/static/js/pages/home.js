// Home: the games as drawn boards, one's own first, and the games under way.

import { ask, isAbort } from "../api.js";
import { choose, clear, h } from "../dom.js";
import { addKeys } from "../keys.js";
import { newGame } from "../newgame.js";
import { picture } from "../picture.js";
import { address } from "../router.js";
import { tell } from "../say.js";
import { about } from "../store.js";

const FIRST_SHOWN = () => (innerWidth < 600 ? 3 : 6); // of the games under way

export async function show(root, query, page) {
  page.title("");
  page.spot(null);
  const running = h("section", { class: "home-part", "aria-labelledby": "running", hidden: true });
  const games = h("ul", { class: "cards", "aria-busy": "true" },
    Array.from({ length: 8 }, () => h("li", { class: "card waiting", "aria-hidden": "true" })));
  root.append(
    h("h1", {}, "Play, analyse and understand games"),
    running,
    h("section", { class: "home-part", "aria-labelledby": "games" }, h("h2", { id: "games" }, "Games"), games));
  addKeys([{ key: "n", text: "new game", run: () => start() }], page.signal);
  showRunning(running, page.signal).catch(report);
  const known = await about();
  if (page.signal.aborted) return;
  const sorted = [...known.games.filter((game) => game.own), ...known.games.filter((game) => !game.own)];
  clear(games, sorted.map(card));
  games.removeAttribute("aria-busy");
}

function start(key) {
  newGame(key).catch(report);
}

function report(error) {
  if (!isAbort(error)) tell(error.message, "error");
}

function card(game) {
  const title = h("h3", {}, game.title, game.own && h("span", { class: "badge" }, "yours"));
  if (game.trouble) {
    return h("li", { class: "card trouble" },
      h("div", { class: "card-text" }, title,
        h("p", { class: "error" }, game.trouble),
        h("p", { class: "note" }, "Mend the file and start the server again.")));
  }
  return h("li", { class: "card" },
    h("div", { class: "card-picture", "aria-hidden": "true", on: { click: () => start(game.key) } }, still(game.svg)),
    h("div", { class: "card-text" }, title, game.summary && h("p", { class: "note" }, game.summary)),
    h("div", { class: "row" },
      h("button", {
        type: "button", class: "button primary", "aria-label": `Play ${game.title}`, on: { click: () => start(game.key) },
      }, "Play"),
      h("a", { class: "button", href: address("/analyse", { game: game.key }), "aria-label": `Analyse ${game.title}` }, "Analyse")));
}

async function showRunning(part, signal) {
  const { games } = await ask("/api/saved", undefined, { signal });
  if (!games.length || signal.aborted) return;
  const list = h("ul", { class: "cards small" });
  const more = h("button", { type: "button", class: "button plain more", on: { click: () => fill(games) } });
  const left = () => { part.hidden = !list.children.length; };
  const fill = (shown) => {
    const had = document.activeElement === more;
    clear(list, shown.map((game) => runningCard(game, left)));
    more.hidden = shown.length === games.length;
    if (had) list.querySelector("a")?.focus();
  };
  const first = games.filter((game) => !game.over).slice(0, FIRST_SHOWN());
  more.textContent = first.length ? `Show all ${games.length}` : `Show ${games.length} that are over`;
  fill(first);
  clear(part, h("h2", { id: "running" }, "Your games"), list, h("div", { class: "row" }, more));
  part.hidden = false;
}

function runningCard(game, deleted) {
  const remove = async () => {
    const sure = await choose("Delete this game?", `${game.title}: ${game.text}`, [
      { label: "Keep it", value: false }, { label: "Delete", value: true, primary: true },
    ]);
    if (!sure) return;
    try {
      await ask(`/api/saved/${encodeURIComponent(game.id)}`, undefined, { method: "DELETE" });
    } catch (error) {
      report(error);
      if (error.status !== 404) return;
    }
    item.remove();
    tell(`Deleted: ${game.title}.`);
    document.getElementById("main").focus();
    deleted();
  };
  const item = h("li", { class: "card" },
    h("a", { class: "card-link", href: address("/play", { game: game.game, id: game.id }) },
      h("span", { class: "card-picture", "aria-hidden": "true" }, game.svg && still(game.svg)),
      h("span", { class: "card-text" },
        h("strong", {}, game.title),
        h("span", { class: "note" }, game.over ? "Over: " : "", game.text))),
    h("button", {
      type: "button", class: "button plain delete", "aria-label": `Delete ${game.title}: ${game.text}`,
      title: "Delete", on: { click: remove },
    }, "×"));
  return item;
}

function still(svg) {
  const drawn = picture(svg);
  drawn.setAttribute("aria-hidden", "true");
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  return drawn;
}
