/**
 * Reused float buffers of this thread. Big typed arrays live outside the JavaScript heap, where the collector notices them late:
 * without reuse a rendering thread grows by hundreds of megabytes.
 */
const free = new Map<number, Float32Array[]>();

/** A buffer of `length` floats; its content is undefined. */
export function take(length: number): Float32Array {
  return free.get(length)?.pop() ?? new Float32Array(length);
}

/** A buffer of zeros. */
export function takeZeros(length: number): Float32Array {
  return take(length).fill(0);
}

/** Returns buffers for reuse. The caller must not touch them afterwards. */
export function give(...buffers: Float32Array[]): void {
  for (const buffer of buffers) {
    const list = free.get(buffer.length);
    if (list) list.push(buffer);
    else free.set(buffer.length, [buffer]);
  }
}

/** Forgets all free buffers, after a job whose sizes will not come again. */
export function dropScratch(): void {
  free.clear();
}
