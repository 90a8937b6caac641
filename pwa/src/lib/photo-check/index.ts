import { facts } from '~/lib/facts';
import { formatOf, sizeOf, type PictureSize } from './picture-header';

/** What a photo can be refused for on the device. Everything that needs a look at the face is the server's. */
export type DeviceReason = 'unsupported_format' | 'too_large' | 'too_many_pixels' | 'damaged' | 'tiny';

export interface PhotoCheck {
  reason: DeviceReason | null;
  /** Names the content: equal for the same bytes under another name. Null where the browser cannot tell. */
  hash: string | null;
  /** Usable, but smaller than advised. */
  isSmall: boolean;
}

/** Up to here every device decodes a picture; a larger one that fails may only lack memory, and goes to the server. */
const SURELY_DECODED = 25_000_000;

function refusalOf({ width, height }: PictureSize): DeviceReason | null {
  const { maxPixels, maxSide, minFacePixels } = facts.photos;
  if (width * height > maxPixels || Math.max(width, height) > maxSide) return 'too_many_pixels';
  // No face of the least size would fit.
  return Math.max(width, height) < minFacePixels ? 'tiny' : null;
}

async function isBroken(bytes: ArrayBuffer): Promise<boolean> {
  if (typeof createImageBitmap !== 'function') return false;
  try {
    (await createImageBitmap(new Blob([bytes]))).close();
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError';
  }
}

/** SHA-256 in hex. `crypto.subtle` exists on secure origins only. */
async function hashOf(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Looks at a photo before it leaves the device: what can surely be told here, and nothing else. */
export async function checkPhoto(bytes: ArrayBuffer): Promise<PhotoCheck> {
  const refused = (reason: DeviceReason): PhotoCheck => ({ reason, hash: null, isSmall: false });
  const head = new Uint8Array(bytes);
  const format = formatOf(head);
  if (format === 'other') return refused('unsupported_format');
  const size = sizeOf(head, format);
  const reason = size ? refusalOf(size) : null;
  if (reason) return refused(reason);
  // Most browsers read no HEIC; that says nothing about the file.
  const isDecodedHere = format !== 'heic' && (!size || size.width * size.height <= SURELY_DECODED);
  if (isDecodedHere && (await isBroken(bytes))) return refused('damaged');
  return {
    reason: null,
    hash: await hashOf(bytes),
    isSmall: size !== null && Math.min(size.width, size.height) < facts.photos.advisedPixels,
  };
}
