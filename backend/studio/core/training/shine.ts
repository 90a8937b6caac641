import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { smoothstep } from '../raster/numbers.js';
import { chroma, lumaAt, type Skin } from './face-skin.js';

/** Share of a highlight's foreign tint that is taken away: a white lamp's shine turns grey-blue when the portrait's light is lowered. */
const SHINE = 0.4;

/** Gives a highlight that is bluer than the skin the skin's own tint, at the same brightness. What is far from skin (glass, a strand of white hair) stays. */
export function warmShine(rgb: Planes, { bare, alike, luma }: Skin): void {
  const { red, blue } = tintOfLitSkin(rgb, alike, luma);
  for (let i = 0; i < bare.length; i++) {
    if (bare[i]! < 0.01) continue;
    const [u, v] = chroma(rgb, i);
    const bright = smoothstep(1, 1.25, lumaAt(rgb, i) / luma);
    const foreign = smoothstep(0.012, 0.04, v - blue) * (1 - smoothstep(0.1, 0.16, Math.hypot(u - red, v - blue)));
    const share = SHINE * bright * foreign * bare[i]!;
    if (share === 0) continue;
    const before = lumaAt(rgb, i);
    const sum = rgb[0][i]! + rgb[1][i]! + rgb[2][i]!;
    const r = (u + (red - u) * share) * sum;
    const b = (v + (blue - v) * share) * sum;
    const g = Math.max(0, sum - r - b);
    const same = before / Math.max(1e-3, 0.3 * r + 0.59 * g + 0.11 * b);
    const tinted = [r, g, b] as const;
    for (const c of CHANNELS) rgb[c][i] = Math.min(1, tinted[c] * same);
  }
}

/** Hair over the forehead and shadows are left out: they are yellower than lit skin. */
function tintOfLitSkin(rgb: Planes, alike: Float32Array, luma: number): { red: number; blue: number } {
  let [red, blue, weight] = [0, 0, 1e-6];
  for (let i = 0; i < alike.length; i += 3) {
    const light = lumaAt(rgb, i) / luma;
    if (alike[i]! < 0.3 || light < 1 || light > 1.2) continue;
    const [u, v] = chroma(rgb, i);
    red += u * alike[i]!;
    blue += v * alike[i]!;
    weight += alike[i]!;
  }
  return { red: red / weight, blue: blue / weight };
}
