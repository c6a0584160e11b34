// Buttons and lists of choices, as the pages of trees have them.

import { clear, h } from "../dom.js";

/** A button; `name` says what it does where its text does not. */
export const button = (text, run, name, more = "") =>
  h("button", { type: "button", class: `button ${more}`, "aria-label": name, title: name, on: { click: run } }, text);

/** A list to choose from; onChange(value), with null where the first, empty one is chosen. */
export const choice = (onChange, pairs = []) =>
  fill(h("select", { on: { change: (event) => onChange(event.target.value || null) } }), pairs, pairs[0]?.[0]);

/** Other choices in a list: pairs of value and text. */
export function fill(select, pairs, value) {
  clear(select, pairs.map(([key, text]) => h("option", { value: key }, text)));
  select.value = value;
  return select;
}

/** Changes fields of an address; null takes one out. */
export function changed(query, change) {
  const to = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) to.delete(name);
    else to.set(name, value);
  }
  return to;
}
