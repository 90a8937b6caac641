/** The previews of a portrait, by how wide they are at most. */
export const PREVIEWS = [
  { variant: 'preview', width: 480 },
  { variant: 'preview-960', width: 960 },
] as const;

export type PreviewVariant = (typeof PREVIEWS)[number]['variant'];
