// Texts to take along: to the clipboard, or to be marked by hand where a page may not write there.

import { dialog, h } from "./dom.js";
import { tell } from "./say.js";

const rowsOf = (text) => Math.min(4, text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length || 1) / 45), 0));

/** A dialog with texts {label, text}, each with a button that copies it. */
export function copyDialog(texts) {
  dialog("Copy", h("div", { class: "stack copies" }, texts.map(({ label, text }, i) => {
    const area = h("textarea", { readonly: true, rows: rowsOf(text), "aria-label": label, spellcheck: "false" });
    area.value = text;
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text);
        tell(`${label}: copied.`);
        area.closest("dialog").close();
      } catch {
        area.focus();
        area.select();
        tell("Press Ctrl+C to copy what is marked.");
      }
    };
    return h("div", { class: "copy" },
      h("div", { class: "row spread" }, h("h3", {}, label),
        h("button", { type: "button", class: "button", "aria-label": `Copy: ${label}`, autofocus: i === 0, on: { click: copy } }, "Copy")),
      area);
  })));
}
