import sharp from 'sharp';

/** Mean absolute difference of two pictures at 64 × 80, 0..1. */
export async function differenceOf(a: Uint8Array, b: Uint8Array): Promise<number> {
  const small = (jpeg: Uint8Array): Promise<Buffer> =>
    sharp(jpeg).resize(64, 80, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [x, y] = await Promise.all([small(a), small(b)]);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]! - y[i]!);
  return sum / x.length / 255;
}
