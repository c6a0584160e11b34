// One map of keys for the whole page; `?` shows it.

import { dialog, h } from "./dom.js";
import { remember, remembered } from "./store.js";

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };
const ON_THE_BOARD = [
  ["← → ↑ ↓", "on the board: go to the next place"],
  ["Enter", "on the board: pick a place"],
  ["Esc", "on the board: let go"],
];
let maps = [];

/** Adds keys until `signal` is aborted: {key, text, run, when?}; `when()` false: not now. */
export function addKeys(keys, signal) {
  maps.push(keys);
  signal?.addEventListener("abort", () => { maps = maps.filter((map) => map !== keys); });
}

/** Listens; called once. */
export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      showKeys();
      return;
    }
    if (event.key.length === 1 && !remembered("keys", true)) return;
    for (const map of [...maps].reverse()) {
      const found = map.find((key) => key.key === event.key && (key.when?.() ?? true));
      if (!found) continue;
      event.preventDefault();
      found.run(event);
      return;
    }
  });
}

/** The dialog with all keys that work on this page. */
export function showKeys() {
  const rows = [...maps].reverse().flat().filter((key) => key.text)
    .map((key) => [NAMES[key.key] ?? key.key, key.text]);
  const on = h("input", {
    type: "checkbox", checked: remembered("keys", true),
    on: { change: () => remember("keys", on.checked) },
  });
  dialog("Keys",
    h("table", { class: "keys" },
      h("thead", { class: "visually-hidden" },
        h("tr", {}, h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "What it does"))),
      h("tbody", {}, [...rows, ...ON_THE_BOARD, ["?", "show this list"]].map(([key, text]) =>
        h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text))))),
    h("label", { class: "check" }, on, " Keys of a single letter work"));
}

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable
    || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"));
}
