// How it stands, in words.

import { sideOf } from "./opponent.js";

/** The status line of a saved game: {text, kind: "over" | "yours" | "thinking" | "waiting"}. */
export function statusOf(saved, levels) {
  const { view, sides } = saved;
  if (view.over) return { text: resultFor(saved), kind: "over" };
  if (saved.thinking) return { text: sentence(saved.thinking.text), kind: "thinking" };
  if (view.to_move === 0) return { text: "Chance decides …", kind: "waiting" };
  if (sides[view.to_move] !== "you") {
    const level = levels[saved.level - 1]?.name ?? `level ${saved.level}`;
    return { text: `${capital(view.mover)} (${level}) is to move.`, kind: "waiting" };
  }
  const only = view.actions.length === 1 && !view.actions[0].gestures.length && view.places.length;
  const forced = only ? ` There is only one move: ${view.actions[0].text}.` : "";
  const who = sideOf(sides) === "both" ? `${capital(view.mover)} is to move.` : `Your turn: you play ${view.mover}.`;
  return { text: who + forced, kind: "yours" };
}

/** The result, for the person if they played one side. */
export function resultFor({ view, sides }) {
  const side = sideOf(sides);
  const own = Number(side);
  if (!own || !view.over.value) return view.over.text;
  return `${view.over.text} ${view.over.value * own > 0 ? "You won." : "You lost."}`;
}

/** With a capital, as a sentence begins. */
export function capital(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function sentence(text) {
  return `${capital(text)}${/[.…!?]$/.test(text) ? "" : " …"}`;
}
