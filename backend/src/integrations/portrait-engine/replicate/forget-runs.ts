import { endOf } from './cost.js';
import type { RemoteRun, RemoteRunBook, TrainingInputs } from './needs.js';
import { knownInput } from './recognition.js';
import { removeRun, type RemoveTools } from './remove-run.js';

export interface ForgetTools extends RemoveTools {
  book: RemoteRunBook;
  inputs: TrainingInputs;
  usdPerSecond: number;
}

/** What has not been seen for so long after it was called off has never begun. */
const NEVER_BEGUN_MS = 24 * 60 * 60_000;

/**
 * Ends a run and takes back what it holds, here and at the provider. Done again it looks again: a worker that died at it, or was just
 * beginning, may have begun it unseen. @throws Error while something is left: to be tried again
 */
export async function forgetRun(tools: ForgetTools, run: RemoteRun): Promise<void> {
  const { book, client, inputs } = tools;
  // First, so that a worker which is just beginning it sees it.
  const { providerId } = await book.amend(run, { isForgotten: true });
  // What lies with us waits for nobody.
  if (run.kind === 'training') await inputs.withdraw(run.task);
  if (!providerId && run.isForgotten && book.msSince(run.createdAt) > NEVER_BEGUN_MS) return;
  const id = providerId ?? (await client.find(run.kind, { since: run.createdAt, known: knownInput(run) }))?.id;
  if (!id) return;
  const end = await removeRun(tools, run.kind, id, run.version);
  await book.amend(run, { ...(providerId ? {} : { providerId: id }), ...(end ? endOf(end, tools.usdPerSecond) : {}) });
}

/** All of them, also when one cannot be reached. @throws the first failure, afterwards */
export async function forgetRuns(tools: ForgetTools, runs: readonly RemoteRun[]): Promise<void> {
  const failures: unknown[] = [];
  for (const run of runs) await forgetRun(tools, run).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
