import type { SourceType } from '../integrations/portrait-engine/index.js';

/** A trained model invents the picture; the studio edits a photo. @param engine null for runs from before there were several */
export const sourceTypeOf = (engine: string | null | undefined): SourceType => (engine === 'replicate' ? 'trainedAlgorithmicMedia' : 'compositeSynthetic');
