import { applyModels, giveModels, guidedModels, type LinearModels, type Planes } from '../raster/guided-filter.js';
import { blur } from '../raster/blur.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { fitColourModel, giveModel, mixAt, quarter, type ColourMix, type ColourModel } from './colour-model.js';
import { findThinHair } from './thin-hair.js';

/** What the matte is refined from. Planes at full resolution, probability and hair at half; they go on where the photo has ended. */
export interface MatteInput {
  rgb: Planes;
  valid: Float32Array;
  width: number;
  height: number;
  probability: Float32Array;
  /** How much of the person around is hair, 0..1. */
  hair: Float32Array;
  /** Forehead to chin in pixels. */
  faceHeight: number;
}

/** At full resolution, 0..1. */
export interface Matte {
  alpha: Float32Array;
  /** What alpha lost because a light wall shines through hair. */
  thin: Float32Array;
}

/** Refines the probability of the person to an alpha matte: clear edges of skin and cloth, soft ones of hair. */
export function refineMatte(input: MatteInput): Matte {
  const { width, height, probability } = input;
  const [hw, hh] = [width / 2, height / 2];
  const unit = input.faceHeight / 460;
  const half = input.rgb.map((plane) => resample(plane, width, height, hw, hh)) as unknown as Planes;
  const colours = coloursAround(input, unit);
  const coarse = [alignToEdges(half, probability, hw, hh, unit), sharpenSoftly(half, probability, hw, hh, unit)];
  const [clear, soft] = coarse.map((plane) => resample(plane, hw, hh, width, height)) as [Float32Array, Float32Array];
  const probabilityFull = resample(probability, hw, hh, width, height);
  const hair = resample(input.hair, hw, hh, width, height);
  const alpha = decideByColour(input, { clear, soft, probability: probabilityFull, hair, colours });
  giveModel(colours);
  give(...coarse, clear, soft);
  polish(input, half, alpha, probabilityFull, unit);
  give(probabilityFull, hair);
  const thin = letShine(input, half, alpha, unit);
  give(...half);
  return { alpha, thin };
}

/** Radius in units, and least deviation (squared, 0..1) of colours, at which a strand counts as an edge. */
const STRAND = 4;
const STRAND_CONTRAST = 1e-4;
/** How much of what the filter finds counts beside the mask itself. */
const FILTERED = 0.6;

/** The mask with the picture's finest edges in it, as soft as it is. Half resolution. */
function sharpenSoftly(
  half: Planes,
  probability: Float32Array,
  width: number,
  height: number,
  unit: number,
): Float32Array {
  const models = guidedModels(
    half,
    probability,
    width,
    height,
    Math.max(1, Math.round(STRAND * unit)),
    STRAND_CONTRAST,
  );
  const sharp = applyModels(models, half);
  giveModels(models);
  for (let i = 0; i < sharp.length; i++)
    sharp[i] = probability[i]! + (clamp(sharp[i]!, 0, 1) - probability[i]!) * FILTERED;
  return sharp;
}

/** Pulls the coarse mask's edge to the picture's edges. Half resolution. */
function alignToEdges(
  half: Planes,
  probability: Float32Array,
  width: number,
  height: number,
  unit: number,
): Float32Array {
  const models = guidedModels(half, probability, width, height, Math.max(1, Math.round(5 * unit)), 4e-4);
  const guided = applyModels(models, half);
  giveModels(models);
  const spread = blur(probability, width, height, 8 * unit);
  for (let i = 0; i < guided.length; i++) {
    const p = (clamp(guided[i]!, 0, 1) + probability[i]!) / 2;
    // Where the mask wavers over a wide place, half a person would look like a hole.
    const wide = 1 - smoothstep(0.04, 0.1, Math.abs(spread[i]! - probability[i]!));
    guided[i] = smoothstep(0.3 + 0.07 * wide, 0.8 - 0.22 * wide, p);
  }
  give(spread);
  return guided;
}

function coloursAround(input: MatteInput, unit: number): ColourModel {
  const { width, height } = input;
  const planes = input.rgb.map((plane) => quarter(plane, width, height)) as unknown as Planes;
  const valid = quarter(input.valid, width, height);
  const [qw, qh] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const probability = resample(input.probability, width / 2, height / 2, qw, qh);
  const variance = varianceWithin(input.rgb, width, height);
  const model = fitColourModel({ rgb: planes, variance, probability, valid, width: qw, height: qh, unit });
  give(...planes, valid, probability, variance);
  return model;
}

/** Variance of the brightness in each block of 4 × 4 pixels. */
function varianceWithin(rgb: Planes, width: number, height: number): Float32Array {
  const luma = take(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = 0.3 * rgb[0][i]! + 0.59 * rgb[1][i]! + 0.11 * rgb[2][i]!;
  const mean = quarter(luma, width, height);
  for (let i = 0; i < luma.length; i++) luma[i]! *= luma[i]!;
  const variance = quarter(luma, width, height);
  for (let i = 0; i < variance.length; i++) variance[i] = Math.max(0, variance[i]! - mean[i]! * mean[i]!);
  give(luma, mean);
  return variance;
}

/** All at full resolution, but for the colours. */
interface Drafts {
  /** Alpha with clear edges, and with soft ones. */
  clear: Float32Array;
  soft: Float32Array;
  probability: Float32Array;
  hair: Float32Array;
  colours: ColourModel;
}

/** Between these probabilities colours have a say. */
const [NOBODY, SOMEBODY] = [0.005, 0.985];
/** How much they count where they are reliable: at clear edges, and in hair, where they may move alpha only so far, and farther the surer they are. */
const CLEAR_SHARE = 0.92;
const HAIR_SHARE = 0.8;
const HAIR_MOST = 0.45;
const HAIR_MORE = 0.45;
/** Of hair that is neither thin nor thick for certain, what is nobody's below the first and the person's above the second. */
const HAZE = [0.2, 0.8] as const;
/** Shares of hair between which an edge turns from clear to soft. */
const HAIRY = [0.4, 0.8] as const;

/** Where the mask is undecided the mix of colours decides, within what the mask allows. It goes on where the photo has ended, for the filters after it. */
function decideByColour(
  { rgb, width, height }: MatteInput,
  { clear, soft, probability, hair, colours }: Drafts,
): Float32Array {
  const alpha = take(width * height);
  const mix: ColourMix = { alpha: 0, reliability: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const p = probability[i]!;
      if (p <= NOBODY || p >= SOMEBODY) {
        alpha[i] = p <= NOBODY ? 0 : 1;
        continue;
      }
      mixAt(colours, (x - 1.5) / 4, (y - 1.5) / 4, rgb[0][i]!, rgb[1][i]!, rgb[2][i]!, mix);
      const share = smoothstep(...HAIRY, hair[i]!);
      let a = 0;
      if (share < 1) a += (1 - share) * clearAlpha(clear[i]!, p, mix);
      if (share > 0) a += share * hairAlpha(soft[i]!, p, mix);
      alpha[i] = a;
    }
  }
  return alpha;
}

function clearAlpha(draft: number, p: number, { alpha, reliability }: ColourMix): number {
  const mixed = draft + (alpha - draft) * CLEAR_SHARE * reliability;
  return Math.max(mixed * smoothstep(0.1, 0.45, p), smoothstep(0.55, 0.92, p));
}

function hairAlpha(draft: number, p: number, { alpha, reliability }: ColourMix): number {
  // Where colours do not bear out that hair is thin, a haze of the old room would stay.
  const firm = smoothstep(...HAZE, draft);
  const thin = firm + (draft - firm) * reliability;
  const most = HAIR_MOST + HAIR_MORE * smoothstep(0.5, 0.9, reliability);
  const mixed = thin + (clamp(alpha, thin - most, thin + most) - thin) * HAIR_SHARE * reliability;
  return Math.max(mixed, smoothstep(0.97, 0.998, p)) * smoothstep(0.01, 0.12, p);
}

/** Removes speckles along the edge and sets clear ends: a breath of alpha everywhere would show as haze. */
function polish(input: MatteInput, half: Planes, alpha: Float32Array, probability: Float32Array, unit: number): void {
  const { width, height } = input;
  const [hw, hh] = [width / 2, height / 2];
  const small = resample(alpha, width, height, hw, hh);
  const models = guidedModels(half, small, hw, hh, Math.max(1, Math.round(2 * unit)), 1.5e-4);
  const full = enlargeModels(models, hw, hh, width, height);
  for (let i = 0; i < alpha.length; i++) {
    const p = probability[i]!;
    let a = alpha[i]!;
    if (p > 0.01 && p < 0.995) {
      const smooth =
        full.a[0][i]! * input.rgb[0][i]! +
        full.a[1][i]! * input.rgb[1][i]! +
        full.a[2][i]! * input.rgb[2][i]! +
        full.b[i]!;
      a += (clamp(smooth, 0, 1) - a) * 0.6;
    }
    alpha[i] = clamp((a - 0.09) / 0.85, 0, 1) * input.valid[i]!;
  }
  giveModels(models);
  giveModels(full);
  give(small);
}

/** Hair through which a light wall shines becomes transparent. @returns what alpha lost */
function letShine(
  { valid, hair, width, height }: MatteInput,
  half: Planes,
  alpha: Float32Array,
  unit: number,
): Float32Array {
  const [hw, hh] = [width / 2, height / 2];
  const [photo, person] = [valid, alpha].map((plane) => resample(plane, width, height, hw, hh)) as [
    Float32Array,
    Float32Array,
  ];
  const thin = findThinHair({ rgb: half, valid: photo, alpha: person, hair, width: hw, height: hh }, unit / 2);
  const full = resample(thin, hw, hh, width, height);
  for (let i = 0; i < alpha.length; i++) {
    const left = Math.min(alpha[i]!, 1 - full[i]!);
    full[i] = alpha[i]! - left;
    alpha[i] = left;
  }
  give(photo, person, thin);
  return full;
}

function enlargeModels(
  models: LinearModels,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): LinearModels {
  const enlarge = (plane: Float32Array): Float32Array => resample(plane, width, height, toWidth, toHeight);
  return { a: [enlarge(models.a[0]), enlarge(models.a[1]), enlarge(models.a[2])], b: enlarge(models.b) };
}
