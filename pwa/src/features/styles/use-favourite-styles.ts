import { api, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useWishes } from '~/lib/wishes';
import type { Style } from './styles-data';

export interface FavouriteStyles {
  isFavourite(style: Style): boolean;
  set(style: Style, favourite: boolean): void;
}

/** The styles that the customer likes best; null where nobody knows which they are. A heart follows the hand at once. */
export function useFavouriteStyles(favourites: Loaded<readonly Style[]>): FavouriteStyles | null {
  const t = useText();
  const { wished, wish } = useWishes<boolean>(
    (slug, favourite) =>
      favourite ? api.addFavouriteStyle({ path: { slug } }) : api.removeFavouriteStyle({ path: { slug } }),
    t('styles.favourite.failed'),
  );
  if (!favourites.ok) return null;
  return {
    isFavourite: ({ slug }) => wished(slug) ?? favourites.value.some((each) => each.slug === slug),
    set: ({ slug }, favourite) => wish(slug, favourite),
  };
}
