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
 * Forgets what Replicate forgets: input, output, logs and files of a prediction an hour after it ended. Trainings keep theirs.
 * Returns whether anything went.
 */
export async function forgetOld(state: State, blobs: Blobs, now: number): Promise<boolean> {
  const old = [...state.runs.values()].filter(
    (run) => run.kind === 'prediction' && !run.dataRemoved && run.completedAt !== null && run.completedAt + hour <= now,
  );
  for (const run of old) Object.assign(run, { dataRemoved: true, input: {}, output: null, logs: '' });
  for (const run of old) await removeDelivered(state, blobs, run.id);
  return old.length > 0;
}
