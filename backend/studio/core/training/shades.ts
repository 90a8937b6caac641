import type { Seen } from './own-person.js';

/** Shades of each channel that are told apart. */
const SHADES = 12;

/** Where colours are looked for, and how often they have to occur there. */
interface Surroundings {
  /** How far around the places, in pixels. */
  reach: number;
  isAround: (i: number) => boolean;
  /** Share of what is around from which a colour of it is common. */
  common: number;
}

/** Share of places in colours that are common around them; null where nothing is around. */
export function shareInShades(
  { rgb, width, height, valid }: Pick<Seen, 'rgb' | 'width' | 'height' | 'valid'>,
  places: readonly number[],
  { reach, isAround, common }: Surroundings,
): number | null {
  const [left, right] = bounds(places.map((i) => i % width));
  const [top, bottom] = bounds(places.map((i) => Math.floor(i / width)));
  const found = new Uint32Array(SHADES ** 3);
  let all = 0;
  for (let y = Math.max(0, valid.y, top - reach); y < Math.min(height, valid.y + valid.height, bottom + reach); y++) {
    for (let x = Math.max(0, valid.x, left - reach); x < Math.min(width, valid.x + valid.width, right + reach); x++) {
      const i = Math.floor(y) * width + Math.floor(x);
      if (!isAround(i)) continue;
      const [r, g, b] = shadesOf(rgb, i);
      found[(r * SHADES + g) * SHADES + b]!++;
      all++;
    }
  }
  const isCommon = (i: number): boolean => commonness(found, shadesOf(rgb, i)) > common * all;
  return all > 0 ? places.filter(isCommon).length / places.length : null;
}

/** How often a colour occurs, or one a shade away: beside an arm the wall is a little darker. */
function commonness(room: Uint32Array, [r, g, b]: readonly [number, number, number]): number {
  let sum = 0;
  for (let dr = -1; dr <= 1; dr++)
    for (let dg = -1; dg <= 1; dg++)
      for (let db = -1; db <= 1; db++) {
        const [u, v, w] = [r + dr, g + dg, b + db];
        const isShade = Math.min(u, v, w) >= 0 && Math.max(u, v, w) < SHADES;
        if (isShade) sum += room[(u * SHADES + v) * SHADES + w]!;
      }
  return sum;
}

const bounds = (values: readonly number[]): [number, number] => [
  values.reduce((a, b) => Math.min(a, b), Infinity),
  values.reduce((a, b) => Math.max(a, b), -Infinity),
];

const shadesOf = (rgb: Seen['rgb'], i: number): [number, number, number] =>
  rgb.map((plane) => Math.min(SHADES - 1, Math.floor(plane[i]! * SHADES))) as [number, number, number];
