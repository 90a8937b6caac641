import sharp from 'sharp';
import { fingerprintOf } from './fingerprint.js';
import type { ImageTrace } from '../../core/port.js';
import { saysSample } from '../../core/provenance.js';
import { readPhoto } from './decode.js';
import { rawInput } from './raw-picture.js';

/** Longest metadata that is read, bytes. */
const LONGEST_XMP = 65_536;

/**
 * Differences from the corner's colour up to which an edge counts as a bar, of 255. Recoding spreads a picture's edge into the bar, which takes
 * the larger one to cut off; that one also cuts into dark pictures between dark bars, which the smaller one leaves whole.
 */
const BARS = [6, 12];

/** Reads the mark and takes the fingerprints of a picture in this process. */
export async function traceImage(bytes: Buffer): Promise<ImageTrace> {
  const read = await readPhoto(bytes);
  if (typeof read === 'string') return { ok: false, reason: read };
  const { picture: decoded, xmp } = read;
  const fingerprints = [await fingerprintOf(rawInput(decoded))];
  for (const threshold of BARS) {
    const { data, info } = await rawInput(decoded)
      .trim({ threshold })
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true });
    if (info.width !== decoded.width || info.height !== decoded.height)
      fingerprints.push(await fingerprintOf(sharp(data)));
  }
  const text = xmp && xmp.length <= LONGEST_XMP ? Buffer.from(xmp).toString('utf8') : '';
  const mark = ownMark(text);
  return { ok: true, mark, isSample: mark !== null && saysSample(text), fingerprints };
}

/** The kind of source our own mark names, as an attribute or as an element; null for marks of others. */
function ownMark(xmp: string): 'compositeSynthetic' | 'trainedAlgorithmicMedia' | null {
  if (!/photoshop:Credit\s*(=\s*["']|>)\s*Bildnis\s*["'<]/.test(xmp)) return null;
  const kind =
    /DigitalSourceType\s*(?:=\s*["']|>)\s*https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)/.exec(xmp)?.[1];
  return kind === 'compositeSynthetic' || kind === 'trainedAlgorithmicMedia' ? kind : null;
}
