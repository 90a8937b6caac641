import { BildnisError } from './errors.js';
import { MAX_PICTURE_BYTES } from './generated/operations.js';

/** Where the bytes of a picture come from. Paths of a file system: `fromPath` of `@bildnis/sdk/node`. */
export type PictureSource = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Reads a source whole: what is sent again or counted must be there. Streams end at the size the server takes.
 * @throws BildnisError `file_too_large`, `aborted`, or `source_invalid` where reading fails
 */
export async function toBlob(source: PictureSource, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return new Blob([source]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of chunksOf(source)) {
      if (signal?.aborted) throw new BildnisError({ code: 'aborted', status: 0, cause: signal.reason });
      size += part.byteLength;
      if (size > MAX_PICTURE_BYTES) throw new BildnisError({ code: 'file_too_large', status: 0, detail: `more than ${MAX_PICTURE_BYTES} bytes` });
      parts.push(new Uint8Array(part));
    }
  } catch (error) {
    throw error instanceof BildnisError ? error : new BildnisError({ code: 'source_invalid', status: 0, cause: error });
  }
  return new Blob(parts);
}

/** Not every browser goes through a stream with `for await`. Leaving early cancels it. */
async function* chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in source)) return yield* source;
  const reader = source.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
