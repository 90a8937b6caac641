/** No quality is low enough for the allowed size. */
export class TooHeavy extends Error {
  constructor(bytes: number, limit: number) {
    super(`a picture has ${bytes} bytes even at the lowest quality; allowed are ${limit}`);
    this.name = 'TooHeavy';
  }
}

/** The first of the qualities, best first, whose file keeps the limit in bytes. @throws TooHeavy */
export async function encodeWithin(
  limit: number,
  qualities: readonly number[],
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let smallest = Infinity;
  for (const quality of qualities) {
    const file = await encode(quality);
    if (file.length <= limit) return file;
    smallest = file.length;
  }
  throw new TooHeavy(smallest, limit);
}
