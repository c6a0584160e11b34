// What this browser remembers, and what the server said about its games.

import { ask } from "./api.js";

/** A remembered value, or `other` if there is none. */
export function remembered(name, other = null) {
  try {
    return JSON.parse(localStorage.getItem(`outplay.${name}`)) ?? other;
  } catch {
    return other;
  }
}

/** Remembers a value; null forgets it. Where nothing can be kept, nothing is. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`outplay.${name}`);
    else localStorage.setItem(`outplay.${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: then it lasts until the page is left.
  }
}

let known = null;

/** GET /api/about, asked once. */
export function about() {
  known ??= ask("/api/about").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
