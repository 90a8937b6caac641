/**
 * Reused float buffers of this thread. Big typed arrays live outside the JavaScript heap, where the collector notices them late, and the first
 * write to each page of new memory costs more than most filters do.
 */
let free: ArrayBuffer[] = [];
let freeBytes = 0;

/** Bytes that are kept for reuse at most. */
const MOST_KEPT = 256 * 2 ** 20;
/** How many times larger than asked a reused buffer may be. */
const MOST_WASTE = 4;
/** Buffers come in eight sizes between a power of two and the next, so that photos of different sizes share them. */
const STEPS = 8;

function capacityFor(bytes: number): number {
  const step = Math.max(64, 2 ** Math.floor(Math.log2(bytes)) / STEPS);
  return Math.ceil(bytes / step) * step;
}

/** Where a buffer of this many bytes stands, or would stand, among those that are free: smaller ones come first. */
function placeOf(bytes: number): number {
  let [low, high] = [0, free.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (free[middle]!.byteLength < bytes) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A buffer of `length` floats; its content is undefined. */
export function take(length: number): Float32Array {
  const bytes = length * Float32Array.BYTES_PER_ELEMENT;
  const at = placeOf(bytes);
  const fitting = free[at];
  if (!fitting || fitting.byteLength > MOST_WASTE * capacityFor(bytes))
    return new Float32Array(new ArrayBuffer(capacityFor(bytes)), 0, length);
  free.splice(at, 1);
  freeBytes -= fitting.byteLength;
  return new Float32Array(fitting, 0, length);
}

/** A buffer of zeros. */
export function takeZeros(length: number): Float32Array {
  return take(length).fill(0);
}

/** Returns buffers for reuse. The caller must not touch them afterwards. */
export function give(...buffers: Float32Array[]): void {
  for (const { buffer } of buffers) {
    if (!(buffer instanceof ArrayBuffer) || freeBytes + buffer.byteLength > MOST_KEPT) continue;
    free.splice(placeOf(buffer.byteLength), 0, buffer);
    freeBytes += buffer.byteLength;
  }
}

/** Forgets all free buffers, where nothing like the last job comes soon. */
export function dropScratch(): void {
  free = [];
  freeBytes = 0;
}
