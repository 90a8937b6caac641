/** The previews of a portrait, by how wide they are at most. */
export const PREVIEWS = [
  { variant: 'preview', width: 480 },
  { variant: 'preview-960', width: 960 },
] as const;

export type PreviewVariant = (typeof PREVIEWS)[number]['variant'];

/** What is shown while a run is under way has at most so many pixels: too few for a profile picture. */
export const MARKED_PREVIEW = { width: 240, height: 300 } as const;
