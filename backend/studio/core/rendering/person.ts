/** A cut-out person placed in a portrait: straight RGBA of the portrait's size. */
export interface Person {
  rgba: Uint8Array;
  width: number;
  height: number;
  /** Face mesh in portrait pixels, or null for a figure without a living face (a sculpted head). */
  mesh: readonly (readonly [number, number, number])[] | null;
  /** Portrait pixels per pixel of the original photo; above 1 the face was enlarged. */
  enlargement: number;
}
