import type { Previews } from '~/features/previews';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { CornerToggle, Picture } from '~/ui';
import { StyleTiles } from './style-tiles';
import type { Style } from './styles-data';
import type { FavouriteStyles } from './use-favourite-styles';

/** The styles in the app, with the customer's own face where it is known: each leads to its page without leaving it. */
export function StyleGrid({
  items,
  own,
  favourites,
}: {
  items: readonly Style[];
  own: Previews | null;
  favourites: FavouriteStyles | null;
}) {
  const t = useText();
  return (
    <StyleTiles
      items={items}
      renderPicture={({ id, displayName }, { eager }) => {
        const url = own?.pictures.find(({ style }) => style.id === id)?.url;
        return url ? <Picture src={url} alt={t('styles.own.picture', { name: displayName })} eager={eager} /> : null;
      }}
      renderMark={(style) =>
        favourites ? (
          <CornerToggle
            icon="heart"
            selectedIcon="heart-filled"
            label={t('styles.favourite.of', { name: style.displayName })}
            isSelected={favourites.isFavourite(style)}
            onChange={(favourite) => favourites.set(style, favourite)}
          />
        ) : null
      }
      renderLink={({ slug }, tile) => <AppLink to="/app/styles/$slug" params={{ slug }} {...tile} />}
    />
  );
}
