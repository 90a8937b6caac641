import { createHash } from 'node:crypto';
import { invalidInput, notFound } from '../api/refusal.js';
import type { Call, Route } from '../api/route.js';
import { renderFile } from '../objects/render.js';
import { newId } from '../state/ids.js';
import type { Parts } from '../state/parts.js';
import type { StoredFile } from '../state/store.js';

const lifetime = 24 * 3_600_000;

export const fileCalls: Route[] = [
  {
    method: 'GET',
    path: '/v1/files',
    handle: ({ state, settings }) => {
      const results = [...state.files.values()].reverse().map((file) => renderFile(file, settings.baseUrl()));
      return { status: 200, object: { next: null, previous: null, results } };
    },
  },
  {
    method: 'POST',
    path: '/v1/files',
    upload: true,
    handle: async (parts, call) => ({
      status: 201,
      object: renderFile(await keepUpload(parts, call), parts.settings.baseUrl()),
    }),
  },
  {
    method: 'GET',
    path: '/v1/files/:id',
    handle: (parts, { ids: [id] }) => ({
      status: 200,
      object: renderFile(findFile(parts, id), parts.settings.baseUrl()),
    }),
  },
  {
    method: 'DELETE',
    path: '/v1/files/:id',
    handle: async (parts, { ids: [id] }) => {
      const file = findFile(parts, id);
      parts.state.files.delete(id);
      await parts.blobs.remove([file.blob]);
      return { status: 204 };
    },
  },
];

function findFile({ state }: Parts, id: string): StoredFile {
  const file = state.files.get(id);
  if (!file) throw notFound();
  return file;
}

async function keepUpload({ state, blobs, clock }: Parts, { bytes, headers }: Call): Promise<StoredFile> {
  const form = await readForm(bytes, headers['content-type'] ?? '');
  const content = form?.get('content');
  if (!form || !(content instanceof File))
    throw invalidInput([{ type: 'required', field: 'content', description: 'content is required' }]);
  const data = Buffer.from(await content.arrayBuffer());
  const id = newId();
  const file: StoredFile = {
    id,
    blob: `upload-${id}`,
    contentType: (await textOf(form.get('type'))) || content.type || 'application/octet-stream',
    size: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
    metadata: metadataOf(await textOf(form.get('metadata'))),
    createdAt: clock.now(),
    expiresAt: clock.now() + lifetime,
  };
  await blobs.put(file.blob, data);
  state.files.set(id, file);
  return file;
}

async function readForm(bytes: Buffer, contentType: string): Promise<FormData | null> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return null;
  }
}

/** A part with a type of its own arrives as a file. */
async function textOf(part: File | string | null): Promise<string> {
  return part instanceof File ? part.text() : (part ?? '');
}

/** @throws ReplicateRefusal 422 for what is no JSON object */
function metadataOf(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, like any other unfit value.
  }
  throw invalidInput([{ type: 'invalid_type', field: 'metadata', description: 'metadata must be a JSON object' }]);
}
