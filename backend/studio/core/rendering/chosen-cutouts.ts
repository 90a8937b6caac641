import type { Cutout } from '../descriptor.js';
import { EngineExhausted, type CutoutChoice } from '../port.js';

/**
 * The cutouts that portraits may be made of, in their order, those marked that the customer prefers.
 * @throws EngineExhausted when all are excluded
 */
export function chosenCutouts(
  cutouts: readonly Cutout[],
  choice: CutoutChoice | null | undefined,
): (Cutout & { isPreferred: boolean })[] {
  const chosen = cutouts
    .filter(({ artifact }) => !choice?.excluded.includes(artifact))
    .map((cutout) => ({ ...cutout, isPreferred: choice?.preferred.includes(cutout.artifact) ?? false }));
  if (chosen.length === 0) throw new EngineExhausted('all cutouts are excluded');
  return chosen;
}
