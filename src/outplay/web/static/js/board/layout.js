// Where places are to each other: rows for the ear, neighbours for the keys, hits for the hand.

import { centre, distance } from "./shapes.js";

/** Places in rows from top to bottom, each from left to right. */
export function rowsOf(places) {
  const sorted = [...places].sort((a, b) => centre(a).y - centre(b).y);
  const rows = [];
  for (const place of sorted) {
    const row = rows.at(-1);
    const slack = row && 0.35 * Math.min(place.height, row[0].height);
    if (row && centre(place).y - centre(row[0]).y <= slack) row.push(place);
    else rows.push([place]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place that an arrow key leads to from `place`, or null. */
export function neighbour(places, place, key) {
  const [right, down] = TOWARDS[key];
  const from = centre(place);
  let best = null;
  let least = Infinity;
  for (const other of places) {
    const to = centre(other);
    const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
    const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
    if (ahead < 0.05) continue;
    const cost = ahead + 3 * aside;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}

/** The place at a point: the nearest of those around it, or one very near by. */
export function placeAt(places, point) {
  const nearest = (slack) => {
    let best = null;
    let least = Infinity;
    for (const place of places) {
      const inside = point.x >= place.x - slack && point.x <= place.x + place.width + slack
        && point.y >= place.y - slack && point.y <= place.y + place.height + slack;
      const far = distance(point, centre(place));
      if (inside && far < least) [best, least] = [place, far];
    }
    return best;
  };
  return nearest(0) ?? nearest(0.2);
}
