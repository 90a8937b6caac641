import type { Schemas } from '~/lib/api';
import type { Choice } from './styles-search';

/** What of it can be shown: for a purpose that no style serves all of them are. */
export const servedChoice = (
  items: readonly Pick<Schemas['Style'], 'purposes'>[],
  choice: Choice | null,
): Choice | null =>
  choice === null || choice === 'favourites' || items.some(({ purposes }) => purposes.includes(choice)) ? choice : null;
