import { AppLink } from '~/lib/navigation';
import { StyleTiles } from './style-tiles';
import type { Style } from './styles-data';

/** The styles in the app: each leads to its page without leaving it. */
export function StyleGrid({ items }: { items: readonly Style[] }) {
  return (
    <StyleTiles
      items={items}
      renderLink={({ slug }, tile) => <AppLink to="/app/styles/$slug" params={{ slug }} {...tile} />}
    />
  );
}
