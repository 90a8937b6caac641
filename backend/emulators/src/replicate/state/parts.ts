import type { MisbehaviourPlan } from '../misbehaviour/plan.js';
import type { Runner } from '../runs/runner.js';
import type { Blobs } from './blobs.js';
import type { Clock } from './clock.js';
import type { State } from './store.js';

/** The account the token belongs to. */
export const account = 'bildnis';

/** The public model that trains others, in a fixed version: a setting that names one is right at every start. */
export const trainer = {
  owner: 'ostris',
  name: 'flux-dev-lora-trainer',
  version: 'e440909d3512c31646ee2e0c7d6f6f4923224863a6a10c494606e79fb5844497',
};

const publishedAt = Date.parse('2025-06-04T15:11:12Z');

/** What every call works on. */
export interface Parts {
  state: State;
  clock: Clock;
  blobs: Blobs;
  runner: Runner;
  misbehaviours: MisbehaviourPlan;
  webhookSecret: string;
  /** Where answers say the API is, without a slash at the end. */
  baseUrl: () => string;
}

/** Puts the trainer there if it is not. */
export function plantTrainer({ models, versions }: State): void {
  const { owner, name, version: id } = trainer;
  const model = `${owner}/${name}`;
  if (!models.has(model)) models.set(model, { owner, name, visibility: 'public', createdAt: publishedAt });
  if (versions.has(id)) return;
  versions.set(id, {
    id,
    model,
    createdAt: publishedAt,
    does: 'trains',
    triggerWord: null,
    photos: [],
    training: null,
  });
}
