import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { useReload } from '~/lib/reload';
import { useWishes } from '~/lib/wishes';
import type { Portrait } from './generations-data';

/**
 * The favourites of a run, or of all. A heart follows the hand at once. Other pages of the same person are told by a live event.
 * @param generationId null for all runs
 */
export function useFavourites(generationId: string | null) {
  const t = useText();
  const reload = useReload();
  const { wished, wish } = useWishes<boolean>(
    (id, favourite) => (favourite ? api.addFavourite({ path: { id } }) : api.removeFavourite({ path: { id } })),
    t('generations.favourite.failed'),
  );

  useLive('portrait.changed', (event) => {
    if (generationId === null || event.generationId === generationId) reload();
  });

  return { isFavourite: ({ id, favourite }: Portrait): boolean => wished(id) ?? favourite, set: wish };
}
