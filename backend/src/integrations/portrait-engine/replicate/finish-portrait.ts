import sharp from 'sharp';
import { provenanceXmp, saysSample, sniff } from '@bildnis/studio/core';

/** What a model draws; other formats may be programs for the decoder, such as SVG. */
const PICTURES = new Set(['jpeg', 'png', 'webp']);

/** Longest metadata that is read, bytes. */
const LONGEST_XMP = 65_536;

/**
 * A fetched picture as we deliver it: 4:5 in our size, marked as what it is, nothing else in it. That it is a sample it says itself.
 * @throws Error for bytes no decoder reads
 */
export async function finishPortrait(bytes: Buffer, width: number): Promise<{ jpeg: Buffer; isSample: boolean }> {
  if (!PICTURES.has(sniff(bytes))) throw new Error('no picture as we ask for');
  const picture = sharp(bytes, { limitInputPixels: 16_000_000, failOn: 'error' });
  const { xmp } = await picture.metadata();
  const isSample = xmp !== undefined && xmp.length <= LONGEST_XMP && saysSample(xmp.toString('utf8'));
  const jpeg = await picture
    .resize(width, Math.round(width * 1.25), { fit: 'cover', kernel: 'lanczos3' })
    .removeAlpha()
    .withXmp(isSample ? provenanceXmp('compositeSynthetic', { isSample }) : provenanceXmp('trainedAlgorithmicMedia'))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { jpeg, isSample };
}
