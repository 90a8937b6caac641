import { expect, it } from 'vitest';
import type { Crop } from '../core/rendering/framing.js';
import type { Complaint } from '../core/port.js';
import { answerTo, otherPhotos } from '../core/rendering/answer-complaint.js';
import { planVariants, type Variant, type VariantSource } from '../core/rendering/variants.js';

/** A face of some points, whose mouth is open by so many pixels. */
const faceOf = (mouth: number): number[] =>
  Array.from({ length: 100 }, (_, i) => [
    600 + (i % 10) * 20,
    560 + Math.floor(i / 10) * 30 + (i >= 80 ? mouth : 0),
    0,
  ]).flat();

/** A cutout with room on every side, of a moment of its own. */
const cutout = (artifact: string, dimness: number): VariantSource => ({
  artifact,
  width: 1400,
  height: 1750,
  faceHeight: 520,
  eye: [700, 700],
  headTop: 380,
  headSides: [450, 950],
  cuts: [],
  sideLight: 0,
  dimness,
  mesh: faceOf(60 * (artifact.charCodeAt(0) - 96)),
});

const planned = new Map<string, Variant[]>();
/** A run of eight with this seed, planned once for all who look at it. */
function planOf(sources: VariantSource[], seed: number): Variant[] {
  const key = JSON.stringify([sources, seed]);
  const plan = planned.get(key) ?? planVariants({ scene: { key: 'linkedin' }, seed, count: 8 }, sources);
  planned.set(key, plan);
  return plan;
}

const timesOf = (sources: VariantSource[], seed: number): number[] => {
  const run = planOf(sources, seed);
  return sources.map((_, source) => run.filter((variant) => variant.source === source).length);
};

it.each([1, 2, 3, 2026])(
  'photos with the light behind the person stand back, however good they are otherwise (seed %i)',
  (seed) => {
    const [backlit, first, second, alsoBacklit] = timesOf(
      [cutout('a', 1.2), cutout('b', 0), cutout('c', 0.3), cutout('d', 0.7)],
      seed,
    ) as [number, number, number, number];
    expect(backlit + alsoBacklit).toBe(2);
    expect([backlit, alsoBacklit]).toEqual([1, 1]);
    expect(Math.min(first, second)).toBeGreaterThan(1);
  },
);

it('a person who has no other photos gets all eight from them', () => {
  expect(timesOf([cutout('a', 1.2), cutout('b', 0.9)], 1).reduce((sum, times) => sum + times)).toBe(8);
  expect(Math.min(...timesOf([cutout('a', 1.2), cutout('b', 0.9)], 1))).toBeGreaterThan(2);
});

it('a photo that is only a little dimmer counts like the others', () => {
  expect(timesOf([cutout('a', 0), cutout('b', 0.5)], 1)[1]).toBeGreaterThan(2);
});

it.each([1, 2, 3, 2026])('wide hair keeps air on both sides (seed %i)', (seed) => {
  const wide: VariantSource = { ...cutout('a', 0), headSides: [250, 1130] };
  for (const { crop } of planVariants({ scene: { key: 'linkedin' }, seed, count: 8 }, [wide])) {
    expect(250 - crop.x).toBeGreaterThanOrEqual(0.065 * crop.width);
    expect(crop.x + crop.width - 1130).toBeGreaterThanOrEqual(0.065 * crop.width);
  }
});

/** Size and place of the face in the two crops that are most alike. */
function nearest(sources: VariantSource[], seed: number): number {
  const crops = planOf(sources, seed).map(
    ({ crop }) => [crop.height, (700 - crop.x) / crop.width, (700 - crop.y) / crop.height] as const,
  );
  return Math.min(
    ...crops.flatMap(([height, x, y], i) =>
      crops
        .slice(i + 1)
        .map(
          ([otherHeight, otherX, otherY]) =>
            Math.abs(Math.log(height / otherHeight)) + 2.5 * Math.abs(x - otherX) + 2.5 * Math.abs(y - otherY),
        ),
    ),
  );
}

it('two photos of the same moment are no two pictures: their crops differ as those of one photo do', () => {
  const siblings = ['a', 'b'].map((artifact) => ({ ...cutout(artifact, 0), mesh: faceOf(5) }));
  for (let seed = 1; seed <= 40; seed++) expect(nearest(siblings, seed)).toBeGreaterThan(0.25);
});

it('crops of photos of different moments may be alike', () => {
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
  expect(seeds.some((seed) => nearest([cutout('a', 0), cutout('b', 0)], seed) < 0.2)).toBe(true);
});

it('the crops of a single photo with little room differ as far as the room allows', () => {
  // What lies to the lower right of the person is not to be seen: close crops stay, and wide ones to the left.
  const cuts = Array.from({ length: 60 }, (_, i) => [1220, 1060 + 10 * i] as const);
  const floor = Array.from({ length: 140 }, (_, i) => [10 * i, 1490] as const);
  const tight: VariantSource = { ...cutout('a', 0), height: 1500, cuts: [...cuts, ...floor] };
  for (let seed = 1; seed <= 40; seed++) expect(nearest([tight], seed)).toBeGreaterThan(0.15);
});

it('a pin is shown whole or not at all', () => {
  const pinned: VariantSource = { ...cutout('a', 0), pins: [[860, 1370, 930, 1410]] };
  const isCut = ({ x, y, width, height }: Crop): boolean =>
    y + height > 1370 && y + height < 1410 && x < 930 && x + width > 860;
  const runs = Array.from(
    { length: 40 },
    (_, seed) => planOf([pinned], seed + 1).filter(({ crop }) => isCut(crop)).length,
  );
  expect(runs.reduce((sum, cut) => sum + cut)).toBe(0);
  for (let seed = 1; seed <= 40; seed++) expect(nearest([pinned], seed)).toBeGreaterThan(0.2);
});

const preferring = (names: string, preferred: string): VariantSource[] =>
  names.split('').map((name) => ({ ...cutout(name, 0), isPreferred: preferred.includes(name) }));

it.each([
  ['abcde', 'e'],
  ['abcde', 'd'],
  ['abcde', 'de'],
  ['abcd', 'cd'],
  ['abc', 'c'],
  ['ab', 'b'],
  ['abcde', 'bcd'],
])(
  'of %s the preferred ones (%s) come first and more often than the others, which come all the same',
  (names, preferred) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const sources = preferring(names, preferred);
      const times = timesOf(sources, seed);
      const mean = (isPreferred: boolean): number => {
        const of = times.filter((_, source) => sources[source]!.isPreferred === isPreferred);
        return of.reduce((sum, each) => sum + each) / of.length;
      };
      expect(mean(true)).toBeGreaterThanOrEqual(1.5 * mean(false));
      expect(mean(false)).toBeGreaterThan(0);
      const [first] = planOf(sources, seed);
      expect(sources[first!.source]!.isPreferred).toBe(true);
    }
  },
);

it('a backlit photo that is preferred is not kept to the places of backlit ones', () => {
  const sources = [cutout('a', 0), cutout('b', 0), { ...cutout('c', 1.2), isPreferred: true }];
  expect(timesOf(sources, 1)[2]).toBeGreaterThan(2);
});

it('with all photos preferred, the run is as if none were', () => {
  const plan = (sources: VariantSource[]) => planVariants({ scene: { key: 'linkedin' }, seed: 3, count: 8 }, sources);
  expect(plan(preferring('abcd', 'abcd'))).toEqual(plan(preferring('abcd', '')));
});

it.each([1, 2, 3, 2026])(
  'a crop that was not liked is answered by more room, light by less of it (seed %i)',
  (seed) => {
    const sources = [cutout('a', 0), cutout('b', 0), cutout('c', 0)];
    const run = { scene: { key: 'linkedin' }, seed, count: 8 };
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
    const [usual, wide, calm] = [null, 'crop', 'light'].map((complaint) =>
      planVariants({ ...run, answer: answerTo(complaint as Complaint | null) }, sources),
    ) as [Variant[], Variant[], Variant[]];
    const faces = (variants: Variant[]) => mean(variants.map(({ crop }) => crop.height / 520));
    expect(faces(wide)).toBeGreaterThan(faces(usual) * 1.08);
    expect(mean(calm.map(({ key }) => key))).toBeCloseTo(0.3 * mean(usual.map(({ key }) => key)), 5);
    expect(calm.map(({ crop }) => crop)).toEqual(usual.map(({ crop }) => crop));
  },
);

const worn = (artifact: string, clothes: [number, number, number] | null = null, isPreferred = false) => ({
  artifact,
  clothes,
  isPreferred,
});

it('an expression that was not liked is answered by other photos, where there are any and the customer did not prefer it', () => {
  const [one, two, three] = [worn('a'), worn('b'), worn('c')];
  expect(answerTo('expression').leavesOut).toBe('first');
  expect(otherPhotos([one, two, three], 'first')).toEqual([two, three]);
  expect(otherPhotos([one], 'first')).toEqual([one]);
  expect(otherPhotos([worn('a', null, true), two], 'first')).toHaveLength(2);
});

it('clothes that were not liked are answered by photos in others, where there are any', () => {
  const [suit, darker, shirt, unknown] = [
    worn('a', [60, 62, 70]),
    worn('b', [40, 41, 48]),
    worn('c', [190, 195, 205]),
    worn('d'),
  ];
  expect(answerTo('clothes').leavesOut).toBe('clothes');
  expect(otherPhotos([suit, darker, shirt], 'clothes')).toEqual([shirt]);
  expect(otherPhotos([suit, darker, unknown], 'clothes')).toEqual([unknown]);
  expect(otherPhotos([suit, darker], 'clothes')).toEqual([darker]);
  expect(otherPhotos([suit, worn('b', [40, 41, 48], true)], 'clothes')).toHaveLength(1);
});
