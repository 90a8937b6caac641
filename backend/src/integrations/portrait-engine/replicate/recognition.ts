import { createHash } from 'node:crypto';
import type { RemoteRun } from './needs.js';

const digestOf = (run: Pick<RemoteRun, 'id'>): Buffer => createHash('sha256').update(run.id).digest();

/** The word a training teaches: no real one, and of this training alone, so that the training can be recognised by it. */
export const triggerWordOf = (run: Pick<RemoteRun, 'id'>): string =>
  `PRTX${digestOf(run).toString('hex').slice(0, 12).toUpperCase()}`;

/** The seed of a prediction, positive and of 31 bits: no other prediction has it. */
export const seedOf = (run: Pick<RemoteRun, 'id'>): number => digestOf(run).readUInt32BE(0) >>> 1;

/** The input a run is known by at the provider. */
export const knownInput = (run: Pick<RemoteRun, 'id' | 'kind'>): { name: string; value: string | number } =>
  run.kind === 'training' ? { name: 'trigger_word', value: triggerWordOf(run) } : { name: 'seed', value: seedOf(run) };
