import sharp from 'sharp';
import { facts, type PortraitFormat } from '../facts/index.js';
import type { FacePlace, RenderedPortrait } from '../integrations/portrait-engine/index.js';
import { formatSize, largestHeight, type FormatKey } from './portrait-format-keys.js';

/**
 * How large the face is in a format, from forehead to chin, as a share of its height; where none is given, as much is shown as there is. A small
 * picture needs a large face: with the hair it takes 50 to 60 %, as our guides advise.
 */
const FACE_SHARE: Partial<Record<FormatKey, number>> = { linkedin: 0.45, cv: 0.5, signature: 0.47, badge: 0.45 };
/** Height of the eyes, as a share of the picture's. */
const EYE_LINE = 0.42;
/** A banner shows a band: eyes a little higher, so that the chin stays in. */
const BANNER_EYE_LINE = 0.36;
const QUALITY = 92;
/** Files for print and application portals, which ask for 150 kB and more: nothing of the portrait's detail is saved on. */
export const PRINT_QUALITY = 100;

interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of a portrait that a format shows, in whole pixels inside it and never smaller than the format itself. */
export function cropFor(format: PortraitFormat, picture: { width: number; height: number }, face: FacePlace): Crop {
  const largest = largestHeight(format, picture);
  const share = FACE_SHARE[format.key];
  const wished = share ? face.height / share : largest;
  const height = Math.round(Math.min(largest, Math.max(wished, Math.min(largest, format.height))));
  const width = Math.min(picture.width, Math.round((height * format.width) / format.height));
  const eyeLine = format.key === 'banner' ? BANNER_EYE_LINE : EYE_LINE;
  const inside = (wish: number, room: number) => Math.round(Math.min(Math.max(0, wish), room));
  return {
    left: inside(face.x - width / 2, picture.width - width),
    top: inside(face.y - height * eyeLine, picture.height - height),
    width,
    height,
  };
}

/** A portrait in every format, with the mark of its provenance. */
export async function cutFormats({
  jpeg,
  width,
  height,
  face,
}: RenderedPortrait): Promise<{ key: FormatKey; jpeg: Buffer }[]> {
  const cut: { key: FormatKey; jpeg: Buffer }[] = [];
  for (const format of facts.portraitFormats) {
    const size = formatSize(format, { width, height });
    const picture = sharp(jpeg)
      .extract(cropFor(format, { width, height }, face))
      .resize(size.width, size.height, { kernel: 'lanczos3' })
      .keepXmp();
    if (format.print) picture.withDensity(format.print.dpi);
    cut.push({
      key: format.key,
      jpeg: await picture
        .jpeg({ quality: format.print ? PRINT_QUALITY : QUALITY, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    });
  }
  return cut;
}
