import { AsyncResource } from 'node:async_hooks';
import { Transform, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '../errors/index.js';

/**
 * Hands on the one file of a multipart form as it streams in; nothing is kept in between.
 * @throws AppError `unsupported_media_type` without a multipart form, `validation` without a file.
 */
export async function receiveFile<T>(request: Request, use: (file: Readable) => Promise<T>): Promise<T> {
  let form: ReturnType<typeof busboy>;
  try {
    form = busboy({ headers: request.headers, limits: { files: 1, fields: 4, fieldSize: 1024, parts: 6 } });
  } catch {
    throw new AppError('unsupported_media_type');
  }
  // The file's event comes from the socket, outside this request's context; what handles it belongs to the request.
  const useInContext = AsyncResource.bind(use);
  return new Promise<T>((resolve, reject) => {
    let used: Promise<T> | null = null;
    form.on('file', (field, file) => {
      if (field !== 'file' || used) {
        file.resume();
        return;
      }
      used = useInContext(file);
      used.catch(() => file.resume());
    });
    form.on('error', (error) => reject(error instanceof AppError ? error : new AppError('validation', { detail: 'the form is broken off' })));
    form.on('close', () => {
      if (used) used.then(resolve, reject);
      else reject(new AppError('validation', { fields: [{ path: 'file', code: 'required', message: 'a file is needed' }] }));
    });
    request.on('aborted', () => form.destroy(new Error('aborted')));
    request.pipe(form);
  });
}

/**
 * Hands on a file until it is larger than allowed; whatever is not read still leaves the socket.
 * @throws AppError `file_too_large`, and whatever `use` throws
 */
export async function capped<T>(file: Readable, maxBytes: number, use: (file: Readable) => Promise<T>, onChunk?: (chunk: Buffer) => void): Promise<T> {
  let size = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new AppError('file_too_large'));
      onChunk?.(chunk);
      done(null, chunk);
    },
  });
  file.on('error', (error) => cap.destroy(error));
  try {
    return await use(file.pipe(cap));
  } catch (error) {
    throw size > maxBytes ? new AppError('file_too_large') : error;
  } finally {
    file.resume();
  }
}
