import sharp from 'sharp';
import { provenanceXmp } from '../provenance.js';

/** A fetched picture as we deliver it: 4:5 in our size, marked, nothing else in it. @throws Error for bytes no decoder reads */
export const finishPortrait = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: 16_000_000, failOn: 'error' })
    .resize(width, Math.round(width * 1.25), { fit: 'cover', kernel: 'lanczos3' })
    .removeAlpha()
    .withXmp(provenanceXmp('trainedAlgorithmicMedia'))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
