import { elementOf } from '../element-of.js';
import { fillPolygon } from '../raster/polygon.js';
import { LINEAR_OF_8BIT } from '../raster/srgb.js';
import type { Rgb } from '../raster/rgb.js';
import type { Face } from './face.js';
import { OVAL, pointsOf, type Mesh } from './landmarks.js';

/** How a face is lit. Grey values 0..255. */
export interface FaceLight {
  mean: number;
  /** Share of face pixels burnt to white: warm light alone drives the red of healthy skin to the end of the scale. */
  clipped: number;
}

/** Mean linear colour of a small patch. */
export interface Patch {
  r: number;
  g: number;
  b: number;
  luminance: number;
}

/** Measures every second pixel inside the face's oval. */
export function measureFaceLight(photo: Rgb, face: Face): FaceLight {
  const oval = pointsOf(face.mesh, OVAL);
  const x0 = Math.max(0, Math.floor(Math.min(...oval.map((p) => p[0]))));
  const y0 = Math.max(0, Math.floor(Math.min(...oval.map((p) => p[1]))));
  const width = Math.min(photo.width, Math.ceil(Math.max(...oval.map((p) => p[0])))) - x0;
  const height = Math.min(photo.height, Math.ceil(Math.max(...oval.map((p) => p[1])))) - y0;
  if (width < 2 || height < 2) return { mean: 0, clipped: 0 };
  const mask = new Float32Array(width * height);
  fillPolygon(
    mask,
    width,
    height,
    oval.map(([x, y]) => [x - x0, y - y0]),
  );
  let sum = 0;
  let clipped = 0;
  let count = 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (mask[y * width + x] === 0) continue;
      const i = ((y + y0) * photo.width + x + x0) * 3;
      const [r, g, b] = [photo.data[i]!, photo.data[i + 1]!, photo.data[i + 2]!];
      sum += 0.299 * r + 0.587 * g + 0.114 * b;
      if (Math.min(r, g, b) >= 252) clipped++;
      count++;
    }
  }
  return { mean: sum / Math.max(1, count), clipped: clipped / Math.max(1, count) };
}

/** Mean linear colour of a disc around a landmark; the radius is a share of the face's height. Null outside the picture. */
export function patchAt(photo: Rgb, mesh: Mesh, index: number, radius: number): Patch | null {
  const [cx, cy] = elementOf(mesh, index);
  const r = Math.max(1, radius);
  const total = { r: 0, g: 0, b: 0 };
  let count = 0;
  for (let y = Math.ceil(cy - r); y <= cy + r; y++) {
    for (let x = Math.ceil(cx - r); x <= cx + r; x++) {
      if (x < 0 || y < 0 || x >= photo.width || y >= photo.height || (x - cx) ** 2 + (y - cy) ** 2 > r * r) continue;
      const i = (y * photo.width + x) * 3;
      total.r += LINEAR_OF_8BIT[photo.data[i]!]!;
      total.g += LINEAR_OF_8BIT[photo.data[i + 1]!]!;
      total.b += LINEAR_OF_8BIT[photo.data[i + 2]!]!;
      count++;
    }
  }
  if (count === 0) return null;
  const [red, green, blue] = [total.r / count, total.g / count, total.b / count];
  return { r: red, g: green, b: blue, luminance: 0.2126 * red + 0.7152 * green + 0.0722 * blue };
}

/** Whether a photo is in colour, by the natural logs of its skin's channel ratios: skin of every person is redder than it is green. */
export const hasColour = ({ redGreen, blueGreen }: { redGreen: number; blueGreen: number }): boolean =>
  Math.abs(redGreen) > 0.04 || Math.abs(blueGreen) > 0.04;
