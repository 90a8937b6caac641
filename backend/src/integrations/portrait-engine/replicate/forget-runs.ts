import { setTimeout as wait } from 'node:timers/promises';
import type { Model, ReplicateClient } from './client.js';
import { ReplicateRefused } from './errors.js';
import type { RemoteRun, RemoteRunBook, TrainingInputs } from './needs.js';
import { knownInput } from './recognition.js';
import { hasEnded, type Run, type Training } from './runs.js';

export interface ForgetTools {
  client: ReplicateClient;
  book: RemoteRunBook;
  inputs: TrainingInputs;
  model: Model;
}

/** How often, and how far apart in milliseconds, a run that was called off is looked at until it has ended. */
const LOOKS = 10;
const PAUSE_MS = 300;

/**
 * Calls a run off and removes what it left at the provider: the trained version, with it everything made of it. Inputs and outputs of
 * predictions the provider removes itself within an hour. @throws Error while the run has not ended: to be tried again
 */
export async function forgetRun(tools: ForgetTools, run: RemoteRun): Promise<void> {
  if (run.isForgotten) return;
  // First, so that whoever is just beginning it sees it.
  const { providerId } = await tools.book.amend(run, { isForgotten: true });
  try {
    const id = providerId ?? (await tools.client.find(run.kind, { since: run.createdAt, known: knownInput(run) }))?.id;
    if (id) await remove(tools, run, id);
    if (run.kind === 'training') await tools.inputs.withdraw(run.task);
  } catch (error) {
    await tools.book.amend(run, { isForgotten: false });
    throw error;
  }
}

async function remove({ client, model }: ForgetTools, run: RemoteRun, id: string): Promise<void> {
  const read = (): Promise<Run> => (run.kind === 'training' ? client.readTraining(id) : client.readPrediction(id));
  let now = await unlessGone(read());
  if (now && !hasEnded(now)) {
    await client.cancel(run.kind === 'training' ? 'trainings' : 'predictions', id);
    for (let look = 0; look < LOOKS && now && !hasEnded(now); look += 1) {
      await wait(PAUSE_MS);
      now = await unlessGone(read());
    }
    if (now && !hasEnded(now)) throw new Error('a run that was called off has not ended yet');
  }
  const version = run.version ?? (now && run.kind === 'training' ? (now as Training).version : null);
  if (version) await client.deleteVersion(model, version.slice(version.lastIndexOf(':') + 1));
}

async function unlessGone(run: Promise<Run>): Promise<Run | null> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof ReplicateRefused && error.status === 404) return null;
    throw error;
  }
}
