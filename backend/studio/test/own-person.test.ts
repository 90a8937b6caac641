import { describe, expect, test } from 'vitest';
import type { PersonParts } from '../core/models/person-mask.js';
import { keepOwn } from '../core/training/own-person.js';

const [WIDTH, HEIGHT, FACE] = [288, 360, 104];
const EYE = [144, 148] as const;
type Part = keyof PersonParts;
type Area = (x: number, y: number) => boolean;

const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Area =>
  (x, y) =>
    Math.hypot((x - cx) / rx, (y - cy) / ry) < 1;
const box =
  (left: number, top: number, right: number, bottom: number): Area =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom;

/** A head with hair on shoulders, all in the middle. */
const PERSON: readonly [Part, Area][] = [
  ['hair', ellipse(144, 140, 50, 62)],
  ['clothes', (x, y) => y > 215 && Math.abs(x - 144) < 40 + (y - 215) * 1.2 && Math.abs(x - 144) < 110],
  ['body', box(126, 190, 162, 222)],
  ['face', ellipse(144, 158, 37, 52)],
];

/** What is left of each area after the others were taken out: shares of their pixels that are still a person. */
function keptOf(
  added: readonly [Part, Area][],
  holes: readonly Area[] = [],
  rooms: readonly Area[] = [],
  room = 0.3,
  doubt = 0,
): { person: number; added: number[]; holes: number[]; touching: number } {
  const n = WIDTH * HEIGHT;
  const plane = (): Float32Array => new Float32Array(n);
  const parts: PersonParts = { hair: plane(), body: plane(), face: plane(), clothes: plane(), accessory: plane() };
  const probability = plane();
  const drawn = [...added, ...PERSON];
  const partAt = (x: number, y: number): Part | undefined =>
    holes.some((is) => is(x, y)) ? undefined : drawn.filter(([, is]) => is(x, y)).at(-1)?.[0];
  for (let i = 0; i < n; i++) {
    const part = partAt(i % WIDTH, Math.floor(i / WIDTH));
    if (!part && holes.some((is) => is(i % WIDTH, Math.floor(i / WIDTH)))) probability[i] = doubt;
    if (!part) continue;
    parts[part][i] = 0.96;
    probability[i] = 1;
  }
  const before = probability.slice();
  const isFace = ellipse(144, 158, 33, 46);
  const face = Float32Array.from({ length: n }, (_, i) => (isFace(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0));
  // Everything is as light as the shirt, but for some areas and, where there are such, the room.
  const grey = plane().fill(0.7);
  for (let i = 0; i < n; i++) {
    const isHole = holes.some((is) => is(i % WIDTH, Math.floor(i / WIDTH)));
    if (rooms.some((is) => is(i % WIDTH, Math.floor(i / WIDTH)))) grey[i] = 0.3;
    else if (rooms.length > 0 && probability[i] === 0 && !isHole) grey[i] = room;
  }
  const rgb = [grey, grey, grey] as const;
  const valid = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const contradicted = plane();
  const { touching } = keepOwn({
    rgb,
    probability,
    parts,
    contradicted,
    width: WIDTH,
    height: HEIGHT,
    face,
    eye: EYE,
    faceHeight: FACE,
    valid,
  });
  const share = (is: Area, among: (i: number) => boolean): number => {
    const places = [...before.keys()].filter((i) => is(i % WIDTH, Math.floor(i / WIDTH)) && among(i));
    return places.reduce((sum, i) => sum + probability[i]!, 0) / places.length;
  };
  const isOwn = (x: number, y: number): boolean => PERSON.some(([, is]) => is(x, y));
  return {
    person: share(isOwn, (i) => before[i] === 1),
    added: added.map(([, is]) => share(is, (i) => !isOwn(i % WIDTH, Math.floor(i / WIDTH)))),
    holes: holes.map((is) => share(is, () => true)),
    touching,
  };
}

describe('of everybody whom the model sees', () => {
  test('one person alone stays as she is', () => {
    expect(keptOf([]).person).toBe(1);
  });

  test('somebody who looks over the shoulder goes, face and hair', () => {
    const { person, added } = keptOf([
      ['hair', ellipse(240, 170, 30, 40)],
      ['face', ellipse(240, 180, 22, 32)],
    ]);
    expect(person).toBeGreaterThan(0.99);
    expect(Math.max(...added)).toBeLessThan(0.03);
  });

  test('a face that is printed on the shirt stays', () => {
    const { person } = keptOf([['face', ellipse(144, 300, 20, 26)]]);
    expect(person).toBe(1);
  });

  test('the hat of somebody behind the shoulder goes', () => {
    const { person, added } = keptOf([['accessory', ellipse(236, 236, 34, 30)]]);
    expect(person).toBeGreaterThan(0.99);
    expect(added[0]).toBeLessThan(0.03);
  });

  test('the own hat, earrings and a necklace stay', () => {
    const worn = keptOf([
      ['accessory', ellipse(144, 82, 70, 30)],
      ['accessory', box(96, 170, 102, 196)],
    ]);
    expect([worn.person, ...worn.added]).toEqual([1, 1, 1]);
  });

  test('a strap over the shoulder stays', () => {
    expect(keptOf([['accessory', box(90, 250, 108, 360)]]).person).toBe(1);
  });

  test('a black shirt that looks like nothing is closed below the chin', () => {
    expect(keptOf([], [ellipse(146, 352, 22, 26)]).holes[0]).toBe(1);
  });

  test('and so is a patch of it beside, where it looks like the cloth around', () => {
    expect(keptOf([], [ellipse(196, 330, 14, 20)]).holes[0]).toBe(1);
    expect(keptOf([], [ellipse(196, 330, 14, 20)], [ellipse(196, 330, 15, 21)]).holes[0]).toBe(0);
  });

  test('and so is what is neither the cloth around nor the room, as the inside of a collar', () => {
    const gap = ellipse(196, 330, 14, 20);
    expect(keptOf([], [gap], [ellipse(196, 330, 15, 21)], 0.95).holes[0]).toBe(1);
    // The wall itself, a little darker beside the arm.
    expect(keptOf([], [gap], [ellipse(196, 330, 15, 21)], 0.38).holes[0]).toBe(0);
  });

  test('what reaches across the middle of the chest is closed, also in the colours of the room; beside it the room shows beyond an arm', () => {
    const across = box(60, 300, 156, 360);
    const beside = box(60, 300, 112, 360);
    expect(keptOf([], [across], [box(58, 298, 158, 360)]).holes[0]).toBe(1);
    expect(keptOf([], [beside], [box(58, 298, 114, 360)]).holes[0]).toBeLessThan(0.05);
  });

  test('a bay of the sleeve that looks like it is closed where the model doubts, one that shows the room is not', () => {
    const bay = ellipse(252, 310, 12, 9);
    const farOff = ellipse(20, 20, 4, 4);
    expect(keptOf([], [bay], [farOff], 0.3, 0.2).holes[0]).toBeGreaterThan(0.5);
    expect(keptOf([], [bay], [farOff]).holes[0]).toBeLessThan(0.2);
    // A room in the colours of the sleeve shows there as well.
    expect(keptOf([], [bay], [], 0.3, 0.2).holes[0]).toBeLessThan(0.3);
    expect(keptOf([], [bay], [ellipse(252, 310, 13, 10)], 0.3, 0.2).holes[0]).toBeLessThan(0.3);
  });

  test('a face that runs into the own one is told, one beside is not', () => {
    const beside = (x: number): readonly [Part, Area][] => [
      ['face', ellipse(x, 170, 40, 50)],
      ['face', box(150, 188, x, 210)],
    ];
    expect(keptOf(beside(252)).touching).toBeGreaterThan(0.05);
    // Nor is it overlooked where a third stands apart.
    expect(keptOf([...beside(252), ['face', ellipse(30, 120, 26, 34)]]).touching).toBeGreaterThan(0.05);
    expect(keptOf([['face', ellipse(252, 170, 40, 50)]]).touching).toBe(0);
    expect(keptOf([]).touching).toBe(0);
  });

  test('the room between hair and shoulder stays open, and so does that beside an arm', () => {
    const gaps = [ellipse(100, 250, 8, 14), box(226, 300, 240, 360)];
    expect(keptOf([], gaps, gaps).holes).toEqual([0, 0]);
  });
});
