import { errorFromAnswer, errorFromThrown, BildnisError } from './errors.js';
import type { Transport } from './operations.js';
import type { Schemas } from './schemas.js';

export interface FileUpload {
  file: Blob;
  /** Called with the fraction sent, 0 to 1, where the platform can tell (browsers). */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

export interface PhotoUpload extends FileUpload {
  profileId: string;
}

/** Sends one photo for a profile. */
export function uploadPhoto(transport: Transport, upload: PhotoUpload): Promise<Schemas['PhotoVerdict']> {
  return sendFile(transport, `/api/v1/ai-profiles/${encodeURIComponent(upload.profileId)}/photos`, upload);
}

/** Sends a picture to ask where it came from. */
export function checkImage(transport: Transport, upload: FileUpload): Promise<Schemas['ImageCheck']> {
  return sendFile(transport, '/api/v1/image-checks', upload);
}

/** One file as a multipart form. The server judges content, not names, so none is sent. */
async function sendFile<T>(transport: Transport, path: string, upload: FileUpload): Promise<T> {
  const url = transport.baseUrl + path;
  const form = new FormData();
  form.append('file', upload.file, 'photo');
  const answer = typeof XMLHttpRequest === 'function' && upload.onProgress ? await sendWithProgress(url, form, transport, upload) : await send(url, form, transport, upload);
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body) as T;
  if (answer.status === 401) transport.onUnauthorized?.();
  throw errorFromAnswer(answer.status, answer.body, answer.headers);
}

interface Answer {
  status: number;
  body: string;
  headers: { get(name: string): string | null };
}

async function send(url: string, form: FormData, transport: Transport, upload: FileUpload): Promise<Answer> {
  try {
    const token = transport.token();
    const response = await transport.fetch(url, {
      method: 'POST',
      body: form,
      headers: token ? { authorization: `Bearer ${token}` } : {},
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
    request.onload = () => resolve({ status: request.status, body: request.responseText, headers: { get: (name) => request.getResponseHeader(name) } });
    request.onerror = () => reject(new BildnisError({ code: 'network', status: 0 }));
    request.onabort = () => reject(new BildnisError({ code: 'aborted', status: 0 }));
    upload.signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (upload.signal?.aborted) return reject(new BildnisError({ code: 'aborted', status: 0 }));
    request.send(form);
  });
}
