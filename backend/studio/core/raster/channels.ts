/** The places of red, green and blue in planes and colours. */
export const CHANNELS = [0, 1, 2] as const;
