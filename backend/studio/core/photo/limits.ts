/** Most pixels and longest side a file may claim in its header. */
export const MAX_PIXELS = 50_000_000;
export const MAX_SIDE = 12_000;
/** Longest side of a normalised photo in pixels. */
export const NORMALISED_SIDE = 2400;
