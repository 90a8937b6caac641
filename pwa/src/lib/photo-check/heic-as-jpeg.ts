import { formatOf } from './picture-header';

/** Longest side of what training works with, in pixels: the service makes larger photos smaller as well. */
const LONGEST = 2400;
const QUALITY = 0.92;

/** A HEIC photo as JPEG where this browser can read it; any other file as it is, and HEIC too where it cannot: the service reads it. */
export async function heicAsJpeg(file: File, bytes: ArrayBuffer): Promise<File> {
  if (formatOf(new Uint8Array(bytes)) !== 'heic' || typeof OffscreenCanvas !== 'function') return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })], file.name, {
      type: 'image/jpeg',
    });
  } catch {
    return file;
  }
}
