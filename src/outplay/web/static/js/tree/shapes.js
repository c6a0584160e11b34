// Outlines of nodes: MAX points up, MIN down, chance is round, the end of a game is a box, an
// estimate a box whose foot waves, and what is folded a stack of sheets.

/** The outline as a path, `wide` by `high`, from (x, 0) on. */
export function outline(shape, x, wide, high) {
  const right = x + wide;
  const middle = x + wide / 2;
  if (shape === "max") return `M${middle} 0L${right} ${high}H${x}Z`;
  if (shape === "min") return `M${x} 0H${right}L${middle} ${high}Z`;
  if (shape === "chance") {
    const rx = wide / 2;
    const ry = high / 2;
    return `M${x} ${ry}a${rx} ${ry} 0 1 1 ${wide} 0a${rx} ${ry} 0 1 1 ${-wide} 0Z`;
  }
  if (shape === "estimate") {
    const w = wide / 4;
    return `M${x} 0H${right}V${high - 3}q${-w / 2} 6 ${-w} 0t${-w} 0t${-w} 0t${-w} 0Z`;
  }
  return `M${x + 3} 0H${right - 3}q3 0 3 3V${high - 3}q0 3 -3 3H${x + 3}q-3 0 -3 -3V3q0 -3 3 -3Z`;
}

/** Where the middle of a text in it stands. */
export function textAt(shape, high) {
  return high * ({ max: 0.7, min: 0.34 }[shape] ?? 0.5);
}

/** Two short strokes across a line, where it was cut. */
export function scissors(x1, y1, x2, y2, at = 0.34) {
  const x = x1 + (x2 - x1) * at;
  const y = y1 + (y2 - y1) * at;
  return `M${x - 7} ${y + 1}l11 -5M${x - 5} ${y + 5}l11 -5`;
}
