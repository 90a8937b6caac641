/** Side of the small grey picture a fingerprint is taken from, in pixels. */
export const FINGERPRINT_SIDE = 32;
/** The lowest frequencies in each direction, without the mean: 16 × 16 comparisons. */
const FREQUENCIES = 16;

const cosines = Array.from({ length: FREQUENCIES }, (_, u) =>
  Float64Array.from({ length: FINGERPRINT_SIDE }, (__, x) =>
    Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * FINGERPRINT_SIDE)),
  ),
);

/**
 * Perceptual fingerprint: which of the 256 lowest cosine frequencies of a picture lie above their median. Recoding, scaling and
 * small changes of tone flip a few of the bits; other pictures differ in about half.
 * @param grey the picture's brightness at FINGERPRINT_SIDE squared @returns 64 hex digits
 */
export function fingerprintOfGrey(grey: Uint8Array): string {
  const rows = cosines.map((wave) =>
    Float64Array.from({ length: FINGERPRINT_SIDE }, (_, y) =>
      sum(FINGERPRINT_SIDE, (x) => grey[y * FINGERPRINT_SIDE + x]! * wave[x]!),
    ),
  );
  const values = cosines.flatMap((wave) => rows.map((row) => sum(FINGERPRINT_SIDE, (y) => row[y]! * wave[y]!)));
  const sorted = values.toSorted((a, b) => a - b);
  const median = (sorted[values.length / 2 - 1]! + sorted[values.length / 2]!) / 2;
  let hex = '';
  for (let i = 0; i < values.length; i += 4)
    hex += [0, 1, 2, 3].reduce((digit, bit) => digit * 2 + (values[i + bit]! > median ? 1 : 0), 0).toString(16);
  return hex;
}

function sum(count: number, of: (index: number) => number): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += of(i);
  return total;
}
