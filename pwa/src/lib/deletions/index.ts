import { api, errorCode, isUncertain, isUnreached } from '~/lib/api';
import {
  forgetDeletion,
  queueDeletion,
  queuedDeletions,
  dropPortraits,
  dropRun,
  type QueuedDeletion,
} from '~/lib/device';
import { forgetPhotosOfProfile } from '~/lib/device/photo-queue';
import { hasSession, useMe } from '~/lib/session';
import { store } from '~/lib/state';
import { waitingAtom } from './waiting';

export type Kind = QueuedDeletion['kind'];
type Deletion = Omit<QueuedDeletion, 'queuedAt'>;

const CALLS: Record<Kind, (id: string) => Promise<unknown>> = {
  generation: (id) => api.deleteGeneration({ path: { id } }),
  portrait: (id) => api.deletePortrait({ path: { id } }),
  profile: (id) => api.deleteAiProfile({ path: { id } }),
};

/** Asks the server; what is gone already is what was asked for. @throws BildnisError when it refuses or cannot be reached */
async function ask({ kind, id, userId }: Deletion): Promise<void> {
  // What waits on this device to go up for it goes first: it would come too late.
  if (kind === 'profile') await forgetPhotosOfProfile(userId, id).catch(() => undefined);
  await CALLS[kind](id).catch((error: unknown) => {
    if (errorCode(error) !== 'not_found') throw error;
  });
  if (kind === 'generation') await dropRun(id).catch(() => undefined);
  if (kind === 'portrait') await dropPortraits([id]).catch(() => undefined);
}

/**
 * Deletes something, or notes on the device that it is to be deleted as soon as the server can be reached.
 * @throws BildnisError when the server refuses, or when the device keeps nothing and the server cannot be reached
 */
export async function deleteOrQueue(deletion: Deletion): Promise<'deleted' | 'waiting'> {
  try {
    await ask(deletion);
    return 'deleted';
  } catch (error) {
    if (!isUnreached(error)) throw error;
    await queueDeletion(deletion).catch(() => {
      throw error;
    });
    store.set(waitingAtom, (ids) => new Set(ids).add(deletion.id));
    return 'waiting';
  }
}

export interface FlushOutcome {
  deleted: number;
  /** What the server refused, and why: it stays. */
  refused: unknown[];
}

/** Sends what waits on the device. What cannot be sent now goes on waiting. */
export async function flushDeletions(userId: string): Promise<FlushOutcome> {
  const outcome: FlushOutcome = { deleted: 0, refused: [] };
  const queued = await queuedDeletions(userId);
  const done: string[] = [];
  for (const deletion of queued) {
    const { id } = deletion;
    try {
      await ask(deletion);
      outcome.deleted += 1;
    } catch (error) {
      // No word on it, or none now: what somebody was promised is not given up.
      if (isUncertain(error) || errorCode(error) === 'rate_limited' || !hasSession()) break;
      outcome.refused.push(error);
    }
    await forgetDeletion(id);
    done.push(id);
  }
  store.set(waitingAtom, new Set(queued.map(({ id }) => id).filter((id) => !done.includes(id))));
  return outcome;
}

/** Deletes for the user who is signed in, see {@link deleteOrQueue}. */
export function useDelete(): (kind: Kind, id: string) => Promise<'deleted' | 'waiting'> {
  const { id: userId } = useMe();
  return (kind, id) => deleteOrQueue({ kind, id, userId });
}
