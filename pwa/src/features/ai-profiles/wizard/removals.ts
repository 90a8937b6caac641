import { api } from '~/lib/api';
import { forgetPhoto } from '~/lib/device/photo-queue';
import { isRejected, type Entry, type EntryAction } from './entries';
import { fileOf } from './file-of';
import type { QueueNeeds, Removed } from './queue-state';

/** A second click this soon was meant for the photo that has just gone; the list has moved under it. Milliseconds. */
const DOUBLE_CLICK = 500;

export interface RemovalNeeds extends Pick<QueueNeeds, 'tellNotRemoved'> {
  entries(): readonly Entry[];
  act(what: EntryAction): void;
  /** What can be put back now. */
  offer(removed: Removed | null): void;
  stopUpload(key: string): void;
  draftId(): Promise<string>;
  /** The server has deleted one. */
  onDeleted(): Promise<void>;
  /** There are fewer, whatever becomes of them at the server. */
  onFewer(): void;
}

/** Photos that are taken out of the wizard: from the device, from the way to the server, and from there. The last one can be put back. */
export function createRemovals(needs: RemovalNeeds) {
  const { act } = needs;
  /** Taken out by the customer when the bytes were already with the server. */
  const discarded = new Set<string>();
  let removedAt = -DOUBLE_CLICK;
  /** What was taken out last is gone from the server as well. */
  let removing: Promise<void> = Promise.resolve();
  /** Counts how often something was taken out: only the last can be put back. */
  let removals = 0;

  async function takeOut(entry: Entry, at: number, own: number, isPutBack: boolean): Promise<void> {
    const original = isPutBack ? (entry.original ?? (await fileOf(entry))) : null;
    const offer = (removed: Removed | null) => own === removals && needs.offer(removed);
    offer(original && { name: entry.name, file: original });
    await forgetPhoto(entry.key);
    if (!entry.photoId) return;
    try {
      await api.deletePhoto({ path: { id: await needs.draftId(), photoId: entry.photoId } });
      await needs.onDeleted();
    } catch (error) {
      act({ type: 'restored', entry, at });
      offer(null);
      needs.tellNotRemoved(error);
    }
  }

  return {
    /** Whether it was taken out while the server was looking at it; asked once. */
    wasTakenOut: (key: string): boolean => discarded.delete(key),
    /** When what was taken out last is gone from the server as well. */
    settled: (): Promise<void> => removing,

    async remove(key: string): Promise<void> {
      const entry = needs.entries().find((each) => each.key === key);
      if (!entry || performance.now() - removedAt < DOUBLE_CLICK) return;
      removedAt = performance.now();
      const at = needs.entries().indexOf(entry);
      // What the server is just looking at is deleted once it has answered: until then it would take it for the one put back.
      const isPutBack = entry.state !== 'checking';
      if (isPutBack) needs.stopUpload(key);
      else discarded.add(key);
      act({ type: 'removed', key });
      needs.onFewer();
      const own = (removals += 1);
      removing = takeOut(entry, at, own, isPutBack);
      await removing;
    },

    /** Takes out all that was refused: none of it is at the server. */
    async removeRejected(): Promise<void> {
      const rejected = needs.entries().filter(isRejected);
      needs.offer(null);
      for (const { key } of rejected) act({ type: 'removed', key });
      needs.onFewer();
      await Promise.all(rejected.map(({ key }) => forgetPhoto(key)));
    },
  };
}
