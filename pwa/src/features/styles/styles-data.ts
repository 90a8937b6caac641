import { listProfiles } from '~/features/ai-profiles';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type Style = Schemas['Style'];

/** The enabled styles in their order. */
export const loadStyles = (): Promise<Loaded<Style[]>> => settle(api.listStyles().then(({ items }) => items));

/** The styles, and the profiles that they are shown by. */
export async function loadStylesWithProfiles() {
  const [list, profiles] = await Promise.all([loadStyles(), settle(listProfiles())]);
  return { list, profiles };
}

/** A style and the profiles it can be used with. */
export async function loadStyle(slug: string) {
  const [style, profiles] = await Promise.all([settle(api.getStyle({ path: { slug } })), settle(listProfiles())]);
  return { style, profiles };
}
