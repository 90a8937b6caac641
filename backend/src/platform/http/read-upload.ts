import type { Readable } from 'node:stream';
import { AppError } from '../errors/index.js';

/** The upload stood still, or took too long while others waited for its room. */
export class UploadStalled extends AppError {
  constructor() {
    super('unavailable', { detail: 'the upload took too long' });
    this.name = 'UploadStalled';
  }
}

export interface ReadingLimits {
  /** Most bytes of the file. */
  maxBytes: number;
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  signal: AbortSignal;
  /** Hears of each piece as it comes. */
  onChunk?: ((chunk: Buffer) => void) | undefined;
}

/**
 * Reads a whole file into memory. What comes is copied into one piece: a file sent in crumbs would take many times its size as a list of them.
 * Leaves the stream alone at the end: `receiveFile` lets what was not read leave the socket. The caller sees to `release`.
 * @throws AppError `file_too_large`, UploadStalled, the stream's own error, the signal's reason
 */
export async function readUpload(file: Readable, { maxBytes, silenceMs, signal, onChunk }: ReadingLimits): Promise<Buffer<ArrayBuffer>> {
  signal.throwIfAborted();
  // Its pages are taken from the system only as they are written to.
  const whole = Buffer.allocUnsafeSlow(maxBytes);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let size = 0;
  const silence = setTimeout(() => reject(new UploadStalled()), silenceMs);
  const onData = (chunk: Buffer): void => {
    if (size + chunk.length > maxBytes) return reject(new AppError('file_too_large'));
    silence.refresh();
    onChunk?.(chunk);
    size += chunk.copy(whole, size);
  };
  const onEnd = (): void => resolve(size);
  const onAbort = (): void => reject(signal.reason);
  file.on('data', onData).on('end', onEnd).on('error', reject);
  signal.addEventListener('abort', onAbort);
  try {
    return whole.subarray(0, await promise);
  } catch (error) {
    release(whole);
    throw error;
  } finally {
    clearTimeout(silence);
    file.off('data', onData).off('end', onEnd).off('error', reject);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Gives the memory back at once: until garbage is collected, a dozen finished uploads would lie about. Whoever still holds the bytes finds none. */
export function release(bytes: Buffer<ArrayBuffer>): void {
  bytes.buffer.transfer(0);
}
