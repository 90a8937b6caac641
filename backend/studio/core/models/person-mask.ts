/** Says for each pixel of a picture how surely it belongs to a person. */
export interface PersonMask {
  /** Size of the pictures it looks at, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether a single look is coarse and unreliable, so that looks at several framings have to agree. */
  readonly needsVotes: boolean;
  /**
   * @param rgb interleaved RGB, 0 to 1, height × width × 3
   * @returns height × width, 0 to 1
   */
  run(rgb: Float32Array): Promise<Float32Array>;
}
