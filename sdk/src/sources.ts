import { BildnisError, errorFromThrown } from './errors.js';
import { MAX_PICTURE_BYTES } from './generated/operations.js';

/** Where the bytes of a picture come from. Paths of a file system: `fromPath` of `@bildnis/sdk/node`. */
export type PictureSource =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/**
 * Reads a source whole: what is sent again or counted must be there. Streams end at the size the server takes.
 * @throws BildnisError `file_too_large`, `aborted` (also while the source has nothing to give), or `source_invalid` where reading fails
 */
export async function toBlob(source: PictureSource, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return ofAllowedSize(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return ofAllowedSize(new Blob([source]));
  try {
    return await readAll(partsOf(source), signal);
  } catch (error) {
    throw error instanceof BildnisError
      ? error
      : new BildnisError({
          code: 'source_invalid',
          status: 0,
          detail: error instanceof Error ? error.message : String(error),
          cause: error,
        });
  }
}

const tooLarge = () =>
  new BildnisError({ code: 'file_too_large', status: 0, detail: `more than ${MAX_PICTURE_BYTES} bytes` });

/** What the server would refuse is not sent first. */
function ofAllowedSize(blob: Blob): Blob {
  if (blob.size > MAX_PICTURE_BYTES) throw tooLarge();
  return blob;
}

/** Something that is read part by part, and may be left before its end. */
interface Parts {
  next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  leave(): unknown;
}

/** Not every browser goes through a stream with `for await`. */
function partsOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Parts {
  if ('getReader' in source) {
    const reader = source.getReader();
    return { next: () => reader.read(), leave: () => reader.cancel() };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next() as ReturnType<Parts['next']>, leave: () => iterator.return?.() };
}

async function readAll(parts: Parts, signal: AbortSignal | undefined): Promise<Blob> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(parts.next(), signal);
      if (done || !value) return new Blob(read);
      size += value.byteLength;
      if (size > MAX_PICTURE_BYTES) throw tooLarge();
      read.push(new Uint8Array(value));
    }
  } catch (error) {
    // Not awaited: a source that hangs would hang here as well.
    void Promise.resolve(parts.leave()).catch(() => undefined);
    throw error;
  }
}

/** The answer, or `aborted` as soon as the signal says so. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => reject(errorFromThrown(signal.reason, signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
