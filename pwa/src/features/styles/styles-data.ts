import { listProfiles } from '~/features/ai-profiles';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type Style = Schemas['Style'];

/** The enabled styles in their order. */
export const loadStyles = (): Promise<Loaded<Style[]>> => settle(api.listStyles().then(({ items }) => items));

/** A style and the profiles it can be used with. */
export async function loadStyle(slug: string) {
  const [style, profiles] = await Promise.all([settle(api.getStyle({ path: { slug } })), settle(listProfiles())]);
  return { style, profiles };
}

/** The small and the large picture of a style in both formats, for `srcset`; the API names the small one. */
export function previewSets(previewUrl: string): { srcSet: string; avifSet: string } {
  const widths = (url: string) => `${url} 640w, ${url.replace(/-640(?=\.\w+$)/, '-1280')} 1280w`;
  return { srcSet: widths(previewUrl), avifSet: widths(previewUrl.replace(/\.\w+$/, '.avif')) };
}
