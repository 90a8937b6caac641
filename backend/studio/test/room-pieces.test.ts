import { describe, expect, test } from 'vitest';
import type { PersonParts } from '../core/models/person-mask.js';
import type { Point } from '../core/photo/landmarks.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { dropRoomPieces } from '../core/training/room-pieces.js';

const [WIDTH, HEIGHT, FACE] = [240, 300, 100];

type Colour = readonly [number, number, number];
const WALL: Colour = [0.86, 0.85, 0.82];
const CLOTH: Colour = [0.3, 0.32, 0.4];
const SKIN: Colour = [0.75, 0.55, 0.45];

type Area = (x: number, y: number) => boolean;
const isHead: Area = (x, y) => Math.hypot((x - 120) / 38, (y - 125) / 54) < 1;
const isBody: Area = (x, y) => (Math.abs(x - 120) < 20 && y > 160 && y < 230) || (Math.abs(x - 120) < 95 && y > 210);
const isScarf: Area = (x, y) => Math.abs(x - 120) < 20 && y > 236;
/** The corner between neck and shoulder, which the mask has taken along. */
const isCorner: Area = (x, y) => x > 140 && x < 156 && y > 198 && y <= 210;
const OVAL: Point[] = [
  [90, 85],
  [150, 85],
  [150, 165],
  [90, 165],
];

/** How a drawing differs from a person in dark clothes before a light wall, whose corner the mask is sure of. */
interface Drawing {
  corner?: Colour;
  cloth?: Colour;
  scarf?: Colour;
  isDoubted?: boolean;
}

/** The shares of the corner and of the body that are left. */
function leftOf({ corner = WALL, cloth = CLOTH, scarf = cloth, isDoubted = false }: Drawing): [number, number] {
  const n = WIDTH * HEIGHT;
  const plane = (): Float32Array => new Float32Array(n);
  const rgb: Planes = [plane(), plane(), plane()];
  const parts: PersonParts = { hair: plane(), body: plane(), face: plane(), clothes: plane(), accessory: plane() };
  const [probability, undecided] = [plane(), plane()];
  for (let i = 0; i < n; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const part = isHead(x, y) ? 'face' : isBody(x, y) || isCorner(x, y) ? 'clothes' : null;
    const worn = isScarf(x, y) ? scarf : isBody(x, y) ? cloth : isCorner(x, y) ? corner : WALL;
    const colour = part === 'face' ? SKIN : worn;
    for (const c of [0, 1, 2] as const) rgb[c][i] = colour[c];
    if (part) {
      parts[part][i] = 1;
      probability[i] = 1;
    }
    if (isDoubted && isCorner(x, y)) undecided[i] = 1;
  }
  const valid = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  dropRoomPieces({ rgb, probability, parts, width: WIDTH, height: HEIGHT, faceHeight: FACE, valid }, OVAL, undecided);
  const share = (is: Area): number => {
    const places = [...probability.keys()].filter((i) => is(i % WIDTH, Math.floor(i / WIDTH)));
    return places.filter((i) => probability[i]! > 0.5).length / places.length;
  };
  return [share(isCorner), share(isBody)];
}

describe('what the mask takes along beside the person', () => {
  test('goes where it is the wall and the person has no such colour, however sure the mask is', () => {
    const [corner, body] = leftOf({});
    expect(corner).toBeLessThan(0.05);
    expect(body).toBeGreaterThan(0.995);
  });

  test('stays where the person wears such a colour, unless the model doubts it', () => {
    expect(leftOf({ scarf: WALL })[0]).toBe(1);
    expect(leftOf({ scarf: WALL, isDoubted: true })[0]).toBeLessThan(0.05);
  });

  test('stays where an edge parts it from the wall', () => {
    expect(leftOf({ corner: [0.66, 0.65, 0.63] })[0]).toBe(1);
  });

  test('stays where nothing parts it from the person', () => {
    expect(leftOf({ corner: WALL, cloth: WALL })[0]).toBe(1);
  });
});
