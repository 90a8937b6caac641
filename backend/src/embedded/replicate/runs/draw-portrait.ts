import sharp, { type Sharp } from 'sharp';

export type PictureFormat = 'webp' | 'jpg' | 'png';

export const contentTypes: Readonly<Record<PictureFormat, string>> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };

export interface Wanted {
  width: number;
  height: number;
  format: PictureFormat;
  /** 0 to 100. */
  quality: number;
}

/**
 * A «portrait» out of one of the person's own photos: its crop, its side and its tone depend on `next` alone. No detector
 * looks for the face: it is taken to lie in the upper part of tall photos, and where skin is in wide ones.
 */
export async function drawPortrait(photo: Buffer, wanted: Wanted, next: () => number): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(photo).metadata();
  // A wide photo has no height to spare, and a face may reach down to its edge: it gets a little room below.
  const wide = height <= (width * wanted.height) / wanted.width;
  const room = wide ? Math.round(wanted.height * (0.05 + 0.04 * next())) : 0;
  const picture = sharp(photo)
    .extract(wide ? { left: 0, top: 0, width, height } : bandOf(width, height, wanted.width / wanted.height, next))
    .resize(wanted.width, wanted.height - room, { fit: 'cover', position: sharp.strategy.attention })
    .extend({ bottom: room, extendWith: 'copy' });
  if (next() < 0.5) picture.flop();
  const warmth = spread(next, 0.05);
  const light = 1 + spread(next, 0.08);
  picture
    .modulate({ brightness: light, saturation: 1 + spread(next, 0.2) })
    .linear([1 + warmth, 1, 1 - warmth], [0, 0, 0]);
  return encode(picture, wanted);
}

/** A plain grey picture of the same size and format. */
export function drawGrey(wanted: Wanted): Promise<Buffer> {
  return encode(sharp({ create: { width: wanted.width, height: wanted.height, channels: 3, background: '#808080' } }), wanted);
}

/** The part of a tall photo between two heights that the picture shows; what is too wide of it is trimmed later. */
function bandOf(width: number, height: number, ratio: number, next: () => number): { left: number; top: number; width: number; height: number } {
  const shown = Math.max(1, Math.floor((width / ratio) * (0.92 + 0.08 * next())));
  const top = Math.floor((height - shown) * (0.1 + 0.15 * next()));
  return { left: 0, top, width, height: shown };
}

/** From -most to +most. */
function spread(next: () => number, most: number): number {
  return (next() * 2 - 1) * most;
}

function encode(picture: Sharp, { format, quality }: Wanted): Promise<Buffer> {
  // The encoders' own scale begins at 1.
  const options = { quality: Math.max(1, quality) };
  if (format === 'png') return picture.png().toBuffer();
  return (format === 'jpg' ? picture.jpeg(options) : picture.webp(options)).toBuffer();
}
