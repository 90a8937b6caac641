/** Says for each pixel of a picture how surely it belongs to a person. */
export interface PersonMask {
  /** Size of the pictures it looks at, in pixels. */
  readonly width: number;
  readonly height: number;
  /** @param rgb interleaved RGB, 0 to 1, height × width × 3 */
  run(rgb: Float32Array): Promise<PersonLook>;
}

/** What a model sees in a picture: planes of its size, 0 to 1. */
export interface PersonLook {
  person: Float32Array;
  /** What of the person it is, where the model tells that. */
  parts: PersonParts | null;
}

/** Kinds of parts of a person. Glasses, hats, jewellery and bags are accessories. */
export const PARTS = ['hair', 'body', 'face', 'clothes', 'accessory'] as const;

export type PersonParts = Record<(typeof PARTS)[number], Float32Array>;
