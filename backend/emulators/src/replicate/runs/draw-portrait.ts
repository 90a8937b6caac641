import sharp, { type Sharp } from 'sharp';
import { drawBackdrop } from './backdrop.js';
import { lookOf, type Look } from './look.js';
import { sampleMark, sampleXmp } from './sample-mark.js';

export type PictureFormat = 'webp' | 'jpg' | 'png';

export const contentTypes: Readonly<Record<PictureFormat, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

export interface Wanted {
  width: number;
  height: number;
  format: PictureFormat;
  /** 0 to 100. */
  quality: number;
}

/** Height of what is shown of a wide photo, as a multiple of its width. */
const WIDE_HEIGHT = 1.2;

/** Where the photo stands in the picture, in pixels. */
interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A sample of a portrait: one of the person's own photos in front of a drawn ground, as the prompt's words ask for, with «Muster» across it.
 * The same prompt and the same numbers from `next` give the same picture. No detector looks for the face: it is taken to lie in the upper
 * part of tall photos, and where skin is in wide ones.
 */
export async function drawPortrait(photo: Buffer, wanted: Wanted, prompt: string, next: () => number): Promise<Buffer> {
  const look = lookOf(prompt);
  const place = placeOf(look, wanted);
  const shown = await cutPhoto(photo, place, look, next);
  const picture = sharp(drawBackdrop(look, wanted.width, wanted.height, next)).composite([
    { input: shown, left: place.left, top: place.top },
    { input: sampleMark(wanted.width, wanted.height), left: 0, top: 0 },
  ]);
  return encode(picture.removeAlpha(), wanted);
}

/** Ovals and frames hang on the ground; an arch stands on the lower edge. */
function placeOf({ outline, share }: Look, wanted: Wanted): Place {
  const width = Math.round(wanted.width * share);
  const top = Math.round(wanted.height * (outline === 'arch' ? 0.09 : 0.075));
  const height = outline === 'arch' ? wanted.height - top : wanted.height - 2 * top;
  return { left: Math.round((wanted.width - width) / 2), top, width, height };
}

/** The photo in the light and the outline of the look. */
async function cutPhoto(photo: Buffer, place: Place, { light, outline }: Look, next: () => number): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  // A wide photo has no height to spare: the less is cut off its sides, the surer the face is whole, and the ground shows below it.
  const isWide = height <= (width * place.height) / place.width;
  const cut = isWide ? { ...place, height: Math.min(place.height, Math.round(place.width * WIDE_HEIGHT)) } : place;
  const picture = sharp(photo)
    .extract(isWide ? { left: 0, top: 0, width, height } : bandOf(width, height, cut.width / cut.height, next))
    .resize(cut.width, cut.height, { fit: 'cover', position: sharp.strategy.attention });
  const fromRight = next() < 0.5;
  if (next() < 0.5) picture.flop();
  const warmth = light.warmth * 0.09 + spread(next, 0.03);
  const lit = await picture
    .modulate({
      brightness: light.brightness * (1 + spread(next, 0.05)),
      saturation: light.saturation * (1 + spread(next, 0.1)),
    })
    .linear(
      [1 + warmth, 1, 1 - warmth].map((one) => one * light.contrast),
      Array<number>(3).fill(128 * (1 - light.contrast)),
    )
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(lit)
    .composite([{ input: shadeOf(cut, light.shade, fromRight) }, { input: outlineOf(cut, outline), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Darkness on the side that the light does not reach. */
function shadeOf({ width, height }: Place, depth: number, fromRight: boolean): Buffer {
  const [x1, x2] = fromRight ? [1, 0] : [0, 1];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="shade" x1="${x1}" y1="0" x2="${x2}" y2="0"><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${depth}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#shade)"/></svg>`,
  );
}

function outlineOf({ width, height }: Place, outline: Look['outline']): Buffer {
  const round = Math.min(width / 2, height * 0.36);
  const shape = {
    arch: `<path d="M0,${height} V${round} A${width / 2},${round} 0 0 1 ${width},${round} V${height} Z"/>`,
    oval: `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}"/>`,
    frame: `<rect width="${width}" height="${height}" rx="${Math.round(width * 0.03)}"/>`,
  }[outline];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`);
}

/** A plain grey picture of the same size and format. */
export function drawGrey(wanted: Wanted): Promise<Buffer> {
  return encode(
    sharp({ create: { width: wanted.width, height: wanted.height, channels: 3, background: '#808080' } }),
    wanted,
  );
}

/** The part of a tall photo between two heights that the picture shows; what is too wide of it is trimmed later. */
function bandOf(
  width: number,
  height: number,
  ratio: number,
  next: () => number,
): { left: number; top: number; width: number; height: number } {
  const shown = Math.max(1, Math.floor((width / ratio) * (0.92 + 0.08 * next())));
  const top = Math.floor((height - shown) * (0.02 + 0.12 * next()));
  return { left: 0, top, width, height: shown };
}

/** From -most to +most. */
function spread(next: () => number, most: number): number {
  return (next() * 2 - 1) * most;
}

function encode(unmarked: Sharp, { format, quality }: Wanted): Promise<Buffer> {
  const picture = unmarked.withXmp(sampleXmp);
  // The encoders' own scale begins at 1.
  const options = { quality: Math.max(1, quality) };
  if (format === 'png') return picture.png().toBuffer();
  return (format === 'jpg' ? picture.jpeg(options) : picture.webp(options)).toBuffer();
}
