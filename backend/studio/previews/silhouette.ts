import { traceFigure } from './trace-figure.js';

type Point = readonly [number, number];

/** Side of the square in which the outline is found, in pixels. */
const SIDE = 320;

/**
 * The figure's outline as SVG path data, closed along the lower edge.
 * @param size side of the square the frame fills @param tolerance how far the path may lie off, in the same unit
 */
export function silhouettePath(size: number, tolerance: number): string {
  const { left, right } = outlines();
  const scale = size / SIDE;
  const round = (v: number): number => Math.round(v * scale * 100) / 100;
  const line = [...simplify(left.reverse(), tolerance / scale), ...simplify(right, tolerance / scale)];
  return `M${line.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

/** Left and right edge of the figure, row by row from the crown to the lower edge, to a fraction of a pixel. */
function outlines(): { left: Point[]; right: Point[] } {
  const { count, pixel, share } = traceFigure('bearded', SIDE, SIDE);
  const cover = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < count; i++) cover[pixel[i]!]! += share[i]!;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = cover.subarray(y * SIDE, (y + 1) * SIDE);
    const first = row.findIndex((c) => c > 0.5);
    if (first < 0) continue;
    const last = row.findLastIndex((c) => c > 0.5);
    const middle = y === SIDE - 1 ? SIDE : y + 0.5;
    left.push([first + 1 - row[first]! - (row[first - 1] ?? 0), middle]);
    right.push([last + row[last]! + (row[last + 1] ?? 0), middle]);
  }
  return { left, right };
}

/** Drops points that lie closer than the tolerance to the line through their neighbours (Douglas and Peucker). */
function simplify(points: readonly Point[], tolerance: number): Point[] {
  const [start, end] = [points.at(0), points.at(-1)];
  if (points.length < 3 || !start || !end) return [...points];
  const [ax, ay] = start;
  const [bx, by] = end;
  const length = Math.hypot(bx - ax, by - ay);
  const offsets = points.map(([x, y]) => Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length);
  const most = Math.max(...offsets);
  if (most <= tolerance) return [start, end];
  const farthest = offsets.indexOf(most);
  return [
    ...simplify(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(points.slice(farthest), tolerance),
  ];
}
