import { bakedDistance } from './distance-grid.js';
import type { Head } from './figure/heads.js';
import type { Surface } from './trace-figure.js';
import { tripleAt, unit, type Triple } from './vector.js';

/** Directions in which every sample looks for open space: the corners of an icosahedron and its counterpart, evenly spread. */
export const OUTLOOKS: readonly Triple[] = outlooks();

/** Share of each outlook that is open, 0..255, one row of OUTLOOKS per sample. */
export type Openness = Uint8Array;

/** Tangent of half the angle of an outlook's cone. */
const CONE = 0.5;
const REACH = 1.4;
/** Looking starts this far over the surface, so that the grid's own unevenness casts no shadow. */
const LIFT = 0.01;

function outlooks(): Triple[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const found: Triple[] = [];
  for (const a of [-1, 1]) {
    for (const b of [-golden, golden]) found.push(unit([0, a, b]), unit([a, b, 0]), unit([b, 0, a]));
    for (const b of [-1, 1]) for (const c of [-1, 1]) found.push(unit([a, b, c]));
    for (const b of [-1 / golden, 1 / golden])
      found.push(unit([0, b, golden * a]), unit([b, golden * a, 0]), unit([golden * a, 0, b]));
  }
  return found;
}

/** Finds how open the figure is around each sample. The same for every light, so it is done once. */
export function openness(head: Head, surface: Surface): Openness {
  const lookup = bakedDistance(head);
  const out = new Uint8Array(surface.count * OUTLOOKS.length);
  for (let i = 0; i < surface.count; i++) {
    const [x, y, z] = tripleAt(surface.place, i);
    const [nx, ny, nz] = tripleAt(surface.normal, i);
    for (const [o, [dx, dy, dz]] of OUTLOOKS.entries()) {
      if (nx * dx + ny * dy + nz * dz < -0.2) continue;
      let open = 1;
      for (let t = 0.04; t < REACH && open > 0;) {
        const d = lookup(x + nx * LIFT + dx * t, y + ny * LIFT + dy * t, z + nz * LIFT + dz * t);
        open = Math.min(open, 0.5 + (0.5 * d) / (CONE * t));
        t += Math.max(0.05, 0.35 * t, d * 0.7);
      }
      out[i * OUTLOOKS.length + o] = Math.round(Math.max(0, open) * 255);
    }
  }
  return out;
}

/**
 * Share of a lamp that is seen from each sample, 0..1: soft-edged shadows.
 * @param towards unit direction of the lamp @param size tangent of half its angle
 */
export function lampSeen(head: Head, surface: Surface, towards: Triple, size: number): Float32Array {
  const lookup = bakedDistance(head);
  const out = new Float32Array(surface.count);
  const [dx, dy, dz] = towards;
  for (let i = 0; i < surface.count; i++) {
    const [nx, ny, nz] = tripleAt(surface.normal, i);
    const facing = nx * dx + ny * dy + nz * dz;
    if (facing < -0.5) continue;
    const [px, py, pz] = tripleAt(surface.place, i);
    const [x, y, z] = [px + nx * LIFT, py + ny * LIFT, pz + nz * LIFT];
    let seen = 1;
    for (let t = 0.012; t < 1.8;) {
      const d = lookup(x + dx * t, y + dy * t, z + dz * t);
      seen = Math.min(seen, d / (size * t));
      if (seen < -1) break;
      t += Math.max(0.008, 0.05 * t, Math.abs(d) * 0.6);
    }
    const open = Math.max(-1, seen) * 0.5 + 0.5;
    out[i] = open * open * (3 - 2 * open);
  }
  return out;
}
