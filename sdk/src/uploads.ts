import type { Client } from './client.js';
import { errorFromAnswer, errorFromThrown, BildnisError } from './errors.js';
import type { Transport } from './operations.js';
import type { Schemas } from './schemas.js';
import { retrying } from './retries.js';
import { toBlob, type PictureSource } from './sources.js';

export interface FileUpload {
  /** JPEG, PNG, WebP, GIF or HEIC, as the server judges by its content; names are not sent. */
  file: PictureSource;
  /** Called with the fraction that has left, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

export interface PhotoUpload extends FileUpload {
  profileId: string;
}

/** Sends one photo for a profile. */
export async function uploadPhoto(transport: Transport, upload: PhotoUpload): Promise<Schemas['PhotoVerdict']> {
  if (!upload.profileId) throw new TypeError('a photo needs its profileId');
  return sendFile(transport, `/api/v1/ai-profiles/${encodeURIComponent(upload.profileId)}/photos`, upload);
}

/** Sends a picture to ask where it came from. */
export function checkImage(transport: Transport, upload: FileUpload): Promise<Schemas['ImageCheck']> {
  return sendFile(transport, '/api/v1/image-checks', upload);
}

/** Sends a picture that was misused, for a report of it. */
export function compareMisusedPicture(transport: Transport, upload: FileUpload): Promise<Schemas['MisusePicture']> {
  return sendFile(transport, '/api/v1/misuse-reports/pictures', upload);
}

/** The photo before, for portraits that were offered as an example. */
export function uploadExampleBefore(
  transport: Transport,
  upload: FileUpload & { generationId: string },
): Promise<Schemas['ExampleUpload']> {
  return sendFile(transport, `/api/v1/generations/${encodeURIComponent(upload.generationId)}/example/before`, upload);
}

/** A picture of an example that an admin prepares. */
export function uploadExamplePicture(
  transport: Transport,
  upload: FileUpload & { exampleId: string; kind: 'before' | 'portrait' },
): Promise<Schemas['ExampleUpload']> {
  const path = `/api/v1/admin/examples/${encodeURIComponent(upload.exampleId)}/uploads/${upload.kind}`;
  return sendFile(transport, path, upload);
}

/** One file as a multipart form. Only repeated where the server says that it has not taken it: an answer that is lost leaves that open. */
async function sendFile<T>(transport: Transport, path: string, upload: FileUpload): Promise<T> {
  const file = await toBlob(upload.file, upload.signal);
  return retrying(
    () => sendOnce<T>(transport, transport.baseUrl + path, file, upload),
    transport.retries,
    upload.signal,
    notTaken,
  );
}

const notTaken = (error: BildnisError): boolean => error.code === 'upload_too_slow';

async function sendOnce<T>(transport: Transport, url: string, file: Blob, upload: FileUpload): Promise<T> {
  const form = new FormData();
  form.append('file', file, 'photo');
  const answer =
    typeof XMLHttpRequest === 'function' && upload.onProgress
      ? await sendWithProgress(url, form, transport, upload)
      : await send(url, bodyOf(form, file.size, upload.onProgress), transport, upload);
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body) as T;
  if (answer.status === 401) transport.onUnauthorized?.();
  throw errorFromAnswer(answer.status, answer.body, answer.headers);
}

interface Answer {
  status: number;
  body: string;
  headers: { get(name: string): string | null };
}

interface Sent {
  body: FormData | ReadableStream<Uint8Array>;
  headers?: { 'content-type': string };
  /** What fetch wants for a body that is a stream. */
  duplex?: 'half';
}

/** The form as it is, or as a stream that tells how much of it has been taken. */
function bodyOf(form: FormData, size: number, onProgress: ((fraction: number) => void) | undefined): Sent {
  if (!onProgress) return { body: form };
  const { body, headers } = new Response(form);
  let taken = 0;
  const counted = body!.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        taken += part.byteLength;
        onProgress(Math.min(1, taken / size));
        controller.enqueue(part);
      },
    }),
  );
  return { body: counted, headers: { 'content-type': headers.get('content-type')! }, duplex: 'half' };
}

async function send(
  url: string,
  { headers, ...body }: Sent,
  transport: Transport,
  upload: FileUpload,
): Promise<Answer> {
  try {
    const token = transport.token();
    const response = await transport.fetch(url, {
      method: 'POST',
      ...body,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(upload.signal ? { signal: upload.signal } : {}),
    });
    return { status: response.status, body: await response.text(), headers: response.headers };
  } catch (error) {
    throw errorFromThrown(error);
  }
}

/** fetch cannot tell how much of a body has left; XMLHttpRequest can. */
function sendWithProgress(url: string, form: FormData, transport: Transport, upload: FileUpload): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    const token = transport.token();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) upload.onProgress?.(event.loaded / event.total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.responseText,
        headers: { get: (name) => request.getResponseHeader(name) },
      });
    request.onerror = () => reject(new BildnisError({ code: 'network', status: 0 }));
    request.onabort = () => reject(new BildnisError({ code: 'aborted', status: 0 }));
    upload.signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (upload.signal?.aborted) return reject(new BildnisError({ code: 'aborted', status: 0 }));
    request.send(form);
  });
}

export interface PhotosUpload {
  profileId: string;
  files: Iterable<PictureSource>;
  /** How many are under way at a time; the server takes three of one account. */
  atOnce?: number;
  /** Called with each verdict as it comes, and the position of its file. */
  onVerdict?: (verdict: Schemas['PhotoVerdict'], index: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads several photos, some at a time.
 *
 * @returns the verdicts in the order of the files; a photo that was not accepted has a `reason` and does not count
 * @throws BildnisError of the first upload that fails; those under way are stopped, what has been taken stays
 *
 * @example
 * const verdicts = await uploadPhotos(bildnis, { profileId, files: await Promise.all(paths.map(fromPath)) });
 */
export async function uploadPhotos(
  client: Client,
  { profileId, files, atOnce = 3, onVerdict, signal }: PhotosUpload,
): Promise<Schemas['PhotoVerdict'][]> {
  const waiting = [...files].entries();
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const verdicts: Schemas['PhotoVerdict'][] = [];
  const lane = async () => {
    for (const [index, file] of waiting) {
      verdicts[index] = await client.uploads.photo({ profileId, file, signal: stop });
      onVerdict?.(verdicts[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane)).catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  return verdicts;
}
