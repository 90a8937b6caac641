import type { Readable } from 'node:stream';
import { AppError } from '../errors/index.js';

/** The most that a socket hands over at once, in bytes. */
export const PIECE_BYTES = 65_536;

/** The upload stood still, or was too slow, or slower than others while there was no room for all. It was not taken: sending it again is right. */
export class UploadTooSlow extends AppError {
  constructor() {
    super('upload_too_slow', { detail: 'the upload took too long', retryAfterSeconds: 2 });
    this.name = 'UploadTooSlow';
  }
}

export interface Reading {
  /** Most bytes of the file. */
  maxBytes: number;
  signal: AbortSignal;
  /** Asks for room for so many bytes in all; `go` is called once there is, perhaps at once. Nothing is read meanwhile. */
  room(bytes: number, go: () => void): void;
  /** Hears of each piece as it comes. */
  onChunk?: ((chunk: Buffer) => void) | undefined;
}

/**
 * Reads a whole file into memory, never more at a time than there is room for. What comes is copied into one piece that grows: a file
 * sent in crumbs would take many times its size as a list of them.
 * Leaves the stream alone at the end: `receiveFile` lets what was not read leave the socket. The caller sees to `release`.
 * @throws AppError `file_too_large`, the stream's own error, the signal's reason
 */
export async function readUpload(
  file: Readable,
  { maxBytes, signal, room, onChunk }: Reading,
): Promise<Buffer<ArrayBuffer>> {
  signal.throwIfAborted();
  const whole = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let size = 0;
  let over = false;
  const keep = (chunk: Buffer): void => {
    if (over) return;
    whole.resize(size + chunk.length);
    new Uint8Array(whole).set(chunk, size);
    size += chunk.length;
    room(Math.min(size + PIECE_BYTES, maxBytes), () => void (over || file.resume()));
  };
  const onData = (chunk: Buffer): void => {
    if (size + chunk.length > maxBytes) return reject(new AppError('file_too_large'));
    onChunk?.(chunk);
    file.pause();
    room(size + chunk.length, () => keep(chunk));
  };
  const onEnd = (): void => resolve();
  const onAbort = (): void => reject(signal.reason);
  file.on('data', onData).on('end', onEnd).on('error', reject);
  signal.addEventListener('abort', onAbort);
  try {
    await promise;
    return Buffer.from(whole, 0, size);
  } catch (error) {
    whole.transfer(0);
    throw error;
  } finally {
    over = true;
    file.off('data', onData).off('end', onEnd).off('error', reject);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Gives the memory back at once: until garbage is collected, a dozen finished uploads would lie about. The buffer is empty afterwards for everybody who still holds it. */
export function release(bytes: Buffer<ArrayBuffer>): void {
  bytes.buffer.transfer(0);
}
