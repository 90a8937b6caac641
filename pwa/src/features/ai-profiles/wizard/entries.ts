import type { Schemas } from '~/lib/api';

type Verdict = Schemas['PhotoVerdict'];
export type PhotoReason = NonNullable<Verdict['reason']>;

/** A photo in the wizard, from the moment it was chosen. */
export interface Entry {
  key: string;
  name: string;
  /** What is shown: the file itself at first, the server's picture after a reload. */
  preview: string;
  state: 'waiting' | 'uploading' | 'checking' | 'good' | 'rejected' | 'aside' | 'failed';
  /** Share of the bytes sent, 0 to 1. */
  fraction: number;
  photoId?: string;
  reason?: PhotoReason;
  advice?: Verdict['advice'][number];
  file?: File;
  error?: unknown;
}

export type EntryAct =
  | { type: 'added'; entries: readonly Entry[] }
  | { type: 'progressed'; key: string; fraction: number }
  | { type: 'judged'; key: string; verdict: Verdict }
  | { type: 'failed'; key: string; error: unknown }
  | { type: 'restarted'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'restored'; entry: Entry };

/** The photos that a draft already has. */
export function storedEntries(photos: Schemas['AiProfile']['photos'], name: (number: number) => string): Entry[] {
  return photos.map((photo, index) => ({
    key: photo.id,
    name: name(index + 1),
    preview: photo.url,
    state: photo.setAside ? 'aside' : 'good',
    fraction: 1,
    photoId: photo.id,
  }));
}

function judged(entry: Entry, verdict: Verdict, entries: readonly Entry[]): Entry {
  const done = { ...entry, fraction: 1, file: undefined };
  // The answer of an earlier try got lost: the photo that this one repeats is this one.
  const isOwnEcho = verdict.duplicateOf !== null && !entries.some(({ photoId }) => photoId === verdict.duplicateOf);
  if (isOwnEcho) return { ...done, state: 'good', photoId: verdict.duplicateOf ?? undefined };
  if (!verdict.accepted || !verdict.photo) return { ...done, state: 'rejected', reason: verdict.reason ?? 'damaged' };
  return { ...done, state: verdict.photo.setAside ? 'aside' : 'good', photoId: verdict.photo.id, advice: verdict.advice[0] };
}

/** The next state of the photos. */
export function reduceEntries(entries: readonly Entry[], act: EntryAct): readonly Entry[] {
  const change = (key: string, next: (entry: Entry) => Entry) => entries.map((entry) => (entry.key === key ? next(entry) : entry));
  switch (act.type) {
    case 'added':
      return [...entries, ...act.entries];
    case 'progressed':
      return change(act.key, (entry) => ({ ...entry, fraction: act.fraction, state: act.fraction < 1 ? 'uploading' : 'checking' }));
    case 'judged':
      return change(act.key, (entry) => judged(entry, act.verdict, entries));
    case 'failed':
      return change(act.key, (entry) => ({ ...entry, state: 'failed', error: act.error }));
    case 'restarted':
      return change(act.key, (entry) => ({ ...entry, state: 'waiting', fraction: 0, error: undefined }));
    case 'removed':
      return entries.filter(({ key }) => key !== act.key);
    case 'restored':
      return [...entries, act.entry];
  }
}

/** Photos that count for the training. */
export const goodCount = (entries: readonly Entry[]): number => entries.filter(({ state }) => state === 'good').length;

const PENDING = ['waiting', 'uploading', 'checking'];

/** Photos on their way. */
export const pendingCount = (entries: readonly Entry[]): number => entries.filter(({ state }) => PENDING.includes(state)).length;

/** Photos that take up a place: rejected ones do not. */
export const placedCount = (entries: readonly Entry[]): number => entries.filter(({ state }) => state !== 'rejected' && state !== 'failed').length;
