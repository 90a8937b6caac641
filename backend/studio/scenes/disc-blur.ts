/** Floats of a pixel: red, green, blue, alpha. */
const N = 4;
/** Smaller shares of a pixel at the rim of a disc than this are left out. */
const SEEN_SHARE = 0.02;

/** Pixels of one row, and the sums of all before each: the sum of a span is one difference. */
interface Row {
  readonly pixels: Float32Array;
  readonly sums: Float64Array;
}

/** The sums of a row begin with a zero: one more pixel than the row has. Kept, since a scene blurs layers of one size. */
let sumsBefore = new Float64Array(0);

function sumRows(pixels: Float32Array, width: number, height: number): void {
  const length = (width + 1) * N * height;
  if (sumsBefore.length !== length) sumsBefore = new Float64Array(length);
  for (let y = 0; y < height; y++) {
    let i = y * (width + 1) * N;
    sumsBefore.fill(0, i, i + N);
    for (let x = 0; x < width * N; x++, i++) sumsBefore[i + N] = sumsBefore[i]! + pixels[y * width * N + x]!;
  }
}

/** Lens blur: every point becomes a disc. Beyond the first and last row, they repeat. @param radius in pixels @returns premultiplied RGBA of the same size */
export function blurByDisc(pixels: Float32Array, width: number, height: number, radius: number): Float32Array {
  sumRows(pixels, width, height);
  const r = Math.floor(radius);
  const reach = Array.from({ length: 2 * r + 1 }, (_, k) =>
    Math.max(0, Math.sqrt(Math.max(0, (radius + 0.5) ** 2 - (k - r) ** 2)) - 0.5),
  );
  const spans = Int32Array.from(reach, Math.floor);
  // The pixel at each end of a row counts in part: whole pixels alone would give the discs a serrated rim.
  const ends = Float64Array.from(reach, (length, k) => length - spans[k]!);
  const rows = Array.from({ length: height }, (_, y) => ({
    pixels: pixels.subarray(y * width * N, (y + 1) * width * N),
    sums: sumsBefore.subarray(y * (width + 1) * N, (y + 1) * (width + 1) * N),
  }));
  const weights = weightsOf(width, spans, ends);
  const out = new Float32Array(pixels.length);
  const sums = new Float64Array(width * N);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = -r; k <= r; k++) {
      const row = rows[Math.min(height - 1, Math.max(0, y + k))]!;
      addSpan(sums, row, spans[k + r]!);
      if (ends[k + r]! > SEEN_SHARE) addEnds(sums, row, spans[k + r]!, ends[k + r]!);
    }
    for (let i = 0, o = y * width * N; i < sums.length; i++, o++) out[o] = sums[i]! / weights[i >> 2]!;
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

/** Adds to each pixel those of the row up to `span` pixels to its left and right. The long loop in the middle has no edges to look after. */
function addSpan(sums: Float64Array, row: Row, span: number): void {
  const before = row.sums;
  const last = sums.length;
  const reach = Math.min(last, span * N);
  const inner = Math.max(reach, last - span * N);
  const upper = (span + 1) * N;
  for (let i = 0; i < reach; i++) sums[i]! += before[Math.min(upper + i, last + (i & 3))]! - before[i & 3]!;
  for (let i = reach; i < inner; i++) sums[i]! += before[upper + i]! - before[i - span * N]!;
  for (let i = inner; i < last; i++) sums[i]! += before[last + (i & 3)]! - before[i - span * N]!;
}

/** Adds to each pixel a share of the two just beyond its span. */
function addEnds(sums: Float64Array, { pixels }: Row, span: number, share: number): void {
  const last = sums.length - N;
  const reach = Math.min(sums.length, (span + 1) * N);
  const inner = Math.max(reach, sums.length - (span + 1) * N);
  for (let i = 0; i < reach; i++)
    sums[i]! += share * (pixels[i & 3]! + pixels[Math.min(i + (span + 1) * N, last + (i & 3))]!);
  for (let i = reach; i < inner; i++) sums[i]! += share * (pixels[i - reach]! + pixels[i + reach]!);
  for (let i = inner; i < sums.length; i++) sums[i]! += share * (pixels[i - (span + 1) * N]! + pixels[last + (i & 3)]!);
}
