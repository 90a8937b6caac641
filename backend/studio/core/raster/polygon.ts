/** Fills a polygon (even-odd rule) with 1 on a plane of zeros or other values. Points in pixels. */
export function fillPolygon(
  plane: Float32Array,
  width: number,
  height: number,
  points: readonly (readonly [number, number])[],
): void {
  const ys = points.map((p) => p[1]);
  const top = Math.max(0, Math.ceil(Math.min(...ys)));
  const bottom = Math.min(height - 1, Math.floor(Math.max(...ys)));
  for (let y = top; y <= bottom; y++) {
    const crossings: number[] = [];
    for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
      const [ax, ay] = points[i]!;
      const [bx, by] = points[j]!;
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
    crossings.sort((a, b) => a - b);
    for (let c = 0; c + 1 < crossings.length; c += 2) {
      const from = Math.max(0, Math.ceil(crossings[c]!));
      const to = Math.min(width - 1, Math.floor(crossings[c + 1]!));
      if (to >= from) plane.fill(1, y * width + from, y * width + to + 1);
    }
  }
}

/** A polygon scaled about the mean of its points. */
export function scalePolygon(points: readonly (readonly [number, number])[], factor: number): [number, number][] {
  const cx = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const cy = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  return points.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}
