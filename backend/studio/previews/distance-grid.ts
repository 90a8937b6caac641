import { DISTANCE, type Distance, type Head } from './figure/heads.js';

/** Edge of a cell in head heights: a third of the width of a lock of hair. */
const CELL = 0.0125;
const LOW = { x: -1.25, y: -1.85, z: -0.95 };
const SIZE = { x: 200, y: 196, z: 136 };
const ROW = SIZE.x;
const SHEET = SIZE.x * SIZE.y;
/** Cells along the edge of a block that is left out whole when the surface is far from it. */
const BLOCK = 4;
/** Distances up to here are taken from the formula; those beyond are measured from them. */
const BAND = 0.035;

const baked = new Map<Head, Distance>();

/**
 * The head's distances on a grid, worked out once: rays and shadows read it, since it is many times faster than the formula. Far from the
 * surface it is also truer, where the formula only says that something is farther than a bound.
 */
export function bakedDistance(head: Head): Distance {
  const known = baked.get(head) ?? lookupIn(bake(DISTANCE[head]));
  baked.set(head, known);
  return known;
}

function bake(distance: Distance): Float32Array {
  const grid = new Float32Array(SIZE.x * SIZE.y * SIZE.z).fill(Infinity);
  const inside = new Uint8Array(grid.length);
  const reach = BAND + 0.85 * BLOCK * CELL;
  const place = (low: number, i: number): number => low + i * CELL;
  for (let z = 0; z < SIZE.z; z += BLOCK) {
    for (let y = 0; y < SIZE.y; y += BLOCK) {
      for (let x = 0; x < SIZE.x; x += BLOCK) {
        const half = (BLOCK - 1) / 2;
        const middle = distance(place(LOW.x, x + half), place(LOW.y, y + half), place(LOW.z, z + half));
        const near = Math.abs(middle) < reach;
        for (let i = 0; i < BLOCK ** 3; i++) {
          const [cx, cy, cz] = [x + (i % BLOCK), y + (((i / BLOCK) | 0) % BLOCK), z + ((i / BLOCK ** 2) | 0)];
          const cell = cz * SHEET + cy * ROW + cx;
          const d = near ? distance(place(LOW.x, cx), place(LOW.y, cy), place(LOW.z, cz)) : middle;
          if (d < 0) inside[cell] = 1;
          if (near && Math.abs(d) <= BAND) grid[cell] = Math.abs(d);
        }
      }
    }
  }
  measureBeyondBand(grid);
  for (let i = 0; i < grid.length; i++) if (inside[i]) grid[i] = -grid[i]!;
  return grid;
}

/** Fast sweeping: every cell beyond the band takes the distance that its nearer neighbours allow, in the eight directions of the grid. */
function measureBeyondBand(grid: Float32Array): void {
  const known = Uint8Array.from(grid, (d) => (d === Infinity ? 0 : 1));
  const least = (i: number, step: number, at: number, size: number): number =>
    Math.min(at > 0 ? grid[i - step]! : Infinity, at < size - 1 ? grid[i + step]! : Infinity);
  for (let sweep = 0; sweep < 8; sweep++) {
    const [flipX, flipY, flipZ] = [sweep & 1, sweep & 2, sweep & 4];
    for (let k = 0; k < SIZE.z; k++) {
      const z = flipZ ? SIZE.z - 1 - k : k;
      for (let j = 0; j < SIZE.y; j++) {
        const y = flipY ? SIZE.y - 1 - j : j;
        for (let h = 0; h < SIZE.x; h++) {
          const x = flipX ? SIZE.x - 1 - h : h;
          const i = z * SHEET + y * ROW + x;
          if (known[i]) continue;
          const d = beside(least(i, 1, x, SIZE.x), least(i, ROW, y, SIZE.y), least(i, SHEET, z, SIZE.z));
          if (d < grid[i]!) grid[i] = d;
        }
      }
    }
  }
}

/** Distance of a cell whose nearest neighbours along the three axes have these. */
function beside(a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const one = low + CELL;
  const middle = a + b + c - low - high;
  if (low === Infinity || !(middle < one)) return one;
  const two = (low + middle + Math.sqrt(2 * CELL * CELL - (low - middle) ** 2)) / 2;
  if (!(high < two)) return two;
  const sum = low + middle + high;
  const squares = low * low + middle * middle + high * high;
  return (sum + Math.sqrt(Math.max(0, sum * sum - 3 * (squares - CELL * CELL)))) / 3;
}

/** Linear look-up; outside the grid a length that leads back to it. */
function lookupIn(grid: Float32Array): Distance {
  return (x, y, z) => {
    const gx = (x - LOW.x) / CELL;
    const gy = (y - LOW.y) / CELL;
    const gz = (z - LOW.z) / CELL;
    const cx = gx < 0 ? 0 : gx > SIZE.x - 1.001 ? SIZE.x - 1.001 : gx;
    const cy = gy < 0 ? 0 : gy > SIZE.y - 1.001 ? SIZE.y - 1.001 : gy;
    const cz = gz < 0 ? 0 : gz > SIZE.z - 1.001 ? SIZE.z - 1.001 : gz;
    const ix = cx | 0;
    const iy = cy | 0;
    const iz = cz | 0;
    const fx = cx - ix;
    const fy = cy - iy;
    const fz = cz - iz;
    const i = iz * SHEET + iy * ROW + ix;
    const a = grid[i]! + (grid[i + 1]! - grid[i]!) * fx;
    const b = grid[i + ROW]! + (grid[i + ROW + 1]! - grid[i + ROW]!) * fx;
    const c = grid[i + SHEET]! + (grid[i + SHEET + 1]! - grid[i + SHEET]!) * fx;
    const d = grid[i + SHEET + ROW]! + (grid[i + SHEET + ROW + 1]! - grid[i + SHEET + ROW]!) * fx;
    const near = a + (b - a) * fy;
    const far = c + (d - c) * fy;
    const inside = near + (far - near) * fz;
    return inside + CELL * (Math.abs(gx - cx) + Math.abs(gy - cy) + Math.abs(gz - cz)) * 0.57;
  };
}
