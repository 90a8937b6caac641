import type { Blobs } from './blobs.js';
import type { State } from './store.js';

const hour = 3_600_000;

/** Takes files under /delivery away, bytes and all. */
export async function removeDelivered(state: State, blobs: Blobs, run: string): Promise<void> {
  const gone = [...state.delivered.values()].filter((file) => file.run === run);
  for (const file of gone) state.delivered.delete(file.id);
  await blobs.remove(gone.map((file) => file.blob));
}

/**
 * Forgets what Replicate forgets: input, output, logs and files of a prediction an hour after it ended, uploads when they
 * expire. Trainings keep theirs. Returns whether anything went.
 */
export async function forgetOld(state: State, blobs: Blobs, now: number): Promise<boolean> {
  const old = [...state.runs.values()].filter(
    (run) => run.kind === 'prediction' && !run.dataRemoved && run.completedAt !== null && run.completedAt + hour <= now,
  );
  const expired = [...state.files.values()].filter((file) => file.expiresAt <= now);
  for (const run of old) Object.assign(run, { dataRemoved: true, input: {}, output: null, logs: '' });
  for (const file of expired) state.files.delete(file.id);
  for (const run of old) await removeDelivered(state, blobs, run.id);
  await blobs.remove(expired.map((file) => file.blob));
  return old.length + expired.length > 0;
}
