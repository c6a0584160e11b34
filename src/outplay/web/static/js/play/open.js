// The game that an address names.

import { ask } from "../api.js";
import { tell } from "../say.js";
import { readSpot } from "../spot.js";
import { remembered } from "../store.js";
import { sidesOf } from "./opponent.js";

/** Known by its id, or made from the rest; null if it names none. */
export async function open(query, signal) {
  const id = query.get("id");
  if (id) {
    try {
      return await ask(`/api/saved/${encodeURIComponent(id)}`, undefined, { signal });
    } catch (error) {
      if (error.status !== 404 || !query.get("game")) throw error;
      tell("This game is not kept here any more; it is made anew from its link.");
    }
  }
  const spot = readSpot(query);
  if (!spot.game) return null;
  return ask("/api/saved", {
    spot,
    sides: sidesOf(query.get("side") ?? "1"),
    level: Number(query.get("level")) || remembered("level", 4),
    seconds: Number(query.get("seconds")) || remembered("seconds", 1),
  }, { signal });
}
