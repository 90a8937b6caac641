import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '../errors/index.js';
import { UploadTooSlow } from './read-upload.js';

/** A file that comes in. */
export interface Upload {
  file: Readable;
  /** Most bytes it can have, by the length of its request; null where that is not told. */
  declaredBytes: number | null;
}

/**
 * Hands on the one file of a multipart form as it streams in; nothing is kept in between.
 * @throws AppError `unsupported_media_type` without a multipart form, `validation` without a file.
 */
export async function receiveFile<T>(request: Request, use: (upload: Upload) => Promise<T>): Promise<T> {
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
      // A connection that ends breaks the file as well, and nobody listens to one that is left out or still waits.
      file.on('error', () => undefined);
      if (field !== 'file' || used) {
        file.resume();
        return;
      }
      used = useInContext({ file, declaredBytes: Number(request.headers['content-length']) || null });
      used.catch((error) => {
        file.resume();
        // The end of the form may never come.
        if (error instanceof UploadTooSlow) reject(error);
      });
    });
    form.on('error', (error) =>
      reject(error instanceof AppError ? error : new AppError('validation', { detail: 'the form is broken off' })),
    );
    form.on('close', () => {
      if (used) used.then(resolve, reject);
      else
        reject(
          new AppError('validation', { fields: [{ path: 'file', code: 'required', message: 'a file is needed' }] }),
        );
    });
    request.on('aborted', () => form.destroy(new Error('aborted')));
    request.pipe(form);
  });
}
