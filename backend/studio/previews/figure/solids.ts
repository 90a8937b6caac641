/** Signed distances of a few solids, and the soft ways of joining them. Lengths in head heights; negative is inside. */

/** Joins two solids with a fillet of about the width `k`. */
export function softUnion(a: number, b: number, k: number): number {
  const h = k - Math.abs(a - b);
  return h <= 0 ? Math.min(a, b) : Math.min(a, b) - (h * h * h) / (6 * k * k);
}

/** What both solids have in common, with the edge rounded over about the width `k`. */
export const softCommon = (a: number, b: number, k: number): number => -softUnion(-a, -b, k);

/** Carves `b` out of `a`, with edges rounded over about the width `k`. */
export const softCarve = (a: number, b: number, k: number): number => -softUnion(-a, b, k);

/** Ellipsoid around the origin. A bound rather than the exact distance: safe to march with a step factor below one. */
export function ellipsoid(x: number, y: number, z: number, rx: number, ry: number, rz: number): number {
  const ax = x / rx;
  const ay = y / ry;
  const az = z / rz;
  const outer = Math.sqrt(ax * ax + ay * ay + az * az);
  const bx = ax / rx;
  const by = ay / ry;
  const bz = az / rz;
  const slope = Math.sqrt(bx * bx + by * by + bz * bz);
  return slope < 1e-9 ? -Math.min(rx, ry, rz) : (outer * (outer - 1)) / slope;
}

/** A rounded limb from (ax, ay, az) to (bx, by, bz), its radius growing from `ra` to `rb`. */
export function limb(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
  ra: number,
  bx: number,
  by: number,
  bz: number,
  rb: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)));
  const ex = px - dx * t;
  const ey = py - dy * t;
  const ez = pz - dz * t;
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - (ra + (rb - ra) * t);
}

/** Distance in the plane from a closed polygon of points [x, y]; negative inside. */
export function polygon(px: number, py: number, points: readonly (readonly [number, number])[]): number {
  let nearest = Infinity;
  let sign = 1;
  let [fromX, fromY] = points.at(-1)!;
  for (const [toX, toY] of points) {
    const ex = fromX - toX;
    const ey = fromY - toY;
    const wx = px - toX;
    const wy = py - toY;
    const t = Math.min(1, Math.max(0, (wx * ex + wy * ey) / (ex * ex + ey * ey)));
    const bx = wx - ex * t;
    const by = wy - ey * t;
    nearest = Math.min(nearest, bx * bx + by * by);
    const above = py >= toY;
    const below = py < fromY;
    const left = ex * wy > ey * wx;
    if ((above && below && left) || (!above && !below && !left)) sign = -sign;
    fromX = toX;
    fromY = toY;
  }
  return sign * Math.sqrt(nearest);
}
