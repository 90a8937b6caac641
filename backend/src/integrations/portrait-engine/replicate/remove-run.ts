import { setTimeout as wait } from 'node:timers/promises';
import type { Model, ReplicateClient } from './client.js';
import { ReplicateRefused } from './errors.js';
import type { RunKind } from './needs.js';
import { hasEnded, type Run, type Training } from './runs.js';
import { readVersion } from './version.js';

export interface RemoveTools {
  client: ReplicateClient;
  model: Model;
}

/** How often, and how far apart in milliseconds, a run that was called off is looked at until it has ended. */
const LOOKS = 10;
const PAUSE_MS = 300;

/**
 * Calls a run off and removes what it left at the provider: the trained version, with it everything made of it. Inputs and outputs of
 * predictions the provider removes itself within an hour.
 * @param knownVersion what it trained, as far as we know
 * @returns how it ended; null when the provider does not know it (any more)
 * @throws Error while it has not ended: to be tried again
 */
export async function removeRun(
  { client, model }: RemoveTools,
  kind: RunKind,
  id: string,
  knownVersion: string | null = null,
): Promise<Run | null> {
  const read = (): Promise<Run> => (kind === 'training' ? client.readTraining(id) : client.readPrediction(id));
  let now = await unlessGone(read());
  if (now && !hasEnded(now)) {
    await client.cancel(kind === 'training' ? 'trainings' : 'predictions', id);
    for (let look = 0; look < LOOKS && now && !hasEnded(now); look += 1) {
      await wait(PAUSE_MS);
      now = await unlessGone(read());
    }
    if (now && !hasEnded(now)) throw new Error('a run that was called off has not ended yet');
  }
  const trained = knownVersion ?? (now && kind === 'training' ? (now as Training).version : null);
  if (trained) {
    const version = readVersion(trained, model);
    await client.deleteVersion(version.model, version.id);
  }
  return now;
}

async function unlessGone(run: Promise<Run>): Promise<Run | null> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof ReplicateRefused && error.status === 404) return null;
    throw error;
  }
}
