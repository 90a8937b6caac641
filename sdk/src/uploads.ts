import type { Client } from './client.js';
import type { BildnisError } from './errors.js';
import { errorFromAnswer, type FailedCall } from './errors.js';
import { FILE_MS, withLimits } from './limits.js';
import type { paths } from './generated/openapi.js';
import { headersOf, type AnyOperationId, type CallSettings, type Transport } from './operations.js';
import type { Schemas } from './schemas.js';
import { retrying } from './retries.js';
import { toBlob, type PictureSource } from './sources.js';

export interface FileUpload extends CallSettings {
  /** JPEG, PNG, WebP, GIF or HEIC, as the server judges by its content; names are not sent. */
  file: PictureSource;
  /** Called with the fraction that has left, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

export interface PhotoUpload extends FileUpload {
  profileId: string;
}

/** Sends one photo for a profile. */
export async function uploadPhoto(transport: Transport, upload: PhotoUpload): Promise<Schemas['PhotoVerdict']> {
  if (!upload.profileId) throw new TypeError('a photo needs its profileId');
  return sendFile(transport, 'uploadPhoto', ['/api/v1/ai-profiles/{id}/photos', { id: upload.profileId }], upload);
}

/** Sends a picture to ask where it came from. */
export function checkImage(transport: Transport, upload: FileUpload): Promise<Schemas['ImageCheck']> {
  return sendFile(transport, 'checkImage', ['/api/v1/image-checks'], upload);
}

/** Sends a picture that was misused, for a report of it. */
export function compareMisusedPicture(transport: Transport, upload: FileUpload): Promise<Schemas['MisusePicture']> {
  return sendFile(transport, 'compareMisusedPicture', ['/api/v1/misuse-reports/pictures'], upload);
}

/** The photo before, for portraits that were offered as an example. */
export function uploadExampleBefore(
  transport: Transport,
  upload: FileUpload & { generationId: string },
): Promise<Schemas['ExampleUpload']> {
  return sendFile(
    transport,
    'uploadExampleBefore',
    ['/api/v1/generations/{id}/example/before', { id: upload.generationId }],
    upload,
  );
}

/** Where a file goes: a path of the API, and what stands in its places. */
type Place = [pattern: keyof paths, values?: Record<string, string>];

/** One file as a multipart form. Only repeated where the server says that it has not taken it: an answer that is lost leaves that open. */
export async function sendFile<T>(
  transport: Transport,
  operation: AnyOperationId,
  [pattern, values = {}]: Place,
  upload: FileUpload,
): Promise<T> {
  const file = await toBlob(upload.file, upload.signal);
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const limits = {
    signal: upload.signal,
    timeout: upload.timeout ?? transport.timeout ?? FILE_MS,
    call: { operation, method: 'POST', path: pattern },
  };
  return retrying(
    () =>
      withLimits(limits, (ends) => sendOnce<T>(transport, transport.baseUrl + path, file, upload, ends, limits.call)),
    upload.maxRetries ?? transport.maxRetries,
    upload.signal,
    notTaken,
  );
}

const notTaken = (error: BildnisError): boolean => error.code === 'upload_too_slow';

async function sendOnce<T>(
  transport: Transport,
  url: string,
  file: Blob,
  upload: FileUpload,
  ends: AbortSignal,
  call: FailedCall,
): Promise<T> {
  const form = new FormData();
  form.append('file', file, 'photo');
  const headers = headersOf(transport, upload);
  const answer =
    typeof XMLHttpRequest === 'function' && upload.onProgress
      ? await sendWithProgress(url, form, headers, upload.onProgress, ends)
      : await send(url, bodyOf(form, file.size, upload.onProgress), headers, transport, ends);
  transport.noteDeprecation(call.operation, answer.headers);
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body) as T;
  if (answer.status === 401) transport.onUnauthorized?.();
  throw errorFromAnswer(answer.status, answer.body, answer.headers, call);
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
  { headers: own, ...body }: Sent,
  headers: Record<string, string>,
  transport: Transport,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await transport.fetch(url, { method: 'POST', ...body, headers: { ...headers, ...own }, signal });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

/** fetch cannot tell how much of a body has left; XMLHttpRequest can. */
function sendWithProgress(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  onProgress: (fraction: number) => void,
  ends: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (ends.aborted) return reject(ends.reason as Error);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.responseText,
        headers: { get: (name) => request.getResponseHeader(name) },
      });
    request.onerror = () => reject(new TypeError('the upload was cut off'));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    ends.addEventListener('abort', () => request.abort(), { once: true });
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
