import { api, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { useReload } from '~/lib/reload';
import { useWishes } from '~/lib/wishes';
import type { Style } from './styles-data';

export interface FavouriteStyles {
  isFavourite(style: Style): boolean;
  set(style: Style, favourite: boolean): void;
}

/**
 * The styles that the customer likes best; null where nobody knows which they are. A heart follows the hand at once. Other pages of the
 * same person are told by a live event.
 */
export function useFavouriteStyles(favourites: Loaded<readonly Style[]>): FavouriteStyles | null {
  const t = useText();
  const reload = useReload();
  const { wished, wish } = useWishes<boolean>(
    (slug, favourite) =>
      favourite ? api.addFavouriteStyle({ path: { slug } }) : api.removeFavouriteStyle({ path: { slug } }),
    t('styles.favourite.failed'),
  );
  useLive('favourite_style.changed', reload);
  if (!favourites.ok) return null;
  return {
    isFavourite: ({ slug }) => wished(slug) ?? favourites.value.some((each) => each.slug === slug),
    set: ({ slug }, favourite) => wish(slug, favourite),
  };
}
