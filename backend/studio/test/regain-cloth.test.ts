import { describe, expect, test } from 'vitest';
import type { PersonParts } from '../core/models/person-mask.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { regainCloth } from '../core/training/regain-cloth.js';

const [WIDTH, HEIGHT, FACE] = [240, 300, 100];

type Colour = readonly [number, number, number];
const WALL: Colour = [0.4, 0.34, 0.3];
const CLOTH: Colour = [0.1, 0.11, 0.16];
const SKIN: Colour = [0.75, 0.55, 0.45];

type Area = (x: number, y: number) => boolean;
const isHead: Area = (x, y) => Math.hypot((x - 120) / 38, (y - 125) / 54) < 1;
const isBody: Area = (x, y) => (Math.abs(x - 120) < 20 && y > 160 && y < 230) || (Math.abs(x - 120) < 95 && y > 215);
/** A bite out of the shoulder, which the mask has left out. */
const isBite: Area = (x, y) => x > 40 && x < 70 && y > 215 && y < 232;
/** Beside the shoulder. */
const isChair: Area = (x, y) => x > 10 && x <= 25 && y > 240 && y < 262;

/** How a drawing differs from a person in a dark suit before a brown picture, out of whose shoulder the mask bites a piece that it doubts. */
interface Drawing {
  wall?: Colour;
  bite?: Colour;
  isDoubted?: boolean;
  /** Something beside the shoulder in the suit's colour, of which the model is sure. */
  hasChair?: boolean;
}

/** The shares of the bite and of the chair that are the person's, and of the bite that is contested, afterwards. */
function after({ wall = WALL, bite = CLOTH, isDoubted = true, hasChair = false }: Drawing) {
  const n = WIDTH * HEIGHT;
  const plane = (): Float32Array => new Float32Array(n);
  const rgb: Planes = [plane(), plane(), plane()];
  const parts: PersonParts = { hair: plane(), body: plane(), face: plane(), clothes: plane(), accessory: plane() };
  const [probability, contested] = [plane(), plane()];
  for (let i = 0; i < n; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const part = isHead(x, y) ? 'face' : isBody(x, y) && !isBite(x, y) ? 'clothes' : null;
    const chair = hasChair && isChair(x, y) ? CLOTH : wall;
    const body = isBite(x, y) ? bite : isBody(x, y) ? CLOTH : chair;
    const colour = part === 'face' ? SKIN : body;
    for (const c of [0, 1, 2] as const) rgb[c][i] = colour[c];
    if (part) parts[part][i] = probability[i] = 1;
    if (isDoubted && isBite(x, y)) contested[i] = 1;
  }
  const valid = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const seen = {
    rgb,
    probability,
    parts,
    width: WIDTH,
    height: HEIGHT,
    eye: [120, 115] as [number, number],
    faceHeight: FACE,
    valid,
  };
  regainCloth(seen, contested);
  const share = (is: Area, of: Float32Array): number => {
    const places = [...of.keys()].filter((i) => is(i % WIDTH, Math.floor(i / WIDTH)));
    return places.filter((i) => of[i]! > 0.5).length / places.length;
  };
  return { bite: share(isBite, probability), chair: share(isChair, probability), contested: share(isBite, contested) };
}

describe('what the mask bites out of clothes', () => {
  test('is taken back where it has their colour, an edge parts it from the room and the model contradicts itself', () => {
    const { bite, contested } = after({});
    expect(bite).toBeGreaterThan(0.98);
    expect(contested).toBe(0);
  });

  test('stays out where the model is sure, as of a chair of that colour beside them', () => {
    expect(after({ isDoubted: false }).bite).toBe(0);
    expect(after({ hasChair: true }).chair).toBe(0);
  });

  test('stays out where it has the room’s colour', () => {
    expect(after({ bite: WALL })).toMatchObject({ bite: 0, contested: 1 });
  });

  test('stays out where no edge parts it from a room as dark as they are', () => {
    expect(after({ wall: CLOTH })).toMatchObject({ bite: 0, contested: 1 });
  });
});
