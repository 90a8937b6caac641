import sharp from 'sharp';
import { provenanceXmp } from '../provenance.js';
import { sniff } from '../studio/photo/sniff.js';

/** What a model draws; other formats may be programs for the decoder, such as SVG. */
const PICTURES = new Set(['jpeg', 'png', 'webp']);

/** A fetched picture as we deliver it: 4:5 in our size, marked, nothing else in it. @throws Error for bytes no decoder reads */
export async function finishPortrait(bytes: Buffer, width: number): Promise<Buffer> {
  if (!PICTURES.has(sniff(bytes))) throw new Error('no picture as we ask for');
  return sharp(bytes, { limitInputPixels: 16_000_000, failOn: 'error' })
    .resize(width, Math.round(width * 1.25), { fit: 'cover', kernel: 'lanczos3' })
    .removeAlpha()
    .withXmp(provenanceXmp('trainedAlgorithmicMedia'))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
