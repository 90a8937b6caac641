import { renderFile, renderRun } from './objects/render.js';
import type { WirePrediction, WireTraining } from './objects/wire.js';
import { hasEnded } from './runs/ended.js';
import type { ReplicateEmulator } from './emulator.js';
import type { Parts } from './state/parts.js';
import type { Run } from './state/store.js';

type Inspection = Pick<ReplicateEmulator, 'versions' | 'files' | 'predictions' | 'trainings' | 'runningCount'>;

/** Looks inside without going over the wire. */
export function inspection({ state, settings }: Parts): Inspection {
  const runs = (kind: Run['kind']) =>
    [...state.runs.values()].filter((run) => run.kind === kind).map((run) => renderRun(run, settings.baseUrl()));
  return {
    versions: () =>
      [...state.versions.values()]
        .filter((version) => version.does === 'draws')
        .map(({ id, model, triggerWord, photos, training }) => ({
          id,
          model,
          triggerWord,
          photos: photos.length,
          training,
        })),
    files: () => [...state.files.values()].map((file) => renderFile(file, settings.baseUrl())),
    predictions: () => runs('prediction') as WirePrediction[],
    trainings: () => runs('training') as WireTraining[],
    runningCount: () => [...state.runs.values()].filter((run) => !hasEnded(run.status)).length,
  };
}
