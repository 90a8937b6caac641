import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BildnisError, type Client, type Schemas } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';
import { fromPath } from '@bildnis/sdk/node';
import type { Arguments } from './arguments.ts';
import { Failure } from './failure.ts';
import { reasonTexts, texts } from './texts.ts';

const IMAGE = /\.(jpe?g|png|webp|gif|heic|heif|bmp|tiff?)$/i;
const AT_ONCE = 3;

export interface Judged {
  file: string;
  verdict: string;
  quality: number | null;
  photoId: string | null;
}

/** Names of the picture files of a folder, in order. */
export async function listPhotos(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new Failure(texts.noFolder(folder), 2);
  });
  const photos = names.filter((name) => IMAGE.test(name)).toSorted();
  if (photos.length === 0) throw new Failure(texts.noPhotos(folder));
  return photos;
}

/** Uploads photos into a draft, a few at once, and judges each. At most as many as a profile takes. */
export async function uploadAll(
  client: Client,
  profileId: string,
  folder: string,
  files: string[],
  step: () => void,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      judged.push(await uploadOne(client, profileId, folder, file));
      step();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return judged.toSorted((a, b) => a.file.localeCompare(b.file));
}

async function uploadOne(client: Client, profileId: string, folder: string, file: string): Promise<Judged> {
  try {
    const answer: Schemas['PhotoVerdict'] = await client.uploads.photo({
      profileId,
      file: await fromPath(join(folder, file)),
    });
    const verdict = answer.reason ? reasonTexts[answer.reason] : texts.good;
    return { file, verdict, quality: answer.photo?.quality ?? null, photoId: answer.photo?.id ?? null };
  } catch (error) {
    if (error instanceof BildnisError && error.code === 'file_too_large')
      return { file, verdict: `grösser als ${facts.photos.maxBytes / 1e6} MB`, quality: null, photoId: null };
    throw error;
  }
}

/**
 * Judges more photos than one profile takes: each handful in a draft of its own that goes again at once.
 * @returns all verdicts; the caller uploads the best again
 */
export async function judgeInDrafts(
  client: Client,
  folder: string,
  files: string[],
  attestation: Arguments['attestation'],
  step: () => void,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let start = 0; start < files.length; start += facts.photos.max) {
    const draft = await client.createAiProfile({ body: { name: null, gender: 'male', attestation } });
    try {
      judged.push(...(await uploadAll(client, draft.id, folder, files.slice(start, start + facts.photos.max), step)));
    } finally {
      await client.deleteAiProfile({ path: { id: draft.id } });
    }
  }
  return judged;
}

/** The best files, best first, at most as many as a profile takes. */
export function best(judged: Judged[]): string[] {
  return judged
    .filter((photo) => photo.quality !== null)
    .toSorted((a, b) => (b.quality ?? 0) - (a.quality ?? 0))
    .slice(0, facts.photos.max)
    .map((photo) => photo.file);
}

export function table(judged: Judged[]): string {
  const width = Math.max(...judged.map((photo) => photo.file.length), texts.tableHead[0].length) + 2;
  const row = (a: string, b: string) => `  ${a.padEnd(width)}${b}`;
  return [
    row(...texts.tableHead),
    row('─'.repeat(width - 2), '─'.repeat(24)),
    ...judged.map((photo) => row(photo.file, photo.verdict)),
  ].join('\n');
}
