import { previewPerson } from '../core/rendering/preview-person.js';
import { retouchFace } from '../core/rendering/retouch.js';
import { DEFAULT_RETOUCH } from '../core/port.js';
import { cutOutSingle, type NoCutout, type SingleCutout } from '../core/training/single-cutout.js';
import { drawMark } from './mark.js';
import type { Models } from './models.js';
import type { PaintedScenes } from './painted-scenes.js';
import { browserPictures, decodePhoto } from './pictures.js';

/** Size of what is shown, in pixels: as previews before training are (facts.previews.draftPixels). */
const [WIDTH, HEIGHT] = [384, 480];
/** Height of the face in the cutout: that of the closest crop a preview may show. */
const FACE = 208;

/** One photo on this device, and what is made of it. */
export interface Session {
  takePhoto(photo: Blob): Promise<NoCutout | null>;
  /** @throws Error where there is no photo */
  show(scene: string): Promise<{ portrait: ImageBitmap; before: ImageBitmap }>;
}

export function createSession(models: Models, scenes: PaintedScenes): Session {
  let person: SingleCutout | null = null;
  return {
    async takePhoto(photo) {
      person = null;
      const decoded = await decodePhoto(photo);
      if (typeof decoded === 'string') return decoded;
      const found = await cutOutSingle(browserPictures, models, decoded, FACE);
      if (typeof found === 'string') return found;
      retouchFace(found.picture, found.cutout, DEFAULT_RETOUCH);
      person = found;
      return null;
    },
    async show(key) {
      if (!person) throw new Error('there is no photo');
      const { portrait, before } = await previewPerson(browserPictures, person, await scenes(key), WIDTH, HEIGHT);
      return { portrait: bitmapOf(withAlpha(portrait), true), before: bitmapOf(before, false) };
    },
  };
}

function withAlpha(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!;
    rgba[to + 1] = rgb[from + 1]!;
    rgba[to + 2] = rgb[from + 2]!;
    rgba[to + 3] = 255;
  }
  return rgba;
}

function bitmapOf(rgba: Uint8Array, isMarked: boolean): ImageBitmap {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas');
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), WIDTH, HEIGHT), 0, 0);
  if (isMarked) drawMark(context);
  return canvas.transferToImageBitmap();
}
