import { blur } from '../raster/blur.js';
import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { deviationAround, plainnessAround } from './plain-room.js';

/** A person with hair before a room. Planes of one size, hair of any. */
export interface HairyPerson {
  /** The photo itself. */
  rgb: Planes;
  /** Where the photo is; elsewhere it is continued. */
  valid: Float32Array;
  alpha: Float32Array;
  width: number;
  height: number;
  /** How much of the person around is hair, 0..1, at half of the size. */
  hair: Float32Array;
}

/** A veil is smooth: it is found at this part of the size. */
const SCALE = 4;
/** How far a veil reaches in from the outline, how far around hair and room are looked at, and what is finer than it; in units of the face. */
const REACH = 20;
const AROUND = 32;
const FINE = 5;
/** Share of the person around a place (0..1) up to which the veil is whole, from which there is none, and from which hair is certainly free of it. */
const [WHOLE, NONE] = [0.8, 0.95];
const FREE = 0.98;
/** How much lighter (0..1) than the hair a room must be to throw a veil. */
const [FAINT, BRIGHT] = [0.15, 0.3];
/** How far (0..1) a colour may lie beside those between hair and room: farther off it is the hair's own. */
const [BETWEEN, BESIDE] = [0.07, 0.15];
/**
 * How far towards the room's colour hair differs anyway: at least so far, and so many deviations of the hair that is free. How much farther a
 * veil has to lie to be taken for one, and the share that is taken off.
 */
const USUAL = 0.06;
const DEVIATIONS = 2;
const FULL = 0.12;
const SHARE = 0.8;
/** Hair is left this much of its brightness, whatever lies over it. */
const LEFT = 0.35;
const HAIRY = [0.4, 0.8] as const;
/** What is less than that (0..1) does not show. */
const SEEN = 1 / 255;

/**
 * Light of a bright room spreads in the lens and lies over the hair beside it: before a dark scene it would stand as a glow around the head.
 * Hair that gains in the room's colour on its way out to the outline goes back most of the way to the colour it has farther in, and never
 * beyond; strands are finer than that, and a sheen that ends before the outline is the hair's own. Changes the planes in place.
 * @param unit pixels for each 1/460 of the face's height
 */
export function takeVeilOff(colours: Planes, person: HairyPerson, unit: number): void {
  const { width, height } = person;
  const [w, h] = [Math.ceil(width / SCALE), Math.ceil(height / SCALE)];
  const veil = findVeil(colours, person, { width: w, height: h }, unit / SCALE);
  for (const c of CHANNELS) {
    if (!veil[c]!.some((over) => Math.abs(over) > SEEN)) continue;
    const [own, full] = [colours[c], resample(veil[c]!, w, h, width, height)];
    for (let i = 0; i < own.length; i++) if (full[i] !== 0) own[i] = clamp(own[i]! - full[i]!, LEFT * own[i]!, 1);
    give(full);
  }
  give(...veil);
}

interface Size {
  width: number;
  height: number;
}

/** What is taken off. Scratch buffers. */
function findVeil(colours: Planes, person: HairyPerson, size: Size, unit: number): Float32Array[] {
  const reduce = (plane: Float32Array): Float32Array => resample(plane, person.width, person.height, ...sidesOf(size));
  const { hairy, inside, visible, free, room } = weigh(person, size, unit);
  const [front, back] = [colours.map(reduce), person.rgb.map(reduce)];
  const seen = meanOver(front, visible, size, FINE * unit);
  const own = meanOver(front, free, size, AROUND * unit);
  const wall = meanOver(back, room, size, AROUND * unit);
  const plain = plainnessAround(back as unknown as Planes, room, size, AROUND * unit);
  const deviation = deviationAround(seen.mean as unknown as Planes, free, size, AROUND * unit);
  const [share, rim] = [take(hairy.length), take(hairy.length)];
  for (let i = 0; i < share.length; i++) {
    const known = plain[i]! * smoothstep(0.01, 0.05, own.known[i]!) * smoothstep(0.01, 0.05, wall.known[i]!);
    // Also a little beyond the outline: planes are enlarged.
    share[i] =
      seen.known[i]! < 0.02 || known === 0
        ? 0
        : known * roomIn(seen.mean, i, own.mean, wall.mean, DEVIATIONS * deviation[i]!);
    rim[i] = visible[i]! * (1 - smoothstep(0.5, WHOLE, inside[i]!));
  }
  const atRim = meanOver([share], rim, size, AROUND * unit);
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    // What there is of it, but no more than there is right at the outline.
    const ratio = Math.min(1, atRim.mean[0]![i]! / share[i]!);
    const edge = 1 - smoothstep(WHOLE, NONE, inside[i]!);
    share[i] = SHARE * ratio * edge * smoothstep(0, FULL, share[i]!) * hairy[i]!;
  }
  const veil = CHANNELS.map((c) => {
    const plane = take(share.length);
    for (let i = 0; i < plane.length; i++) plane[i] = share[i]! * (seen.mean[c]![i]! - own.mean[c]![i]!);
    return plane;
  });
  give(hairy, inside, visible, free, room, plain, deviation, share, rim, ...front, ...back);
  for (const { mean, known } of [seen, own, wall, atRim]) give(known, ...mean);
  return veil;
}

const sidesOf = ({ width, height }: Size): [number, number] => [width, height];

/** Where there is hair, how far inside the person a place lies, which hair shows, which of it is free of a veil, and where the room is. */
function weigh(person: HairyPerson, size: Size, unit: number) {
  const { width, height } = person;
  const alpha = resample(person.alpha, width, height, ...sidesOf(size));
  const photo = resample(person.valid, width, height, ...sidesOf(size));
  const hairy = resample(person.hair, width / 2, height / 2, ...sidesOf(size));
  const [visible, free, room] = [take(alpha.length), take(alpha.length), take(alpha.length)];
  for (let i = 0; i < alpha.length; i++) {
    hairy[i] = smoothstep(...HAIRY, hairy[i]!);
    visible[i] = alpha[i]! * hairy[i]!;
    room[i] = alpha[i]! < 0.02 && photo[i]! > 0.99 ? 1 : 0;
    // The photo's own end is no outline.
    if (photo[i]! < 0.5) alpha[i] = 1;
  }
  const inside = blur(alpha, ...sidesOf(size), REACH * unit);
  for (let i = 0; i < free.length; i++) free[i] = visible[i]! * smoothstep(FREE, 1, inside[i]!);
  give(alpha, photo);
  return { hairy, inside, visible, free, room };
}

/** Mean around each place where the weight is, and how much weight there is. */
function meanOver(
  planes: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): { mean: Float32Array[]; known: Float32Array } {
  const known = blur(weight, ...sidesOf(size), sigma);
  const product = take(weight.length);
  const mean = planes.map((plane) => {
    for (let i = 0; i < product.length; i++) product[i] = plane[i]! * weight[i]!;
    const sum = blur(product, ...sidesOf(size), sigma);
    for (let i = 0; i < sum.length; i++) sum[i]! /= known[i]! + 1e-4;
    return sum;
  });
  give(product);
  return { mean, known };
}

const LUMA = [0.3, 0.59, 0.11] as const;

/** How much of a light room's colour lies over hair, 0..1. @param differs how much lighter places of this hair are than others */
function roomIn(
  seen: readonly Float32Array[],
  i: number,
  own: readonly Float32Array[],
  wall: readonly Float32Array[],
  differs: number,
): number {
  let [lighter, along, length, all] = [0, 0, 1e-4, 0];
  for (const c of CHANNELS) {
    const [step, off] = [wall[c]![i]! - own[c]![i]!, seen[c]![i]! - own[c]![i]!];
    lighter += LUMA[c] * step;
    along += off * step;
    length += step * step;
    all += off * off;
  }
  const t = along / length;
  const beside = Math.sqrt(Math.max(0, all - t * along));
  const contrast = smoothstep(FAINT, BRIGHT, lighter);
  const usual = Math.max(USUAL, differs / Math.max(lighter, FAINT));
  if (usual >= 1) return 0;
  return contrast * (1 - smoothstep(BETWEEN, BESIDE, beside)) * clamp((t - usual) / (1 - usual), 0, 1);
}
