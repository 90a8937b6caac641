import pLimit from 'p-limit';
import { api, errorCode, type Schemas } from '~/lib/api';
import { beginBusy } from '~/lib/busy';
import { forgetPhoto, isPhotoWaiting } from '~/lib/device/photo-queue';
import { withLock } from '~/lib/device/with-lock';
import type { Connection } from './connection';
import type { Entry, EntryAction } from './entries';

/** How many photos go up at the same time. */
const PARALLEL = 3;
/** A connection over which nothing has moved for so long is dead; milliseconds. */
const SILENCE = 60_000;

const pool = pLimit(PARALLEL);

type Verdict = Schemas['PhotoVerdict'];
/** `gone`: another tab has sent the photo. */
export type UploadResult = Verdict | 'gone';

export interface UploadNeeds {
  connection: Connection;
  act(act: EntryAction): void;
  /** The draft of a photo, created where there is none. */
  draftId(key: string): Promise<string>;
}

/** No answer, or one that only says that there is none at the moment: it is tried again by itself. */
const isUnreachable = (error: unknown): boolean =>
  ['network', 'timeout', 'aborted', 'unavailable', 'upload_too_slow'].includes(errorCode(error));

/** Sends the bytes; gives up on a dead connection, and at once when the device goes offline. */
async function send(
  { connection, act }: UploadNeeds,
  { key, file }: Entry,
  profileId: string,
  signal: AbortSignal,
): Promise<Verdict> {
  // While its draft was asked for, perhaps.
  signal.throwIfAborted();
  const cut = new AbortController();
  const stop = () => cut.abort();
  let silence = setTimeout(stop, SILENCE);
  const unwatch = connection.onOffline(stop);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await api.uploads.photo({
      profileId,
      file: file as File,
      signal: cut.signal,
      // Silence ends it, slowness does not: on a slow network a photo takes its time.
      timeout: 0,
      onProgress(fraction) {
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE);
        act({ type: 'progressed', key, fraction });
      },
    });
  } finally {
    clearTimeout(silence);
    unwatch();
    signal.removeEventListener('abort', stop);
  }
}

/** One try, if there is a connection; null when the photo has to wait (again). */
async function attempt(needs: UploadNeeds, entry: Entry, signal: AbortSignal): Promise<UploadResult | null> {
  const { connection, draftId } = needs;
  signal.throwIfAborted();
  if (connection.isDown()) return null;
  const endBusy = beginBusy('upload');
  try {
    // Where there are no locks two tabs may send the same photo, which the server counts once.
    return await withLock(
      `bildnis.photo.${entry.key}`,
      async () => {
        if (entry.isKept && !(await isPhotoWaiting(entry.key))) return 'gone';
        const verdict = await send(needs, entry, await draftId(entry.key), signal);
        connection.held();
        await forgetPhoto(entry.key);
        return verdict;
      },
      signal,
    );
  } catch (error) {
    if (signal.aborted || !isUnreachable(error)) throw error;
    connection.lost();
    return null;
  } finally {
    endBusy();
  }
}

/** Brings one photo to the server, however often the connection is lost on the way. @throws BildnisError of any other failure */
export async function uploadPhoto(needs: UploadNeeds, entry: Entry, signal: AbortSignal): Promise<UploadResult> {
  const { connection, act } = needs;
  for (;;) {
    if (connection.isDown()) {
      act({ type: 'stalled', key: entry.key });
      await connection.whenUp(signal);
      act({ type: 'restarted', key: entry.key });
    }
    const result = await pool(() => attempt(needs, entry, signal));
    if (result) return result;
  }
}
