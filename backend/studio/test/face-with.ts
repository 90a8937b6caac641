import type { Mesh } from '../core/photo/landmarks.js';

/** Only the points that eyes and mouth are measured by: both eyes 100 wide, the mouth 200. */
export function faceWith(eyes: number, mouth = 0, happy = 0): { mesh: Mesh; happy: number } {
  const mesh = Array.from({ length: 468 }, () => [0, 0, 0] as [number, number, number]);
  const put = (index: number, x: number, y: number): void => void (mesh[index] = [x, y, 0]);
  for (const [a, b, top, bottom, x] of [
    [33, 133, [160, 158], [144, 153], 0],
    [362, 263, [385, 387], [380, 373], 300],
  ] as const) {
    put(a, x, 0);
    put(b, x + 100, 0);
    top.forEach((index, i) => put(index, x + 30 + 40 * i, -50 * eyes));
    bottom.forEach((index, i) => put(index, x + 30 + 40 * i, 50 * eyes));
  }
  put(61, 100, 200);
  put(291, 300, 200);
  put(13, 200, 200 - 100 * mouth);
  put(14, 200, 200 + 100 * mouth);
  return { mesh, happy };
}
