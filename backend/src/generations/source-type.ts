import type { SourceType } from '../integrations/portrait-engine/index.js';

/**
 * A trained model invents the picture; the studio edits a photo, and the provider's emulator draws around one.
 * @param engine null for runs from before there were several
 */
export const sourceTypeOf = (engine: string | null | undefined, isSample: boolean): SourceType =>
  engine === 'replicate' && !isSample ? 'trainedAlgorithmicMedia' : 'compositeSynthetic';
