import type { Previews } from '~/features/previews';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Picture } from '~/ui';
import { StyleTiles } from './style-tiles';
import type { Style } from './styles-data';

/** The styles in the app, with the customer's own face where it is known: each leads to its page without leaving it. */
export function StyleGrid({ items, own }: { items: readonly Style[]; own: Previews | null }) {
  const t = useText();
  return (
    <StyleTiles
      items={items}
      renderPicture={({ id, displayName }, { eager }) => {
        const url = own?.pictures.find(({ style }) => style.id === id)?.url;
        return url ? <Picture src={url} alt={t('styles.own.picture', { name: displayName })} eager={eager} /> : null;
      }}
      renderLink={({ slug }, tile) => <AppLink to="/app/styles/$slug" params={{ slug }} {...tile} />}
    />
  );
}
