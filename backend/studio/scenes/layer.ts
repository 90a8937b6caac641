import type { Random } from '../core/raster/random.js';
import { blurByDisc } from './disc-blur.js';

/** Linear light; values above 1 are highlights that become discs when they are out of focus. */
export type Colour = readonly [r: number, g: number, b: number];
export type Corner = readonly [x: number, y: number];

/** Width of the painting in pixels without its bleed; scenes are painted out of focus, so few pixels suffice. */
export const PAINT_WIDTH = 320;
/** Height of the painting in pixels without its bleed. */
export const PAINT_HEIGHT = 400;
/** Painted beyond the picture on each side, so that the lens blur finds pixels there. */
export const BLEED = 28;

const W = PAINT_WIDTH + 2 * BLEED;
const H = PAINT_HEIGHT + 2 * BLEED;

/** Colour scaled by a factor. */
export const times = (c: Colour, f: number): Colour => [c[0] * f, c[1] * f, c[2] * f];

/** Mix of two colours; 0 gives the first. */
export const mix = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/**
 * One depth of a scene: premultiplied linear RGBA. Coordinates run from 0 to 1 across the width and from 0 to 1.25 down the
 * height, so that a circle is round.
 */
export class Layer {
  readonly pixels = new Float32Array(W * H * 4);

  private put(i: number, colour: Colour, alpha: number): void {
    const keep = 1 - alpha;
    const p = this.pixels;
    p[i] = p[i]! * keep + colour[0] * alpha;
    p[i + 1] = p[i + 1]! * keep + colour[1] * alpha;
    p[i + 2] = p[i + 2]! * keep + colour[2] * alpha;
    p[i + 3] = p[i + 3]! * keep + alpha;
  }

  /** Colours every pixel; the function may return null to leave one as it is. */
  fill(shade: (x: number, y: number) => Colour | null): this {
    return this.region(-1, -1, 2, 2, shade);
  }

  /** Colours every pixel between these edges; the function may return null to leave one as it is. */
  region(
    left: number,
    top: number,
    right: number,
    bottom: number,
    shade: (x: number, y: number) => Colour | null,
  ): this {
    const firstRow = Math.max(0, Math.round(top * PAINT_WIDTH + BLEED));
    const endRow = Math.min(H, Math.round(bottom * PAINT_WIDTH + BLEED));
    const first = Math.max(0, Math.round(left * PAINT_WIDTH + BLEED));
    const end = Math.min(W, Math.round(right * PAINT_WIDTH + BLEED));
    for (let y = firstRow; y < endRow; y++) {
      for (let x = first; x < end; x++) {
        const colour = shade((x + 0.5 - BLEED) / PAINT_WIDTH, (y + 0.5 - BLEED) / PAINT_WIDTH);
        if (colour) this.put((y * W + x) * 4, colour, 1);
      }
    }
    return this;
  }

  /** A filled convex or concave polygon; the colour may change from place to place. */
  polygon(corners: readonly Corner[], colour: Colour | ((x: number, y: number) => Colour), alpha = 1): this {
    const ys = corners.map((c) => c[1] * PAINT_WIDTH + BLEED);
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const bottom = Math.min(H - 1, Math.ceil(Math.max(...ys)));
    for (let y = top; y <= bottom; y++) {
      const at = (y + 0.5 - BLEED) / PAINT_WIDTH;
      const crossings: number[] = [];
      for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
        const [ax, ay] = corners[i]!;
        const [bx, by] = corners[j]!;
        if (ay > at !== by > at) crossings.push(ax + ((at - ay) / (by - ay)) * (bx - ax));
      }
      crossings.sort((a, b) => a - b);
      for (let c = 0; c + 1 < crossings.length; c += 2) this.span(y, crossings[c]!, crossings[c + 1]!, colour, alpha);
    }
    return this;
  }

  private span(
    y: number,
    from: number,
    to: number,
    colour: Colour | ((x: number, y: number) => Colour),
    alpha: number,
  ): void {
    const left = from * PAINT_WIDTH + BLEED;
    const right = to * PAINT_WIDTH + BLEED;
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(W - 1, Math.floor(right)); x++) {
      const cover = Math.min(x + 1, right) - Math.max(x, left);
      if (cover <= 0) continue;
      const c =
        typeof colour === 'function'
          ? colour((x + 0.5 - BLEED) / PAINT_WIDTH, (y + 0.5 - BLEED) / PAINT_WIDTH)
          : colour;
      this.put((y * W + x) * 4, c, alpha * cover);
    }
  }

  /** An upright rectangle. */
  rect(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: Colour | ((x: number, y: number) => Colour),
    alpha = 1,
  ): this {
    return this.polygon(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
      alpha,
    );
  }

  /** An upright ellipse with an antialiased rim. */
  ellipse(cx: number, cy: number, rx: number, ry: number, colour: Colour, alpha = 1): this {
    const px = cx * PAINT_WIDTH + BLEED;
    const py = cy * PAINT_WIDTH + BLEED;
    const ax = Math.max(0.5, rx * PAINT_WIDTH);
    const ay = Math.max(0.5, ry * PAINT_WIDTH);
    for (let y = Math.max(0, Math.floor(py - ay - 1)); y <= Math.min(H - 1, py + ay + 1); y++) {
      for (let x = Math.max(0, Math.floor(px - ax - 1)); x <= Math.min(W - 1, px + ax + 1); x++) {
        const d = Math.hypot((x + 0.5 - px) / ax, (y + 0.5 - py) / ay);
        const cover = Math.min(1, Math.max(0, (1 - d) * Math.min(ax, ay) + 0.5));
        if (cover > 0) this.put((y * W + x) * 4, colour, alpha * cover);
      }
    }
    return this;
  }

  /** Cells of a grid on a four-cornered wall (corners clockwise from top left); `near` > 1 crowds columns towards the right edge. */
  wall(
    corners: readonly [Corner, Corner, Corner, Corner],
    columns: number,
    rows: number,
    near: number,
    cell: (column: number, row: number) => Colour | null,
    gap = 0.25,
  ): this {
    const [a, b, c, d] = corners;
    const place = (u: number, v: number): Corner => {
      const s = (u * near) / (1 + u * (near - 1));
      const top: Corner = [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s];
      const low: Corner = [d[0] + (c[0] - d[0]) * s, d[1] + (c[1] - d[1]) * s];
      return [top[0] + (low[0] - top[0]) * v, top[1] + (low[1] - top[1]) * v];
    };
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const colour = cell(column, row);
        if (!colour) continue;
        const u0 = (column + gap / 2) / columns;
        const u1 = (column + 1 - gap / 2) / columns;
        const v0 = (row + gap / 2) / rows;
        const v1 = (row + 1 - gap / 2) / rows;
        this.polygon([place(u0, v0), place(u1, v0), place(u1, v1), place(u0, v1)], colour);
      }
    }
    return this;
  }
}

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** Smooth random field: a few octaves of value noise, mean 0, about -1 to 1. */
export function createNoise(random: Random): (x: number, y: number) => number {
  const side = 64;
  const lattice = Float32Array.from({ length: side * side }, () => random() * 2 - 1);
  const octave = (x: number, y: number): number => {
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const tx = ease(x - x0);
    const ty = ease(y - y0);
    const upper = (y0 & 63) * side;
    const lower = ((y0 + 1) & 63) * side;
    const left = x0 & 63;
    const right = (x0 + 1) & 63;
    const topLeft = lattice[upper + left]!;
    const lowLeft = lattice[lower + left]!;
    const top = topLeft + (lattice[upper + right]! - topLeft) * tx;
    const low = lowLeft + (lattice[lower + right]! - lowLeft) * tx;
    return top + (low - top) * ty;
  };
  return (x, y) =>
    0.55 * octave(x, y) + 0.28 * octave(x * 2.1 + 7, y * 2.1 + 3) + 0.17 * octave(x * 4.3 + 19, y * 4.3 + 11);
}

/** Lens blur: every point becomes a disc. Returns premultiplied RGBA of the same size. @param radius in painting pixels */
export const outOfFocus = (layer: Layer, radius: number): Float32Array =>
  radius < 0.6 ? layer.pixels : blurByDisc(layer.pixels, W, H, radius);

/** A painted background in linear light, without bleed: three planes of PAINT_WIDTH × PAINT_HEIGHT. */
export type Painting = readonly [Float32Array, Float32Array, Float32Array];

/** Puts depths over each other, the farthest first, each with its own blur radius in painting pixels. */
export function stack(depths: readonly (readonly [Layer, number])[]): Painting {
  const n = PAINT_WIDTH * PAINT_HEIGHT;
  const planes: Painting = [new Float32Array(n), new Float32Array(n), new Float32Array(n)];
  const [red, green, blue] = planes;
  for (const [layer, radius] of depths) {
    const soft = outOfFocus(layer, radius);
    for (let y = 0; y < PAINT_HEIGHT; y++) {
      for (let x = 0; x < PAINT_WIDTH; x++) {
        const i = y * PAINT_WIDTH + x;
        const s = ((y + BLEED) * W + x + BLEED) * 4;
        const keep = 1 - soft[s + 3]!;
        red[i] = red[i]! * keep + soft[s]!;
        green[i] = green[i]! * keep + soft[s + 1]!;
        blue[i] = blue[i]! * keep + soft[s + 2]!;
      }
    }
  }
  return planes;
}
