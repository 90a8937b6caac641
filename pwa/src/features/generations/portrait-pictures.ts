import type { Portrait } from './generations-data';

/** The previews of a portrait in the form of `srcset`. */
export const previewSet = ({ previews }: Portrait): string =>
  previews.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** The largest preview: what a large picture shows before anything else. */
export const largePreview = ({ previews, previewUrl }: Portrait): string => previews.at(-1)?.url ?? previewUrl;
