import type { State } from './store.js';

/** The public model that trains others, as Replicate lists it. */
export interface Trainer {
  owner: string;
  name: string;
  version: string;
}

/** A fixed version, so that a setting that names one is right at every start. */
export const defaultTrainer: Trainer = {
  owner: 'ostris',
  name: 'flux-dev-lora-trainer',
  version: 'e440909d3512c31646ee2e0c7d6f6f4923224863a6a10c494606e79fb5844497',
};

const publishedAt = Date.parse('2025-06-04T15:11:12Z');

/** Puts the trainer there if it is not. */
export function plantTrainer(state: State, { owner, name, version }: Trainer): void {
  const model = `${owner}/${name}`;
  if (!state.models.has(model)) {
    state.models.set(model, {
      owner,
      name,
      visibility: 'public',
      description: 'Fine-tune FLUX.1-dev',
      createdAt: publishedAt,
    });
  }
  if (!state.versions.has(version)) {
    state.versions.set(version, {
      id: version,
      model,
      createdAt: publishedAt,
      does: 'trains',
      triggerWord: null,
      photos: [],
      training: null,
    });
  }
}
