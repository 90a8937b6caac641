import { PROHIBITIVE_DOUBTS, type PhotoAnalysis } from '../integrations/portrait-engine/index.js';

/** So much better than the one that is shown a photo has to be for the previews to be made again; of a usefulness of 0 to 1. */
const BETTER = 0.08;

interface Photo {
  id: string;
  analysis: Pick<PhotoAnalysis, 'quality' | 'doubt'>;
}

/**
 * The photo that previews are to be made of.
 * @param shown the photo of the present previews, if there are any
 * @param failed a photo of which none could be made
 * @returns null where the present ones are as good as any
 */
export function choosePhoto<T extends Photo>(
  photos: readonly T[],
  { shown = null, failed = null }: { shown?: string | null; failed?: string | null },
): T | null {
  const usable = photos.filter(({ id, analysis: { doubt } }) => id !== failed && !isProhibitive(doubt));
  const best = usable.toSorted((a, b) => worth(b) - worth(a))[0];
  const present = usable.find(({ id }) => id === shown);
  if (!best || (present && worth(best) < worth(present) + BETTER)) return null;
  return best;
}

const isProhibitive = (doubt: PhotoAnalysis['doubt']): boolean => !!doubt && PROHIBITIVE_DOUBTS.includes(doubt);

/** One that portraits are made of only for want of better ones comes after all others. */
const worth = ({ analysis: { quality, doubt } }: Photo): number => quality - (doubt ? 1 : 0);
