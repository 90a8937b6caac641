import type { EngineProgress } from './port.js';

/** Hands progress on so that its fraction never falls. */
export function neverFalling(onProgress: (progress: EngineProgress) => void): (progress: EngineProgress) => void {
  let highest = 0;
  return (progress) => {
    highest = Math.max(highest, progress.fraction);
    onProgress({ ...progress, fraction: highest });
  };
}
