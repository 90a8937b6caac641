/** Floats of a pixel: red, green, blue, alpha. */
const N = 4;
/** Smaller shares of a pixel at the rim of a disc than this are left out. */
const SEEN_SHARE = 0.02;

/** Pixels of one row, and the sums of all before each: the sum of a span is one difference. */
interface Row {
  readonly pixels: Float32Array;
  readonly sums: Float64Array;
  /** The first and the last float that is not 0. Of an empty row the last lies before the first. */
  readonly first: number;
  readonly last: number;
}

/** The sums of a row begin with a zero: one more pixel than the row has. Kept, since a scene blurs layers of one size. */
let sumsBefore = new Float64Array(0);

function sumRows(pixels: Float32Array, width: number, height: number): Row[] {
  const length = (width + 1) * N * height;
  if (sumsBefore.length !== length) sumsBefore = new Float64Array(length);
  return Array.from({ length: height }, (_, y) => {
    const row = pixels.subarray(y * width * N, (y + 1) * width * N);
    const sums = sumsBefore.subarray(y * (width + 1) * N, (y + 1) * (width + 1) * N);
    sums.fill(0, 0, N);
    let first = row.length;
    let last = -1;
    for (let i = 0; i < row.length; i++) {
      const own = row[i]!;
      sums[i + N] = sums[i]! + own;
      if (own === 0) continue;
      if (last < 0) first = i;
      last = i;
    }
    return { pixels: row, sums, first, last };
  });
}

/** Lens blur: every point becomes a disc. Beyond the first and last row, they repeat. @param radius in pixels @returns premultiplied RGBA of the same size */
export function blurByDisc(pixels: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = sumRows(pixels, width, height);
  const r = Math.floor(radius);
  const reach = Array.from({ length: 2 * r + 1 }, (_, k) =>
    Math.max(0, Math.sqrt(Math.max(0, (radius + 0.5) ** 2 - (k - r) ** 2)) - 0.5),
  );
  const spans = Int32Array.from(reach, Math.floor);
  // The pixel at each end of a row counts in part: whole pixels alone would give the discs a serrated rim.
  const ends = Float64Array.from(reach, (length, k) => length - spans[k]!);
  const weights = weightsOf(width, spans, ends);
  const out = new Float32Array(pixels.length);
  const sums = new Float64Array(width * N);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = -r; k <= r; k++) {
      const row = rows[Math.min(height - 1, Math.max(0, y + k))]!;
      // Most depths of a scene are empty in many rows.
      if (row.last < 0) continue;
      addSpan(sums, row, spans[k + r]!);
      if (ends[k + r]! > SEEN_SHARE) addEnds(sums, row, spans[k + r]!, ends[k + r]!);
    }
    for (let x = 0, i = 0, o = y * width * N; x < width; x++, i += N, o += N) {
      const weight = weights[x]!;
      out[o] = sums[i]! / weight;
      out[o + 1] = sums[i + 1]! / weight;
      out[o + 2] = sums[i + 2]! / weight;
      out[o + 3] = sums[i + 3]! / weight;
    }
  }
  return out;
}

/** How many pixels each disc of a row covers: fewer near the left and right edge. */
function weightsOf(width: number, spans: Int32Array, ends: Float64Array): Float64Array {
  return Float64Array.from({ length: width }, (_, x) =>
    spans.reduce((weight, span, k) => {
      const whole = weight + Math.min(width, x + span + 1) - Math.max(0, x - span);
      return ends[k]! > SEEN_SHARE ? whole + 2 * ends[k]! : whole;
    }, 0),
  );
}

/** Adds to each pixel those of the row up to `span` pixels to its left and right. The middle loop needs no edges, and leaves out pixels too far from anything painted. */
function addSpan(sums: Float64Array, row: Row, span: number): void {
  const before = row.sums;
  const end = sums.length;
  const reach = Math.min(end, span * N);
  const inner = Math.max(reach, end - span * N);
  const upper = (span + 1) * N;
  const from = Math.max(reach, row.first - upper);
  const to = Math.min(inner, row.last + upper);
  for (let i = 0; i < reach; i++) sums[i]! += before[Math.min(upper + i, end + (i & 3))]! - before[i & 3]!;
  for (let i = from; i < to; i++) sums[i]! += before[upper + i]! - before[i - span * N]!;
  for (let i = inner; i < end; i++) sums[i]! += before[end + (i & 3)]! - before[i - span * N]!;
}

/** Adds to each pixel a share of the two just beyond its span. */
function addEnds(sums: Float64Array, { pixels, first, last }: Row, span: number, share: number): void {
  const lastPixel = sums.length - N;
  const reach = Math.min(sums.length, (span + 1) * N);
  const inner = Math.max(reach, sums.length - (span + 1) * N);
  const from = Math.max(reach, first - reach);
  const to = Math.min(inner, last + reach + 1);
  for (let i = 0; i < reach; i++)
    sums[i]! += share * (pixels[i & 3]! + pixels[Math.min(i + (span + 1) * N, lastPixel + (i & 3))]!);
  for (let i = from; i < to; i++) sums[i]! += share * (pixels[i - reach]! + pixels[i + reach]!);
  for (let i = inner; i < sums.length; i++)
    sums[i]! += share * (pixels[i - (span + 1) * N]! + pixels[lastPixel + (i & 3)]!);
}
