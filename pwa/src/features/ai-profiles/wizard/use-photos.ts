import { facts } from '~/lib/facts';
import { useEffect, useReducer, useRef, useState } from 'react';
import { api, errorText, newKey, type Schemas } from '~/lib/api';
import { megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { placedCount, reduceEntries, type Entry } from './entries';
import { briefNames, sortFiles, type SortedFiles } from './files';
import { createPool } from './pool';

/** How many photos go up at the same time. */
const PARALLEL = 3;
/** A second click this soon was meant for the photo that has just gone; the list has moved under it. Milliseconds. */
const DOUBLE_CLICK = 500;

const pool = createPool(PARALLEL);

export type SetAdvice = Schemas['AiProfile']['setAdvice'][number];

/**
 * The photos of the draft: takes files, uploads them three at once, shows each one's progress and verdict, and removes them again.
 * @param known what was advised on them when the page was loaded
 * @param draftId gives the id of the draft, creating it with the first photo
 */
export function usePhotos(stored: Entry[], known: SetAdvice[], draftId: () => Promise<string>) {
  const t = useText();
  const [entries, act] = useReducer(reduceEntries, stored);
  const uploads = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  const removedAt = useRef(-DOUBLE_CLICK);
  const [advice, setAdvice] = useState(known);

  useEffect(() => {
    const urls = previews.current;
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  function toEntry(file: File): Entry {
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    return { key: newKey(), name: file.name, preview, state: 'waiting', fraction: 0, file };
  }

  /** Uploads one photo; gives its name when it was rejected, `good` when it was accepted, null when neither is known. */
  async function upload({ key, file, name }: Entry): Promise<{ rejected: string } | 'good' | null> {
    if (!file) return null;
    const abort = new AbortController();
    uploads.current.set(key, abort);
    try {
      const profileId = await draftId();
      const verdict = await pool(() => {
        abort.signal.throwIfAborted();
        return api.uploads.photo({ profileId, file, signal: abort.signal, onProgress: (fraction) => act({ type: 'progressed', key, fraction }) });
      });
      act({ type: 'judged', key, verdict });
      setAdvice(verdict.setAdvice);
      return verdict.accepted ? 'good' : { rejected: name };
    } catch (error) {
      if (!abort.signal.aborted) act({ type: 'failed', key, error });
      return null;
    } finally {
      uploads.current.delete(key);
    }
  }

  function tellSorted({ invalid, large }: SortedFiles) {
    const size = megabytes(facts.photos.maxBytes);
    if (invalid.length > 0) notify({ title: t('aiProfiles.wizard.invalidTitle'), text: t('aiProfiles.wizard.invalid'), tone: 'bad', duration: 'normal' });
    if (large.length > 0) notify({ title: t('aiProfiles.wizard.largeTitle'), text: t('aiProfiles.wizard.large', { count: large.length, megabytes: size }), tone: 'bad', duration: 'normal' });
  }

  function tellOutcome(outcomes: Awaited<ReturnType<typeof upload>>[]) {
    const rejected = outcomes.flatMap((outcome) => (outcome !== null && outcome !== 'good' ? [outcome.rejected] : []));
    const count = outcomes.filter((outcome) => outcome === 'good').length;
    if (rejected.length > 0) notify({ title: t('aiProfiles.wizard.droppedTitle'), text: briefNames(rejected), tone: 'bad' });
    else if (count > 0) notify({ title: t('aiProfiles.wizard.validatedTitle'), text: t('aiProfiles.wizard.validated', { count }), tone: 'good', duration: 'info' });
  }

  async function add(files: readonly File[]) {
    const sorted = sortFiles(files, facts.photos.max - placedCount(entries));
    tellSorted(sorted);
    const added = sorted.accepted.map(toEntry);
    if (added.length === 0) return;
    act({ type: 'added', entries: added });
    tellOutcome(await Promise.all(added.map(upload)));
  }

  async function retry(entry: Entry) {
    act({ type: 'restarted', key: entry.key });
    tellOutcome([await upload(entry)]);
  }

  async function remove(entry: Entry) {
    if (performance.now() - removedAt.current < DOUBLE_CLICK) return;
    removedAt.current = performance.now();
    uploads.current.get(entry.key)?.abort();
    act({ type: 'removed', key: entry.key });
    if (!entry.photoId) return;
    try {
      const id = await draftId();
      await api.deletePhoto({ path: { id, photoId: entry.photoId } });
      // Advice on a set that has changed: what cannot be asked now comes with the next photo.
      await api.getAiProfile({ path: { id } }).then((profile) => setAdvice(profile.setAdvice), () => undefined);
    } catch (error) {
      act({ type: 'restored', entry });
      notify({ title: t('aiProfiles.remove.failed'), text: errorText(error), tone: 'bad' });
    }
  }

  return { entries, advice, add, retry, remove };
}
