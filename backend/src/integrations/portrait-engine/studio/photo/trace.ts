import sharp from 'sharp';
import { FINGERPRINT_SIDE, fingerprintOf } from '../../fingerprint.js';
import type { ImageTrace } from '../../port.js';
import { decodePhoto, rawInput } from './decode.js';

/** Longest metadata that is read, bytes. */
const LONGEST_XMP = 65_536;

/** Reads the mark and takes the fingerprint of a picture in this process. */
export async function traceImage(bytes: Buffer): Promise<ImageTrace> {
  const decoded = await decodePhoto(bytes);
  if (typeof decoded === 'string') return { ok: false, reason: decoded };
  const grey = await rawInput(decoded).greyscale().resize(FINGERPRINT_SIDE, FINGERPRINT_SIDE, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  const { channels } = grey.info;
  const { xmp } = await sharp(bytes).metadata();
  return {
    ok: true,
    mark: xmp && xmp.length <= LONGEST_XMP ? ownMark(xmp.toString('utf8')) : null,
    fingerprint: fingerprintOf(Uint8Array.from({ length: FINGERPRINT_SIDE ** 2 }, (_, i) => grey.data[i * channels]!)),
  };
}

/** The kind of source our own mark names, as an attribute or as an element; null for marks of others. */
function ownMark(xmp: string): 'compositeSynthetic' | 'trainedAlgorithmicMedia' | null {
  if (!/photoshop:Credit\s*(=\s*["']|>)\s*Bildnis\s*["'<]/.test(xmp)) return null;
  const kind = /DigitalSourceType\s*(?:=\s*["']|>)\s*https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)/.exec(xmp)?.[1];
  return kind === 'compositeSynthetic' || kind === 'trainedAlgorithmicMedia' ? kind : null;
}
