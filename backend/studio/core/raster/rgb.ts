/** Interleaved 8-bit sRGB. */
export interface Rgb {
  data: Uint8Array;
  width: number;
  height: number;
}
