import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { text, type TextKey } from '~/lib/i18n';
import { DURATION } from '~/lib/messages';
import worded from './specification-texts.json';

/** What some of the sentences are filled with. */
const VALUES = { title: 'Bewerbung', number: 2, count: 8 };

// What the specification (docs/specification.md) words, by the key that says it: changed there only with the specification.
it.each(Object.entries(worded))('is worded as specified: %s', (key, sentence) =>
  expect(text(key as TextKey, VALUES)).toBe(sentence),
);

it('has the numbers of the specification', () => {
  expect(
    facts.plans.map(({ name, priceRappen, credits, recommended }) => [name, priceRappen, credits, recommended]),
  ).toEqual([
    ['Starter', 990, 120, false],
    ['Professional', 1790, 240, true],
    ['Business', 3490, 500, false],
  ]);
  expect(facts.plans.map(({ examples }) => examples.map(({ trainings, styles }) => [trainings, styles]))).toEqual([
    [[1, 2]],
    [
      [1, 14],
      [2, 4],
    ],
    [
      [1, 40],
      [5, 0],
    ],
  ]);
  expect(facts).toMatchObject({
    currency: 'CHF',
    training: { credits: 100 },
    generation: { credits: 10, portraits: 8, estimateSeconds: 180 },
    photos: { min: 8, max: 15, maxBytes: 10_000_000, advisedPixels: 512 },
    portraits: { keptDays: 90, reminderDaysBefore: 7 },
    referencePhotos: { deletedHoursAfterTraining: 24 },
    retention: { providerHours: 1, sessionAddressDays: 7 },
    deletion: { imagesWithinDays: 7, accountingYears: 10 },
    account: { passwordMinLength: 6, displayNameMax: 100, minimumAge: 18 },
    profile: { nameMax: 50 },
    links: { lifetimeSeconds: 3600 },
    dashboard: { recentGenerations: 5 },
    withdrawal: { days: 14 },
    cookies: { consentYears: 1, analyticsMonths: 14, marketingDays: 90 },
    terms: { changeNoticeDays: 30 },
    privacy: { requestWorkingDays: 7 },
    refunds: {
      reviewWorkingDays: 3,
      paybackDaysMin: 5,
      paybackDaysMax: 10,
      duplicateMinutes: 5,
      duplicateAskHours: 24,
    },
  });
  // A plan is good for what is said of it.
  for (const { credits, examples } of facts.plans)
    for (const { trainings, styles } of examples)
      expect(trainings * facts.training.credits + styles * facts.generation.credits).toBeLessThanOrEqual(credits);
});

it('has the durations of messages', () =>
  expect(DURATION).toEqual({ info: 3_000, normal: 5_000, long: 8_000, waiting: 20_000 }));

it('breaks at 768 pixels and nowhere near it, in units that grow with the letters', () => {
  const REM = 16; // pixels, at the size browsers start with
  const source = join(import.meta.dirname, '../src');
  const edges = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [
      ...readFileSync(join(source, name), 'utf8').matchAll(
        /@(?:media|container)[^{]*?(min|max)-width: ([\d.]+)(px|rem)/g,
      ),
    ])
    .map(([, edge, width, unit]) => ({
      unit,
      width: Number(width) * (unit === 'rem' ? REM : 1) + (edge === 'max' ? 1 : 0),
    }));
  const widths = edges.map(({ width }) => width);
  expect(widths).toContain(768);
  expect([...new Set(widths)].filter((width) => width !== 768 && Math.abs(width - 768) < 60)).toEqual([]);
  // Only what stands below the narrowest phone may count in pixels.
  expect(edges.filter(({ unit, width }) => unit === 'px' && width > 360)).toEqual([]);
});
