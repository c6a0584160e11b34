// Moves that are chosen by name, and what to do with a way that is half pointed at.

import { h } from "../dom.js";

const MOST = 200; // the others are typed

/** Buttons for a view: {play(action), letGo()} is what they do. */
export function buttonsFor(view, choice, values, { play, letGo }) {
  const nameless = view.actions.filter((action) => !action.gestures.length);
  const named = choice.path.length ? choice.complete() : [];
  const complete = choice.matching().length > named.length ? named : []; // else it is played at once
  const button = (label, run, primary = false) => h("button", {
    type: "button", class: primary ? "button primary" : "button", on: { click: run },
  }, label);
  return [
    ...complete.map((action) => button(`Play ${action.text}`, () => play(action), true)),
    choice.path.length > 1 && !(named.length && !complete.length) && button("Let go", letGo),
    ...nameless.slice(0, MOST).map((action) =>
      button(face(action, values?.get(action.text)), () => play(action), view.actions.length === 1)),
    nameless.length > MOST && h("span", { class: "note" }, `and ${nameless.length - MOST} more, by name`),
  ].filter(Boolean);
}

function face(action, value) {
  const text = action.text[0]?.toUpperCase() + action.text.slice(1);
  return [
    /^[a-z]+$/.test(action.text) ? text : action.text,
    typeof action.probability === "number" && ` (${percent(action.probability)})`,
    value && h("span", { class: `value-chip ${value.kind}${value.best ? " best" : ""}` }, value.label),
  ];
}

function percent(probability) {
  return `${Number((100 * probability).toPrecision(2))} %`;
}
