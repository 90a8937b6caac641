import type { Cutout, StudioDescriptor } from '../core/descriptor.js';
import type { FaceLibrary } from '../core/models/face-library.js';
import type { PersonMask } from '../core/models/person-mask.js';
import type { Point } from '../core/photo/landmarks.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { lightnessOf } from '../core/raster/lab.js';
import { resample } from '../core/raster/resample.js';
import type { Rgb } from '../core/raster/rgb.js';
import type { Crop } from '../core/rendering/framing.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { cleanPhoto } from '../core/training/clean-photo.js';
import { removeCast } from '../core/training/cast.js';
import { frameFor, meshInCutout, toPhoto, type CutoutFrame } from '../core/training/cutout-frame.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { applyGains, skinGains } from '../core/training/skin.js';
import { sharpPictures } from '../node/pictures.js';
import { compareColours } from './compare-colours.js';
import type { PortraitFigures } from './figures.js';
import { CUTOUT_FACE_HEIGHT } from './make-portraits.js';
import { hairAbove, measureOutline, type Head, type Silhouette } from './measure-outline.js';

/** How much smaller than the cutout the outline is measured. */
const REDUCED = 4;
/** How much wider than the cutout's frame the mask looks, so that it sees the photo otherwise than the training does. */
const WIDER = 1.15;

type ColourFigures = Pick<
  PortraitFigures,
  'colourShift' | 'redder' | 'yellower' | 'lightness' | 'becameSkin' | 'elsewhere' | 'onFace' | 'tint'
>;
type OutlineFigures = Pick<
  PortraitFigures,
  'parts' | 'largestPart' | 'holes' | 'missing' | 'foreign' | 'unsupported' | 'hairCut'
>;

/** A cutout's figures, and how the part of it that a portrait shows is measured. */
export interface MeasuredCutout {
  colours: ColourFigures;
  outlineWithin(crop: Crop): OutlineFigures;
}

/** Compares a cutout with the photo it was made of. @param file the cutout's picture */
export async function measureCutout(
  library: FaceLibrary,
  { photo, analysed }: { photo: Rgb; analysed: AnalysedPhoto },
  { eye, faceHeight }: Cutout,
  file: Uint8Array,
  reference: StudioDescriptor['skin'],
): Promise<MeasuredCutout> {
  const picture = await sharpPictures.decode(file);
  const frame = frameFor(analysed.face, CUTOUT_FACE_HEIGHT);
  const { rgb, valid } = await sampleCutout(sharpPictures, cleanPhoto(photo, analysed.face, frame), frame);
  const alpha = Float32Array.from({ length: picture.width * picture.height }, (_, i) => picture.data[i * 4 + 3]! / 255);
  const head: Head = { alpha, valid, width: picture.width, eye, faceHeight };
  const [width, height] = [picture.width / REDUCED, picture.height / REDUCED];
  const support = await supportOf(library.personMask, photo, frame, width, height);
  const small = Float32Array.from(resample(alpha, picture.width, picture.height, width, height));
  return {
    colours: measureColours(rgb, picture, analysed, frame, reference),
    outlineWithin: (crop) => {
      const { parts, largestPart, holes, missing, foreign, unsupported } = measureOutline(
        within({ alpha: small, support, width, height }, crop),
      );
      const hairCut = hairAbove(Math.round(crop.y), head);
      return { parts, largestPart, holes, missing, foreign, unsupported, hairCut };
    },
  };
}

/** Takes the cast out of the photo and brings it to the person's light, as the training does before anything else, and compares. */
function measureColours(
  photo: Planes,
  cutout: Rgb,
  { face, tone, cast }: AnalysedPhoto,
  frame: CutoutFrame,
  reference: StudioDescriptor['skin'],
): ColourFigures {
  removeCast(photo, cast);
  const points = meshInCutout(face, frame).map(([x, y]): Point => [x, y]);
  const pair = { photo, cutout, points, faceHeight: frame.faceHeight };
  const [ownLightness] = compareColours(pair).before;
  applyGains(photo, skinGains(tone, reference), tone.luminance);
  const { before, after, becameSkin, elsewhere, onFace, tint } = compareColours(pair);
  const wanted = (lightnessOf(reference.luminance) / lightnessOf(tone.luminance)) * ownLightness;
  const [redder, yellower] = [after[1] - before[1], after[2] - before[2]];
  return {
    colourShift: Math.hypot(redder, yellower),
    redder,
    yellower,
    lightness: after[0] / wanted - 1,
    becameSkin,
    elsewhere,
    onFace,
    tint,
  };
}

/** What the person mask says of the photo around the cutout's frame, straight and mirrored, at a reduced size of the cutout. NaN beyond the photo. */
async function supportOf(
  mask: PersonMask,
  photo: Rgb,
  frame: CutoutFrame,
  width: number,
  height: number,
): Promise<Float32Array> {
  const across = (frame.width * frame.scale * WIDER) / 2;
  const down = (frame.height * frame.scale * WIDER) / 2;
  const [x, y] = toPhoto(frame, frame.width / 2, frame.height / 2);
  const left = Math.max(0, Math.floor(x - across));
  const top = Math.max(0, Math.floor(y - down));
  const region = {
    left,
    top,
    width: Math.min(photo.width, Math.ceil(x + across)) - left,
    height: Math.min(photo.height, Math.ceil(y + down)) - top,
  };
  const { data } = await sharpPictures.resample(
    { ...photo, channels: 3 },
    { width: mask.width, height: mask.height, region },
  );
  const straight = Float32Array.from(data, (v) => v / 255);
  const { person: found } = await mask.run(straight);
  const { person: turned } = await mask.run(mirrored(straight, mask.width, 3));
  const back = mirrored(turned, mask.width, 1);
  const probability = found.map((p, i) => (p + back[i]!) / 2);
  return Float32Array.from({ length: width * height }, (_, i) => {
    const column = (i % width) + 0.5;
    const row = Math.floor(i / width) + 0.5;
    const [px, py] = toPhoto(frame, column * REDUCED, row * REDUCED);
    if (px < 0 || py < 0 || px >= photo.width || py >= photo.height) return NaN;
    const u = Math.floor(((px - region.left) / region.width) * mask.width);
    const v = Math.floor(((py - region.top) / region.height) * mask.height);
    return u < 0 || v < 0 || u >= mask.width || v >= mask.height ? NaN : probability[v * mask.width + u]!;
  });
}

/** A picture of this width, left and right exchanged. */
function mirrored(values: Float32Array, width: number, channels: number): Float32Array {
  return values.map((_, i) => {
    const [pixel, channel] = [Math.floor(i / channels), i % channels];
    const [x, row] = [pixel % width, pixel - (pixel % width)];
    return values[(row + width - 1 - x) * channels + channel]!;
  });
}

/** The part of a reduced silhouette that a crop of the cutout shows; clear and unknown where the crop leaves it. */
function within({ alpha, support, width, height }: Silhouette, crop: Crop): Silhouette {
  const [left, top] = [Math.round(crop.x / REDUCED), Math.round(crop.y / REDUCED)];
  const [columns, rows] = [Math.round(crop.width / REDUCED), Math.round(crop.height / REDUCED)];
  const part = { alpha: new Float32Array(columns * rows), support: new Float32Array(columns * rows).fill(NaN) };
  for (let y = Math.max(0, top); y < Math.min(height, top + rows); y++) {
    const [from, to] = [Math.max(0, left), Math.min(width, left + columns)];
    const at = (y - top) * columns + from - left;
    part.alpha.set(alpha.subarray(y * width + from, y * width + to), at);
    part.support.set(support.subarray(y * width + from, y * width + to), at);
  }
  return { ...part, width: columns, height: rows };
}
