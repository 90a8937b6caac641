import type { Raster, Rgb } from '../core/raster/rgb.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import type { CutoutFrame } from '../core/training/cutout-frame.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { removeCast } from '../core/training/cast.js';
import type { SkinTone } from '../core/training/skin.js';
import { connectedComponents } from '../core/raster/components.js';
import type { Region } from '../core/raster/resample.js';
import { decode } from '../core/raster/srgb.js';
import { sharpPictures } from '../node/pictures.js';
import { PARTS, type Part } from './drawn-looks.js';
import type { KnownPhoto } from './drawn-people.js';

/** What a cutout has of what is true. */
export interface Kept {
  /** Share of each part's area that is kept, weighted by alpha; 1 for parts the person does not have. */
  kept: Record<Part, number>;
  /** Shares of the picture, weighted by alpha: what is missing inside the person, and what is left where nobody is. */
  holes: number;
  leftovers: number;
  /** Share of the picture that the largest piece takes up which does not touch the person. */
  piece: number;
  /** Pixels of hair, cloth and fingers that have the skin's colour, although neither the photo nor the person's own colour there has it. */
  skinned: number;
}

/** From here on a pixel is the person's alone, and up to here the room's alone. */
const [ALL, NONE] = [0.99, 0.01];
/** Share of a pixel that must be the part for which its colour is judged. */
const MOSTLY = 0.95;

/**
 * Compares a cutout with the truth, in the light that the training gives the photo before anything else.
 * @param photo the photo as the engine saw it @param part what portraits show of the cutout, in its pixels
 */
export async function compareWithTruth(
  cutout: Raster,
  frame: CutoutFrame,
  photo: Rgb,
  truth: KnownPhoto,
  { tone, cast }: Pick<AnalysedPhoto, 'tone' | 'cast'>,
  part: Region,
): Promise<Kept> {
  const { width, height, alpha, parts, own } = truth;
  const sampled = async (picture: Rgb) => sampleCutout(sharpPictures, picture, frame);
  const pictured = (plane: Float32Array): Rgb => ({ data: tripled(plane), width, height });
  const [real, seen, true_] = [await sampled(pictured(alpha)), await sampled(photo), await sampled(own)];
  for (const { rgb } of [seen, true_]) removeCast(rgb, cast);
  const shares: Partial<Record<Part, Float32Array>> = {};
  for (const name of PARTS) shares[name] = (await sampled(pictured(parts[name]))).rgb[0];
  const found: Kept = {
    kept: { skin: 1, hair: 1, cloth: 1, fingers: 1 },
    holes: 0,
    leftovers: 0,
    piece: 0,
    skinned: 0,
  };
  const shown = new Float32Array(frame.width * frame.height);
  const area = { skin: 0, hair: 0, cloth: 0, fingers: 0 };
  const kept = { skin: 0, hair: 0, cloth: 0, fingers: 0 };
  let pixels = 0;
  for (let y = Math.max(0, Math.ceil(part.y)); y < Math.min(frame.height, part.y + part.height); y++) {
    for (let x = Math.max(0, Math.ceil(part.x)); x < Math.min(frame.width, part.x + part.width); x++) {
      const i = y * frame.width + x;
      if (real.valid[i]! < 0.5) continue;
      pixels++;
      shown[i] = Number(cutout.data[i * 4 + 3]! > 127);
      const [now, wanted] = [cutout.data[i * 4 + 3]! / 255, real.rgb[0][i]!];
      if (wanted >= ALL) found.holes += 1 - now;
      if (wanted <= NONE) found.leftovers += now;
      for (const name of PARTS) {
        area[name] += shares[name]![i]!;
        kept[name] += Math.min(shares[name]![i]!, now * (shares[name]![i]! / Math.max(1e-3, wanted)));
      }
      if (1 - shares.skin![i]! < MOSTLY || wanted < MOSTLY || now < MOSTLY) continue;
      const became = isSkin(
        [0, 1, 2].map((c) => cutout.data[i * 4 + c]! / 255),
        tone,
        1,
      );
      if (became && ![seen, true_].some(({ rgb }) => isSkin([rgb[0][i]!, rgb[1][i]!, rgb[2][i]!], tone, NEARLY)))
        found.skinned++;
    }
  }
  for (const name of PARTS) if (area[name] > 0) found.kept[name] = kept[name] / area[name];
  const pieces = [...connectedComponents(shown, frame.width)].map((piece) => piece.length).toSorted((a, b) => b - a);
  found.piece = (pieces[1] ?? 0) / pixels;
  found.holes /= pixels;
  found.leftovers /= pixels;
  return found;
}

function tripled(plane: Float32Array): Uint8Array {
  const data = new Uint8Array(plane.length * 3);
  for (let i = 0; i < plane.length; i++) data.fill(Math.round(plane[i]! * 255), i * 3, i * 3 + 3);
  return data;
}

/** Largest distance from the face's skin in logs of channel ratios, and its brightness by the face's. */
const ALIKE = 0.28;
const [DARKEST, LIGHTEST] = [0.35, 2.2];
/** What is that much farther from the skin's colour still had it nearly. */
const NEARLY = 1.25;

function isSkin(colour: readonly number[], tone: SkinTone, slack: number): boolean {
  const [r, g, b] = colour.map(decode) as [number, number, number];
  const light = (0.2126 * r + 0.7152 * g + 0.0722 * b) / tone.luminance;
  const far = Math.hypot(
    Math.log((r + 1e-3) / (g + 1e-3)) - tone.redGreen,
    Math.log((b + 1e-3) / (g + 1e-3)) - tone.blueGreen,
  );
  return far < ALIKE * slack && light > DARKEST / slack && light < LIGHTEST * slack;
}
