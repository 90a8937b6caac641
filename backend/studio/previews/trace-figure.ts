import { bakedDistance } from './distance-grid.js';
import { noise } from './figure/curves.js';
import { DISTANCE, type Distance, type Head } from './figure/heads.js';
import { hollowAt, stoneAt } from './stone.js';
import { unit, type Triple } from './vector.js';

/** Height of the picture in head heights, where the eye line lies in it, and how far left of the middle the head stands. */
const PICTURE_HEIGHT = 2.12;
const EYE_LINE = 0.405;
const ASIDE = 0.025;
/** The camera stands this far away and this high: a long portrait lens with shift, so that nothing leans. */
const CAMERA = { distance: 8, y: -0.1 };
const NEAREST = 0.74;
const FARTHEST = -0.94;
/** Two neighbours farther apart than this lie on different parts of the figure. */
const DEPTH_STEP = 0.03;
/** Close to the surface steps are shortened, since folds and locks make the formula steeper than a distance. */
const STEP = 0.75;
const HIT = 0.0004;
/** Half the length over which a normal is taken, and how far the grain of the stone bends it. */
const NORMAL_STEP = 0.0011;
const GRAIN = 0.022;
/** Samples along each side of a pixel that holds an outline. */
const EDGE_SAMPLES = 4;
/** The same in creases, and from which bend on, in widths of a pixel. */
const CREASE_SAMPLES = 2;
const CREASE_BEND = 0.35;

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
  /** Brightness of the stone, about 1. */
  stone: Float32Array;
  /** How open the surface is within a lock's width, 0..1. */
  hollow: Float32Array;
}

/** Finds what the camera sees of the head at this size, in pixels. The frame's height is fixed; wider pictures show more beside it. */
export function traceFigure(head: Head, width: number, height: number): Surface {
  const rays = new Rays(head, width, height);
  const depth = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) depth[y * width + x] = rays.depthAt(x + 0.5, y + 0.5);
  }
  const samples = new SampleList(rays);
  for (let i = 0; i < depth.length; i++) {
    const x = i % width;
    const y = (i - x) / width;
    if (isOutline(depth, x, y, width, height)) traceFinely(samples, rays, x, y, EDGE_SAMPLES);
    else if (isCrease(depth, x, y, width, height)) traceFinely(samples, rays, x, y, CREASE_SAMPLES);
    else if (depth[i]! < Infinity) samples.add(i, 1, depth[i]!, rays.aim(x + 0.5, y + 0.5));
  }
  return samples.surface();
}

function traceFinely(samples: SampleList, rays: Rays, x: number, y: number, side: number): void {
  for (let s = 0; s < side * side; s++) {
    const row = Math.floor(s / side);
    const column = s % side;
    // Rows and columns are staggered, so that steep and flat edges alike meet all levels.
    const u = x + (column + (row + 0.5) / side) / side;
    const v = y + (row + (column + 0.5) / side) / side;
    const depth = rays.depthAt(u, v);
    if (depth < Infinity) samples.add(y * rays.width + x, 1 / side ** 2, depth, rays.aim(u, v));
  }
}

/** Whether the surface bends strongly here, as in the grooves of hair and between the lids. */
function isCrease(depth: Float32Array, x: number, y: number, width: number, height: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false;
  const i = y * width + x;
  const bend = (step: number): number => Math.abs(depth[i - step]! + depth[i + step]! - 2 * depth[i]!);
  return Math.max(bend(1), bend(width)) > CREASE_BEND * (PICTURE_HEIGHT / height);
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

/** Rays from the camera through a picture of this size to the head. */
class Rays {
  readonly distance: Distance;
  readonly grid: Distance;

  constructor(
    head: Head,
    readonly width: number,
    readonly height: number,
  ) {
    this.distance = DISTANCE[head];
    this.grid = bakedDistance(head);
  }

  /** Unit direction of the ray through a place of the picture; it starts at the camera. */
  aim(u: number, v: number): Triple {
    const scale = PICTURE_HEIGHT / this.height;
    const x = (u - this.width / 2) * scale + ASIDE;
    const y = EYE_LINE * PICTURE_HEIGHT - v * scale - CAMERA.y;
    const length = Math.sqrt(x * x + y * y + CAMERA.distance * CAMERA.distance);
    return [x / length, y / length, -CAMERA.distance / length];
  }

  /** Distance along the ray to the figure, or Infinity. The grid leads near; the formula finds the surface. */
  depthAt(u: number, v: number): number {
    const [dx, dy, dz] = this.aim(u, v);
    let t = (NEAREST - CAMERA.distance) / dz;
    const end = (FARTHEST - CAMERA.distance) / dz;
    for (let step = 0; step < 240 && t < end; step++) {
      const x = dx * t;
      const y = CAMERA.y + dy * t;
      const z = CAMERA.distance + dz * t;
      let d = this.grid(x, y, z);
      if (d < 0.02) {
        d = this.distance(x, y, z);
        if (d < HIT) return t;
        t += d * STEP;
      } else t += d - 0.012;
    }
    return Infinity;
  }
}

/** Collects samples in typed arrays that grow. */
class SampleList {
  private count = 0;
  private pixel: Uint32Array;
  private share: Float32Array;
  private place: Float32Array;
  private normal: Float32Array;
  private stone: Float32Array;
  private hollow: Float32Array;

  constructor(private readonly rays: Rays) {
    const room = rays.width * rays.height + 1024;
    this.pixel = new Uint32Array(room);
    this.share = new Float32Array(room);
    this.place = new Float32Array(room * 3);
    this.normal = new Float32Array(room * 3);
    this.stone = new Float32Array(room);
    this.hollow = new Float32Array(room);
  }

  add(pixel: number, share: number, depth: number, [dx, dy, dz]: Triple): void {
    if (this.count === this.pixel.length) this.grow();
    const i = this.count++;
    this.pixel[i] = pixel;
    this.share[i] = share;
    const place: Triple = [dx * depth, CAMERA.y + dy * depth, CAMERA.distance + dz * depth];
    const normal = normalAt(this.rays.distance, ...place);
    this.place.set(place, i * 3);
    this.normal.set(normal, i * 3);
    this.stone[i] = stoneAt(...place);
    this.hollow[i] = hollowAt(this.rays.grid, place, normal);
  }

  surface(): Surface {
    const { count, pixel, share, place, normal, stone, hollow } = this;
    return { width: this.rays.width, height: this.rays.height, count, pixel, share, place, normal, stone, hollow };
  }

  private grow(): void {
    const widen = <T extends Uint32Array | Float32Array>(from: T, to: T): T => (to.set(from), to);
    const room = this.pixel.length * 2;
    this.pixel = widen(this.pixel, new Uint32Array(room));
    this.share = widen(this.share, new Float32Array(room));
    this.place = widen(this.place, new Float32Array(room * 3));
    this.normal = widen(this.normal, new Float32Array(room * 3));
    this.stone = widen(this.stone, new Float32Array(room));
    this.hollow = widen(this.hollow, new Float32Array(room));
  }
}

/** Unit normal from four distances around the place, roughened by the grain of the stone. */
function normalAt(distance: Distance, x: number, y: number, z: number): Triple {
  const e = NORMAL_STEP;
  const a = distance(x + e, y - e, z - e);
  const b = distance(x - e, y - e, z + e);
  const c = distance(x - e, y + e, z - e);
  const d = distance(x + e, y + e, z + e);
  const [nx, ny, nz] = unit([a - b - c + d, -a - b + c + d, -a + b - c + d]);
  const f = 150;
  return unit([
    nx + GRAIN * noise(x * f, y * f, z * f),
    ny + GRAIN * noise(x * f + 40, y * f, z * f),
    nz + GRAIN * noise(x * f, y * f + 40, z * f),
  ]);
}
