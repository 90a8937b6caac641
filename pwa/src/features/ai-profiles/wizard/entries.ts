import type { Schemas } from '~/lib/api';
import type { AdvisedPhoto } from '~/lib/device-studio/face-judge';
import { facts } from '~/lib/facts';
import type { DeviceReason } from '~/lib/photo-check';

type Verdict = Schemas['PhotoVerdict'];
type Photo = Schemas['Photo'];
export type PhotoReason = NonNullable<Verdict['reason']> | DeviceReason;

/** A photo in the wizard, from the moment it was chosen. */
export interface Entry {
  key: string;
  name: string;
  /** What is shown: the file itself at first, the server's picture after a reload. */
  preview: string;
  /** The server's picture, for browsers that cannot show the file: most show no HEIC. */
  stored?: string;
  state: 'inspecting' | 'waiting' | 'stalled' | 'uploading' | 'checking' | 'good' | 'rejected' | 'aside' | 'failed';
  /** Share of the bytes sent, 0 to 1. */
  fraction: number;
  photoId?: string;
  reason?: PhotoReason;
  /** Why a photo that was set aside does not count. */
  setAside?: Photo['setAside'];
  /** Why no portrait will be made of a good photo while there are better ones. */
  doubt?: Photo['doubt'];
  advice?: Verdict['advice'][number] | 'small';
  /** The file, until the server has it. */
  file?: File;
  /** What was chosen in this visit: a photo that was taken out can be put back. */
  original?: File;
  /** What this device has measured. */
  measured?: AdvisedPhoto | undefined;
  /** Names the content, where the browser can tell. */
  hash?: string | null;
  /** Kept on the device until the server has answered: closing the page loses nothing. */
  isKept?: boolean;
  error?: unknown;
}

export type EntryAction =
  | { type: 'added'; entries: readonly Entry[] }
  | {
      type: 'inspected';
      key: string;
      file: File;
      hash: string | null;
      isSmall: boolean;
      measured?: AdvisedPhoto | undefined;
    }
  | { type: 'kept'; key: string; isKept: boolean }
  | { type: 'refused'; key: string; reason: PhotoReason }
  | { type: 'stalled'; key: string }
  | { type: 'progressed'; key: string; fraction: number }
  | { type: 'judged'; key: string; verdict: Verdict }
  | { type: 'failed'; key: string; error: unknown; isKept?: boolean }
  | { type: 'restarted'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'restored'; entry: Entry; at: number }
  | { type: 'synced'; photos: readonly Photo[]; name: NameOf };

/** What a photo is called whose file name is not known: by its place. */
type NameOf = (number: number) => string;

const standing = ({ setAside, doubt, url }: Photo) =>
  ({ state: setAside ? 'aside' : 'good', setAside, doubt, stored: url }) as const;

/** The photos that a draft already has. */
export function storedEntries(photos: readonly Photo[], name: NameOf, before = 0): Entry[] {
  return photos.map((photo, index) => ({
    key: photo.id,
    name: name(before + index + 1),
    preview: photo.url,
    ...standing(photo),
    fraction: 1,
    photoId: photo.id,
  }));
}

/** The same photos as the server has them: set aside or not, without those that are gone, with those that came from elsewhere. */
function synced(entries: readonly Entry[], photos: readonly Photo[], name: NameOf): Entry[] {
  const still = entries.flatMap((entry) => {
    if (entry.photoId === undefined) return [entry];
    const photo = photos.find(({ id }) => id === entry.photoId);
    return photo ? [{ ...entry, ...standing(photo) }] : [];
  });
  const unknown = photos.filter(({ id }) => !entries.some(({ photoId }) => photoId === id));
  return [...still, ...storedEntries(unknown, name, still.length)];
}

function judged(entry: Entry, verdict: Verdict, entries: readonly Entry[]): Entry {
  const done = { ...entry, fraction: 1, file: undefined, isKept: false };
  // The answer of an earlier try got lost: the photo that this one repeats is this one.
  const isOwnEcho = verdict.duplicateOf !== null && !entries.some(({ photoId }) => photoId === verdict.duplicateOf);
  if (isOwnEcho) return { ...done, state: 'good', photoId: verdict.duplicateOf ?? undefined };
  if (!verdict.accepted || !verdict.photo) return { ...done, state: 'rejected', reason: verdict.reason ?? 'damaged' };
  return { ...done, ...standing(verdict.photo), photoId: verdict.photo.id, advice: verdict.advice[0] ?? entry.advice };
}

/** Eight portraits of fewer different photos are siblings, or there are none; with fewer good ones it is too early to tell. */
const FEWEST_USABLE = 3;
const ENOUGH = 5;

/** Whether the good photos would give fewer than eight good, different portraits. */
export function givesTooFew(entries: readonly Entry[]): boolean {
  const good = entries.filter(({ state }) => state === 'good');
  return good.length >= ENOUGH && good.filter(({ doubt }) => !doubt).length < FEWEST_USABLE;
}

/** A photo that was refused here or by the server, and kept by neither. */
export const isRejected = ({ state }: Pick<Entry, 'state'>): boolean => state === 'rejected';

/** The next state of the photos. */
export function reduceEntries(entries: readonly Entry[], act: EntryAction): readonly Entry[] {
  const change = (key: string, next: (entry: Entry) => Entry) =>
    entries.map((entry) => (entry.key === key ? next(entry) : entry));
  switch (act.type) {
    case 'added':
      return [...entries, ...act.entries];
    case 'inspected':
      return change(act.key, (entry) => ({
        ...entry,
        state: 'waiting',
        file: act.file,
        hash: act.hash,
        advice: act.isSmall ? 'small' : undefined,
        measured: act.measured,
      }));
    case 'kept':
      return change(act.key, (entry) => ({ ...entry, isKept: act.isKept }));
    case 'refused':
      return change(act.key, (entry) => ({ ...entry, state: 'rejected', reason: act.reason, file: undefined }));
    case 'stalled':
      return change(act.key, (entry) => ({ ...entry, state: 'stalled', fraction: 0 }));
    case 'progressed':
      return change(act.key, (entry) => ({
        ...entry,
        fraction: act.fraction,
        state: act.fraction < 1 ? 'uploading' : 'checking',
      }));
    case 'judged':
      return change(act.key, (entry) => judged(entry, act.verdict, entries));
    case 'failed':
      return change(act.key, (entry) => ({ ...entry, state: 'failed', error: act.error, isKept: act.isKept }));
    case 'restarted':
      return change(act.key, (entry) => ({ ...entry, state: 'waiting', fraction: 0, error: undefined }));
    case 'removed':
      return entries.filter(({ key }) => key !== act.key);
    case 'restored':
      return entries.toSpliced(act.at, 0, act.entry);
    case 'synced':
      return synced(entries, act.photos, act.name);
  }
}

/** Photos that count for the training. */
export const goodCount = (entries: readonly Entry[]): number => entries.filter(({ state }) => state === 'good').length;

/** Photos that count, and of which no portrait is made while there are better ones. */
export const reserveCount = (entries: readonly Entry[]): number =>
  entries.filter(({ state, doubt }) => state === 'good' && doubt).length;

const PENDING = ['inspecting', 'waiting', 'stalled', 'uploading', 'checking'];
const isPending = ({ state }: Entry): boolean => PENDING.includes(state);

/** Photos on their way. */
export const pendingCount = (entries: readonly Entry[]): number => entries.filter(isPending).length;

/** Photos that wait for a connection. */
export const stalledCount = (entries: readonly Entry[]): number =>
  entries.filter(({ state }) => state === 'stalled').length;

/** Whether closing the page would lose a photo: it is on its way, and not kept on the device. */
export const isUnsafe = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => isPending(entry) && !entry.isKept);

/** How many more photos can be chosen: those that count and those on their way take a place; so many are kept at most, counting or not. */
export function roomFor(entries: readonly Entry[]): number {
  const pending = pendingCount(entries);
  const kept = entries.filter(({ photoId, state }) => photoId !== undefined && state !== 'rejected').length;
  return Math.max(0, Math.min(facts.photos.max - goodCount(entries), facts.photos.maxKept - kept) - pending);
}

/** Whether the room ended with photos that do not count: taking those out makes room again. */
export const isFullOfOthers = (entries: readonly Entry[]): boolean =>
  roomFor(entries) === 0 && goodCount(entries) + pendingCount(entries) < facts.photos.max;
