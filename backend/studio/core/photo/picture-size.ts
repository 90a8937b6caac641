import type { PhotoFormat } from './sniff.js';

/** Width and height in pixels, as a file claims them before any turn. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Reads a picture's size off its header, so that nothing is decoded that is too large.
 * @param bytes the file, or as much of its beginning as holds the header (64 KB and any previews in it)
 * @returns null where it cannot be found
 */
export function pictureSize(bytes: Uint8Array, format: PhotoFormat): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (format === 'png') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (format === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (format === 'webp') return webpSize(view);
    return format === 'jpeg' ? jpegSize(view) : null;
  } catch {
    return null; // it ends before that
  }
}

/** Follows the segments to the one that begins the frame. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Frames are C0 to CF, but for the tables among them.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

function webpSize(view: DataView): PictureSize | null {
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (view.getUint8(15)) {
    case 0x58: // VP8X
      return { width: three(24) + 1, height: three(27) + 1 };
    case 0x4c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 0x20:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}
