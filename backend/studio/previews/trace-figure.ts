import { bakedBust, type DistanceLookup } from './distance-grid.js';
import { bust } from './sculpture.js';

/** Height of the picture in head heights, where the eye line lies in it, and how far left of the middle the head stands. */
const PICTURE_HEIGHT = 2.3;
const EYE_LINE = 0.375;
const ASIDE = -0.035;
/** The camera stands this far away and this high: a long portrait lens with shift, so that nothing leans. */
const CAMERA = { distance: 8, y: -0.1 };
const NEAREST = 0.72;
const FARTHEST = -1.1;
/** Two neighbours farther apart than this lie on different parts of the figure. */
const DEPTH_STEP = 0.03;
/** Samples along each side of a pixel that holds an outline. */
const EDGE_SAMPLES = 4;

/** The visible surface of the figure. Every sample belongs to a pixel; those of outlines have many, so that edges come out smooth. */
export interface Surface {
  width: number;
  height: number;
  count: number;
  /** Pixel of each sample, and the share of the pixel it stands for. */
  pixel: Uint32Array;
  share: Float32Array;
  /** Place and unit normal, three numbers a sample, in head heights. */
  place: Float32Array;
  normal: Float32Array;
}

/** Finds what the camera sees of the figure at this size, in pixels. The frame's height is fixed; wider pictures show more beside it. */
export function traceFigure(width: number, height: number): Surface {
  const lookup = bakedBust();
  const depth = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) depth[y * width + x] = march(lookup, ...aim(x + 0.5, y + 0.5, width, height));
  }
  const samples = new SampleList(width, height);
  for (let i = 0; i < depth.length; i++) {
    const x = i % width;
    const y = (i - x) / width;
    if (isOutline(depth, x, y, width, height)) {
      traceOutline(samples, lookup, x, y);
    } else if (depth[i]! < Infinity) {
      samples.add(i, 1, depth[i]!, aim(x + 0.5, y + 0.5, width, height));
    }
  }
  return samples.surface();
}

function traceOutline(samples: SampleList, lookup: DistanceLookup, x: number, y: number): void {
  const { width, height } = samples;
  for (let s = 0; s < EDGE_SAMPLES * EDGE_SAMPLES; s++) {
    const row = Math.floor(s / EDGE_SAMPLES);
    const column = s % EDGE_SAMPLES;
    // Rows and columns are staggered, so that steep and flat edges alike meet all 16 levels.
    const u = x + (column + (row + 0.5) / EDGE_SAMPLES) / EDGE_SAMPLES;
    const v = y + (row + (column + 0.5) / EDGE_SAMPLES) / EDGE_SAMPLES;
    const ray = aim(u, v, width, height);
    const depth = march(lookup, ...ray);
    if (depth < Infinity) samples.add(y * width + x, 1 / EDGE_SAMPLES ** 2, depth, ray);
  }
}

function isOutline(depth: Float32Array, x: number, y: number, width: number, height: number): boolean {
  const own = depth[y * width + x]!;
  for (const [dx, dy] of [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const) {
    const nx = x + dx;
    const ny = y + dy;
    if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
    const other = depth[ny * width + nx]!;
    if (own === Infinity ? other !== Infinity : Math.abs(own - other) > DEPTH_STEP * Math.max(1, 1000 / height))
      return true;
  }
  return false;
}

/** Unit direction of the ray through a place of the picture; it starts at the camera. */
function aim(u: number, v: number, width: number, height: number): [number, number, number] {
  const scale = PICTURE_HEIGHT / height;
  const x = (u - width / 2) * scale + ASIDE;
  const y = EYE_LINE * PICTURE_HEIGHT - v * scale - CAMERA.y;
  const length = Math.sqrt(x * x + y * y + CAMERA.distance * CAMERA.distance);
  return [x / length, y / length, -CAMERA.distance / length];
}

/** Distance along the ray to the figure, or Infinity. The grid leads near; the formula finds the surface. */
function march(lookup: DistanceLookup, dx: number, dy: number, dz: number): number {
  let t = (NEAREST - CAMERA.distance) / dz;
  const end = (FARTHEST - CAMERA.distance) / dz;
  for (let step = 0; step < 200 && t < end; step++) {
    const x = dx * t;
    const y = CAMERA.y + dy * t;
    const z = CAMERA.distance + dz * t;
    let d = lookup(x, y, z);
    if (d < 0.03) {
      d = bust(x, y, z);
      if (d < 0.0004) return t;
    }
    t += d * 0.85;
  }
  return Infinity;
}

/** Collects samples in typed arrays that grow. */
class SampleList {
  private count = 0;
  private pixel: Uint32Array;
  private share: Float32Array;
  private place: Float32Array;
  private normal: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const room = width * height + 1024;
    this.pixel = new Uint32Array(room);
    this.share = new Float32Array(room);
    this.place = new Float32Array(room * 3);
    this.normal = new Float32Array(room * 3);
  }

  add(pixel: number, share: number, depth: number, [dx, dy, dz]: readonly [number, number, number]): void {
    if (this.count === this.pixel.length) this.grow();
    const i = this.count++;
    this.pixel[i] = pixel;
    this.share[i] = share;
    const x = dx * depth;
    const y = CAMERA.y + dy * depth;
    const z = CAMERA.distance + dz * depth;
    this.place.set([x, y, z], i * 3);
    this.normal.set(normalAt(x, y, z), i * 3);
  }

  surface(): Surface {
    const { width, height, count, pixel, share, place, normal } = this;
    return { width, height, count, pixel, share, place, normal };
  }

  private grow(): void {
    const widen = <T extends Uint32Array | Float32Array>(from: T, to: T): T => (to.set(from), to);
    const room = this.pixel.length * 2;
    this.pixel = widen(this.pixel, new Uint32Array(room));
    this.share = widen(this.share, new Float32Array(room));
    this.place = widen(this.place, new Float32Array(room * 3));
    this.normal = widen(this.normal, new Float32Array(room * 3));
  }
}

/** Unit normal from four distances around the place. */
function normalAt(x: number, y: number, z: number): [number, number, number] {
  const e = 0.004;
  const a = bust(x + e, y - e, z - e);
  const b = bust(x - e, y - e, z + e);
  const c = bust(x - e, y + e, z - e);
  const d = bust(x + e, y + e, z + e);
  const nx = a - b - c + d;
  const ny = -a - b + c + d;
  const nz = -a + b - c + d;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  return [nx / length, ny / length, nz / length];
}
