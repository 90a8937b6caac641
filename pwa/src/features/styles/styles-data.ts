import { listProfiles } from '~/features/ai-profiles';
import { api, isUnreached, settle, type Loaded, type Schemas } from '~/lib/api';

export type Style = Schemas['Style'];

/** The enabled styles in their order. */
export const loadStyles = (): Promise<Loaded<Style[]>> => settle(api.listStyles().then(({ items }) => items));

/** Those that the customer likes best. */
const loadFavouriteStyles = (): Promise<Loaded<Style[]>> =>
  settle(api.listFavouriteStyles().then(({ items }) => items));

/** The styles, those that the customer likes best, and the profiles that they are shown by. */
export async function loadStylesWithProfiles() {
  const [list, favourites, profiles] = await Promise.all([loadStyles(), loadFavouriteStyles(), settle(listProfiles())]);
  return { list, favourites, profiles };
}

/** Without a network, from the list of all: that is kept on the device. */
async function findStyle(slug: string): Promise<Style> {
  try {
    return await api.getStyle({ path: { slug } });
  } catch (error) {
    if (!isUnreached(error)) throw error;
    const list = await loadStyles();
    const kept = list.ok ? list.value.find((style) => style.slug === slug) : undefined;
    if (!kept) throw error;
    return kept;
  }
}

/** A style, the customer's favourites, and the profiles it can be used with. */
export async function loadStyle(slug: string) {
  const [style, favourites, profiles] = await Promise.all([
    settle(findStyle(slug)),
    loadFavouriteStyles(),
    settle(listProfiles()),
  ]);
  return { style, favourites, profiles };
}
