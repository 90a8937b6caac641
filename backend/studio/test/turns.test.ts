import { describe, expect, it } from 'vitest';
import { FEWEST_CUTOUTS, MAX_CUTOUTS, turnsOf } from '../core/training/turns.js';
import { faceWith } from './face-with.js';

const OPEN = faceWith(0.3);
/** @param stops how much dimmer the face is than the person's others */
const photo = (name: string, { face = OPEN, stops = 0, colour = 0.5 } = {}) => ({
  name,
  face,
  tone: { redGreen: colour, blueGreen: colour, luminance: 0.3 * 2 ** -stops },
});
const plain = ['a', 'b', 'c', 'd'].map((name) => photo(name));
const order = (photos: ReturnType<typeof photo>[]): string[] =>
  turnsOf(photos).map(({ analysed, below }) => `${analysed.name} ${below}`);

const latenesses = (photos: ReturnType<typeof photo>[]): Record<string, string | null> =>
  Object.fromEntries(turnsOf(photos).map(({ analysed, late }) => [analysed.name, late]));

describe('the order in which cutouts are made', () => {
  it('tells why a photo stands back', () => {
    const flawed = [
      photo('shut', { face: faceWith(0.1) }),
      photo('backlit', { stops: 0.85 }),
      photo('burnt', { stops: 1.5 }),
      photo('grey', { colour: 0 }),
    ];
    expect(latenesses([...flawed, ...plain])).toEqual({
      shut: 'expression',
      backlit: 'light_behind',
      burnt: 'light_behind',
      grey: 'black_and_white',
      ...Object.fromEntries(plain.map(({ name }) => [name, null])),
    });
  });

  it('is the ranking where all photos are good', () => {
    expect(order(plain)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name} ${MAX_CUTOUTS}`));
  });

  it.each([
    ['shut eyes', { face: faceWith(0.1) }],
    ['a word on the lips', { face: faceWith(0.3, 0.4) }],
    ['the light behind', { stops: 0.85 }],
    ['no colour, where enough are in colour', { colour: 0 }],
  ])('leaves for the end, and for want of others, who has %s', (_, flaw) => {
    expect(order([photo('flawed', flaw), ...plain]).at(-1)).toBe(`flawed ${FEWEST_CUTOUTS}`);
  });

  it('takes black and white like colour where too few are in colour', () => {
    const grey = ['e', 'f'].map((name) => photo(name, { colour: 0 }));
    expect(order([...grey, ...plain.slice(0, 2)])).toEqual(
      ['e', 'f', 'a', 'b'].map((name) => `${name} ${MAX_CUTOUTS}`),
    );
  });

  it('takes what is burnt last of all, and only for a second cutout', () => {
    expect(order([photo('burnt', { stops: 1.5 }), photo('dim', { stops: 0.85 }), ...plain]).slice(-2)).toEqual([
      `dim ${FEWEST_CUTOUTS}`,
      'burnt 2',
    ]);
  });

  it('counts eyes as open that are as wide as this person’s ever are', () => {
    const narrow = ['a', 'b', 'c'].map((name) => photo(name, { face: faceWith(0.19) }));
    expect(order(narrow).every((turn) => turn.endsWith(` ${MAX_CUTOUTS}`))).toBe(true);
  });
});
