import { CHANNELS } from '../core/raster/channels.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { labOf, type Lab } from '../core/raster/lab.js';
import { median } from '../core/raster/numbers.js';
import { fillPolygon, scalePolygon } from '../core/raster/polygon.js';
import type { Rgb } from '../core/raster/rgb.js';
import { OVAL, type Point } from '../core/photo/landmarks.js';
import { elementOf } from '../core/element-of.js';

/** How far from the outline, in faces, the old background may have been taken out of the colours. */
const EDGE = 0.06;
/** Parts of the face's oval whose skin is compared, and within which a retouch may work. */
const INNER_FACE = 0.7;
const WHOLE_FACE = 1.15;
/** Largest change of a display value that is rounding. */
export const ROUNDING = 3 / 255;
/** Distances in CIELAB from the skin's median up to which a colour passes for skin, and from which it clearly is none. */
const [SKIN, NO_SKIN] = [12, 20];

/** A cutout and the photo it was made of, pixel by pixel. */
export interface ColourPair {
  /** What the photo shows, display values 0..1, in the light that the cutout should have. */
  photo: Planes;
  /** Straight RGBA of the same size. */
  cutout: Rgb;
  /** Points of the face in these pixels. */
  points: readonly Point[];
  /** Forehead to chin in these pixels. */
  faceHeight: number;
}

/** How the person's colours changed, away from the outline. */
export interface ColourChange {
  /** Largest changes of a display value (0..1) on the face, and elsewhere: hair, clothes, hands, neck. */
  onFace: number;
  elsewhere: number;
  /** Largest change of a display value on the face beyond a change of brightness. */
  tint: number;
  /** Share of the picture that has the skin's colour now and had not before. */
  becameSkin: number;
  /** The skin's median colour before and after. */
  before: Lab;
  after: Lab;
}

/** Compares every second pixel that is well inside the person. */
export function compareColours({ photo, cutout, points, faceHeight }: ColourPair): ColourChange {
  const { data, width, height } = cutout;
  const oval = OVAL.map((i) => elementOf(points, i));
  const [inner, face] = [new Float32Array(width * height), new Float32Array(width * height)];
  fillPolygon(inner, width, height, scalePolygon(oval, INNER_FACE));
  fillPolygon(face, width, height, scalePolygon(oval, WHOLE_FACE));
  const reach = Math.round(EDGE * faceHeight);
  const places: number[] = [];
  for (let y = reach; y < height - reach; y += 2)
    for (let x = reach; x < width - reach; x += 2)
      if (isDeep(data, width, y * width + x, reach)) places.push(y * width + x);
  const oldAt = (i: number): Colour => [photo[0][i]!, photo[1][i]!, photo[2][i]!];
  const newAt = (i: number): Colour => [data[i * 4]! / 255, data[i * 4 + 1]! / 255, data[i * 4 + 2]! / 255];
  const skin = places.filter((i) => inner[i]! > 0);
  const [before, after] = [medianLab(skin.map(oldAt)), medianLab(skin.map(newAt))];
  const change = { onFace: 0, elsewhere: 0, tint: 0 };
  let painted = 0;
  for (const i of places) {
    const [old, now] = [oldAt(i), newAt(i)];
    const most = Math.max(...CHANNELS.map((c) => Math.abs(old[c] - now[c])));
    if (face[i] === 0) change.elsewhere = Math.max(change.elsewhere, most);
    else {
      change.onFace = Math.max(change.onFace, most);
      change.tint = Math.max(change.tint, tintOf(old, now));
    }
    if (most > ROUNDING && distance(now, after) < SKIN && distance(old, before) > NO_SKIN) painted++;
  }
  // Every place stands for four pixels.
  return { ...change, becameSkin: (4 * painted) / (width * height), before, after };
}

type Colour = [red: number, green: number, blue: number];

/** Whether a place and what is around it are all of the person. */
const isDeep = (rgba: Uint8Array, width: number, i: number, reach: number): boolean =>
  [reach, reach >> 1].every((far) =>
    [-1, 0, 1].every((dy) => [-1, 0, 1].every((dx) => rgba[(i + far * (dy * width + dx)) * 4 + 3] === 255)),
  );

/** One factor for all channels is brightness; what is left is tint. */
function tintOf(old: Colour, now: Colour): number {
  const factor = lumaOf(now) / (lumaOf(old) + 1e-3);
  return Math.max(...CHANNELS.map((c) => Math.abs(Math.min(1, old[c] * factor) - now[c])));
}

const lumaOf = ([red, green, blue]: Colour): number => 0.3 * red + 0.59 * green + 0.11 * blue;

function distance(colour: Colour, [lightness, a, b]: Lab): number {
  const lab = labOf(...colour);
  return Math.hypot(lab[0] - lightness, lab[1] - a, lab[2] - b);
}

function medianLab(colours: readonly Colour[]): Lab {
  const all = colours.map((colour) => labOf(...colour));
  return [median(all.map(([l]) => l)), median(all.map(([, a]) => a)), median(all.map(([, , b]) => b))];
}
