import type { Blobs } from '../state/blobs.js';
import { newVersionId, randomToken } from '../state/ids.js';
import type { Run, State } from '../state/store.js';
import { drawPictures } from './draw-pictures.js';
import { fetchInput } from './fetch-input.js';
import { gatherPhotos } from './gather-photos.js';

export interface Workshop {
  state: State;
  blobs: Blobs;
  baseUrl: () => string;
}

/** What a run has made and not shown yet. */
export interface Made {
  /** Makes the results visible, at the moment the run ends well. */
  show(at: number): void;
  /** Takes them away again: nobody is to see them. */
  discard(): Promise<void>;
}

/** Does what a run is there for, up to the point where its results wait to be shown. @throws Error whose message becomes the run's */
export function work(workshop: Workshop, run: Run, signal: AbortSignal): Promise<Made> {
  const failure = run.misbehaviours.find((one) => one.kind === 'fail');
  if (failure) return Promise.reject(new Error(failure.message));
  return run.kind === 'training' ? train(workshop, run, signal) : predict(workshop, run);
}

async function train({ state, blobs, baseUrl }: Workshop, run: Run, signal: AbortSignal): Promise<Made> {
  // After a restart the photos may be here already, and the link they came by dead.
  if (run.photos.length === 0) {
    if (typeof run.input.input_images !== 'string') throw new Error('input_images must be provided');
    const zip = await fetchInput(run.input.input_images, signal);
    run.photos = await gatherPhotos(run, zip, blobs);
  }
  const weights = {
    id: `${randomToken(40)}/trained_model.tar`,
    blob: `weights-${run.id}.tar`,
    contentType: 'application/x-tar',
    run: run.id,
  };
  // An empty archive: two blocks of zeros.
  await blobs.put(weights.blob, Buffer.alloc(1024));
  const show = (at: number) => {
    const id = newVersionId();
    const triggerWord = typeof run.input.trigger_word === 'string' ? run.input.trigger_word : 'TOK';
    state.versions.set(id, {
      id,
      model: run.destination ?? '',
      createdAt: at,
      does: 'draws',
      triggerWord,
      photos: run.photos,
      training: run.id,
    });
    state.delivered.set(weights.id, weights);
    run.output = { version: id, weights: `${baseUrl()}/delivery/${weights.id}` };
    run.photos = [];
  };
  return { show, discard: () => blobs.remove([weights.blob]) };
}

async function predict({ state, blobs, baseUrl }: Workshop, run: Run): Promise<Made> {
  const version = state.versions.get(run.version);
  if (!version) throw new Error('The version is gone.');
  const files = await drawPictures(run, version, blobs);
  const origin = run.misbehaviours.find((one) => one.kind === 'foreign-host')?.origin.replace(/\/+$/, '') ?? baseUrl();
  return {
    show: () => {
      for (const file of files) state.delivered.set(file.id, file);
      run.output = files.map((file) => `${origin}/delivery/${file.id}`);
    },
    discard: () => blobs.remove(files.map((file) => file.blob)),
  };
}
