import sharp, { type Sharp } from 'sharp';
import { between, type Random } from '../core/raster/random.js';

/** A photo that is made when it is asked for. */
export interface Variation {
  name: string;
  photo(): Promise<Buffer>;
}

/** What is done to a photo, in this order. */
export interface Change {
  /** The part that is left, in pixels. */
  cut?: { left: number; top: number; right: number; bottom: number };
  /** New width as a share of the old. */
  scale?: number;
  isMirrored?: boolean;
  /** Degrees. */
  turn?: number;
  /** Light. */
  gain?: number;
  /** Deviation of a Gaussian in pixels. */
  blur?: number;
  /** Greatest noise, of 255. */
  grain?: number;
  isGrey?: boolean;
  quality?: number;
}

/** Changes a photo and writes it as a JPEG. */
export async function altered(photo: Buffer, change: Change, random: Random): Promise<Buffer> {
  let raw = await placed(photo, change);
  if (change.turn) raw = await rawOf(opened(raw).rotate(change.turn, { background: '#8a8d90' }));
  const { gain = 1, blur = 0, grain = 0 } = change;
  let picture = opened(raw);
  if (gain !== 1) picture = picture.linear(gain, 0);
  if (blur >= 0.3) picture = picture.blur(blur);
  const lit = await rawOf(picture);
  if (grain > 0)
    for (let i = 0; i < lit.data.length; i++)
      lit.data[i] = Math.max(0, Math.min(255, Math.round(lit.data[i]! + (random() + random() - 1) * grain)));
  const last = change.isGrey ? opened(lit).greyscale() : opened(lit);
  return last.jpeg({ quality: change.quality ?? Math.round(between(random, 60, 95)) }).toBuffer();
}

type Raw = Awaited<ReturnType<typeof rawOf>>;

const rawOf = (picture: Sharp) => picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
const opened = ({ data, info }: Raw): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

async function placed(photo: Buffer, { cut, scale = 1, isMirrored = false }: Change): Promise<Raw> {
  const raw = await rawOf(sharp(photo).autoOrient().toColourspace('srgb'));
  const { width, height } = raw.info;
  let picture = opened(raw);
  if (cut) {
    const [left, top] = [Math.round(cut.left), Math.round(cut.top)];
    const right = Math.min(width, Math.max(left + 16, Math.round(cut.right)));
    const bottom = Math.min(height, Math.max(top + 16, Math.round(cut.bottom)));
    picture = picture.extract({ left, top, width: right - left, height: bottom - top });
  }
  const size = cut ? Math.round(cut.right) - Math.round(cut.left) : width;
  if (scale !== 1) picture = picture.resize(Math.max(16, Math.round(size * scale)));
  return rawOf(isMirrored ? picture.flop() : picture);
}
