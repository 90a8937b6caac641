/** What a file is by its first bytes; names and declared types are not believed. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic' | 'other';

export interface PictureSize {
  width: number;
  height: number;
}

const HEIF_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1'];

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The format, as the server will see it. */
export function formatOf(bytes: Uint8Array): PictureFormat {
  if (bytes.length < 16) return 'other';
  const text = latin(bytes, 0, 16);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.slice(4, 8) === 'ftyp' && HEIF_BRANDS.includes(text.slice(8, 12))) return 'heic';
  return 'other';
}

/** The size in the first frame header of a JPEG, behind whatever the camera has written before it. */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // padding
      continue;
    }
    // Frame headers are C0 to CF, but for the tables and the restart interval among them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xda) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** WebP has three kinds: lossy, lossless, and extended with a canvas of its own. */
function webpSize(view: DataView, kind: string): PictureSize | null {
  if (view.byteLength < 30) return null;
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const read24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return kind === 'VP8X' ? { width: read24(24), height: read24(27) } : null;
}

/** The size a picture claims in its header, without decoding it; null where it cannot be read. */
export function sizeOf(bytes: Uint8Array, format: PictureFormat): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'jpeg') return jpegSize(view);
  if (format === 'png' && view.byteLength >= 24) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (format === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return format === 'webp' ? webpSize(view, latin(bytes, 12, 16)) : null;
}
