import { blur } from '../raster/blur.js';
import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { lumaAt } from '../photo/face-skin.js';
import { deviationAround, plainnessAround } from './plain-room.js';

/** A photo with hair before a room; all planes of one size. */
export interface HairBeforeRoom {
  rgb: Planes;
  /** Where the photo is; elsewhere it is continued. */
  valid: Float32Array;
  /** How much of the person is there, and how much of what is there is hair; 0..1. */
  alpha: Float32Array;
  hair: Float32Array;
  width: number;
  height: number;
}

/** Colours of hair and wall are compared at this part of the size. */
const SCALE = 2;
/** How far thin hair reaches in from the outline, and how far around hair and wall are looked at, in units of the face. */
const THIN = 14;
const AROUND = 28;
/** Share of the person around a place (0..1) up to which hair may be thin, and from which it is not. */
const [OUTER, INNER] = [0.86, 0.995];
/** How much lighter (0..1) than the hair a wall must be to shine through it. */
const [FAINT, BRIGHT] = [0.1, 0.25];
/** How far (0..1) a colour may lie beside those between hair and wall: farther off it is the hair's own. What is nearly the wall must be of its very colour. */
const [BETWEEN, BESIDE] = [0.07, 0.15];
const [AT_WALL, BESIDE_WALL] = [0.03, 0.06];
/**
 * How far towards the wall's colour strands differ anyway: at least so far, and so many deviations of the hair farther in, which has streaks
 * and sheen without any wall behind. And the share of what is beyond that becomes transparent.
 */
const STRANDS = 0.2;
const DEVIATIONS = 3;
const SHARE = 0.75;

/**
 * How far a light wall shines through hair along the outline (0..1) although the mask is sure of the hair: before a dark scene it would glow.
 * Hair counts as thin as far as it has the wall's colour, beyond what strands differ in. A scratch buffer.
 * @param unit pixels for each 1/460 of the face's height
 */
export function findThinHair(seen: HairBeforeRoom, unit: number): Float32Array {
  const { rgb, hair, width, height } = seen;
  const small = { width: Math.ceil(width / SCALE), height: Math.ceil(height / SCALE) };
  const { inner, outer, edge } = weigh(seen, small, unit);
  const sigma = (AROUND * unit) / SCALE;
  const own = meanAround(seen, inner, small, sigma);
  const wall = meanAround(seen, outer, small, sigma);
  const enlarge = (plane: Float32Array): Float32Array => resample(plane, small.width, small.height, width, height);
  const reduced = rgb.map((plane) => resample(plane, width, height, small.width, small.height)) as unknown as Planes;
  const plain = plainnessAround(reduced, outer, small, sigma);
  const deviation = deviationAround(reduced, inner, small, sigma);
  for (let j = 0; j < edge.length; j++) edge[j]! *= own.known[j]! * wall.known[j]! * plain[j]!;
  const [share, streaks] = [enlarge(edge), enlarge(deviation)];
  const [material, behind] = [own, wall].map(({ mean }) => mean.map(enlarge) as unknown as Planes) as [Planes, Planes];
  for (let i = 0; i < share.length; i++) {
    const most = SHARE * hair[i]! * share[i]!;
    share[i] = most < 0.02 ? 0 : most * wallIn(rgb, i, material, behind, DEVIATIONS * streaks[i]!);
  }
  keepReached(share, seen);
  give(
    inner,
    outer,
    edge,
    plain,
    deviation,
    streaks,
    ...reduced,
    own.known,
    wall.known,
    ...own.mean,
    ...wall.mean,
    ...material,
    ...behind,
  );
  return share;
}

interface Size {
  width: number;
  height: number;
}

/** Where hair is thick, where the wall is, and where hair may be thin. */
function weigh(
  { alpha, valid, hair, width, height }: HairBeforeRoom,
  small: Size,
  unit: number,
): { inner: Float32Array; outer: Float32Array; edge: Float32Array } {
  const reduce = (plane: Float32Array): Float32Array => resample(plane, width, height, small.width, small.height);
  const [person, photo, inner] = [reduce(alpha), reduce(valid), reduce(hair)];
  const outer = take(person.length);
  for (let i = 0; i < outer.length; i++) outer[i] = person[i]! < 0.02 && photo[i]! > 0.99 ? 1 : 0;
  // The photo's own end is no outline.
  for (let i = 0; i < person.length; i++) if (photo[i]! < 0.5) person[i] = 1;
  const edge = blur(person, small.width, small.height, (THIN * unit) / SCALE);
  for (let i = 0; i < edge.length; i++) {
    inner[i]! *= smoothstep(INNER, 1, edge[i]!) * photo[i]!;
    edge[i] = 1 - smoothstep(OUTER, INNER, edge[i]!);
  }
  give(person, photo);
  return { inner, outer, edge };
}

/** Mean colour around each place where the weight is, and how far it can be relied on. */
function meanAround(
  { rgb, width, height }: HairBeforeRoom,
  weight: Float32Array,
  small: Size,
  sigma: number,
): { mean: Planes; known: Float32Array } {
  const known = blur(weight, small.width, small.height, sigma);
  const mean = rgb.map((plane) => {
    const weighted = resample(plane, width, height, small.width, small.height);
    for (let i = 0; i < weighted.length; i++) weighted[i]! *= weight[i]!;
    const sum = blur(weighted, small.width, small.height, sigma);
    for (let i = 0; i < sum.length; i++) sum[i]! /= known[i]! + 1e-4;
    give(weighted);
    return sum;
  }) as unknown as Planes;
  for (let i = 0; i < known.length; i++) known[i] = smoothstep(0.01, 0.05, known[i]!);
  return { mean, known };
}

/** There and back across the picture: thin places wind no more than so often. */
const ROUNDS = 3;

/** A sheen amid dark hair has the wall's colour, too: thin is only what is reached from outside through places as thin. */
function keepReached(thin: Float32Array, { alpha, width, height }: HairBeforeRoom): void {
  const reached = take(thin.length);
  for (let i = 0; i < thin.length; i++) reached[i] = 1 - alpha[i]!;
  const pull = (i: number, x: number, y: number): void => {
    let most = reached[i]!;
    if (x > 0) most = Math.max(most, reached[i - 1]!);
    if (x < width - 1) most = Math.max(most, reached[i + 1]!);
    if (y > 0) most = Math.max(most, reached[i - width]!);
    if (y < height - 1) most = Math.max(most, reached[i + width]!);
    reached[i] = Math.min(most, Math.max(thin[i]!, 1 - alpha[i]!));
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < thin.length; i++) pull(i, i % width, Math.floor(i / width));
    for (let i = thin.length - 1; i >= 0; i--) pull(i, i % width, Math.floor(i / width));
  }
  for (let i = 0; i < thin.length; i++) thin[i] = Math.min(thin[i]!, reached[i]!);
  give(reached);
}

/** How much of a light wall's colour a pixel of hair has, 0..1. @param streaks how much lighter strands of this hair are than others */
function wallIn(rgb: Planes, i: number, material: Planes, wall: Planes, streaks: number): number {
  const lighter = lumaAt(wall, i) - lumaAt(material, i);
  const strands = Math.max(STRANDS, streaks / Math.max(lighter, FAINT));
  const contrast = smoothstep(FAINT, BRIGHT, lighter);
  if (contrast === 0 || strands >= 1) return 0;
  let [along, length, all] = [0, 1e-4, 0];
  for (const c of CHANNELS) {
    const [step, off] = [wall[c][i]! - material[c][i]!, rgb[c][i]! - material[c][i]!];
    along += off * step;
    length += step * step;
    all += off * off;
  }
  const t = along / length;
  const beside = Math.sqrt(Math.max(0, all - t * along));
  const near = clamp(t, 0, 1);
  const between = BETWEEN + (AT_WALL - BETWEEN) * near;
  const off = smoothstep(between, BESIDE + (BESIDE_WALL - BESIDE) * near, beside);
  return contrast * (1 - off) * clamp((t - strands) / (1 - strands), 0, 1);
}
