import { createContext, useContext, type ReactNode } from 'react';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { useReload } from '~/lib/reload';
import { useWishes } from '~/lib/wishes';
import type { Portrait } from './generations-data';

export interface Favourites {
  isFavourite(portrait: Portrait): boolean;
  set(id: string, favourite: boolean): void;
}

const FavouritesContext = createContext<Favourites>({ isFavourite: () => false, set: () => undefined });

/** Which portraits are favourites, below a `FavouritesProvider`. */
export const useFavourites = (): Favourites => useContext(FavouritesContext);

const send = (id: string, favourite: boolean): Promise<unknown> =>
  favourite ? api.addFavourite({ path: { id } }) : api.removeFavourite({ path: { id } });

export interface FavouritesProviderProps {
  /** The run; null for the portraits of all runs. */
  generationId: string | null;
  children: ReactNode;
}

/**
 * A heart follows the hand at once; other pages of the same person are told by a live event. Only what shows hearts is drawn anew for one,
 * not the whole screen.
 */
export function FavouritesProvider({ generationId, children }: FavouritesProviderProps) {
  const t = useText();
  const reload = useReload();
  const { wished, wish } = useWishes(send, t('generations.favourite.failed'));

  useLive('portrait.changed', (event) => {
    if (generationId === null || event.generationId === generationId) reload();
  });

  return (
    <FavouritesContext value={{ isFavourite: ({ id, favourite }) => wished(id) ?? favourite, set: wish }}>
      {children}
    </FavouritesContext>
  );
}
