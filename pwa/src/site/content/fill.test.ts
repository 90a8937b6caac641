import { expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { fill, fillAll } from './fill';

/** With a price of its own, so that what is reckoned from it can stand here in figures. */
const sold = { ...facts, plans: [{ id: 'starter', priceRappen: 990, credits: 120 }] };

it('fills in what stands at a path, elements of lists by their id or key', () => {
  expect(
    fill('{{photos.min}} bis {{photos.max}}, {{plans.starter.credits}} und {{creditPacks.m.credits}}', facts),
  ).toBe('8 bis 15, 120 und 120');
});

it('writes money, sizes and formats as they are written in Switzerland', () => {
  expect(
    fill(
      '{{chf plans.starter.priceRappen}} · {{chfForTen plans.starter.priceRappen}} · {{mb photos.maxBytes}} · {{minutes generation.estimateSeconds}} · {{hours links.lifetimeSeconds}} · {{mm portraitFormats.cv}} · {{px portraitFormats.linkedin}}',
      sold,
    ),
  ).toMatch(
    /^CHF\s9\.90 · CHF\s99\.00 · 10\u00a0MB · 2–3\u00a0Minuten · 1\u00a0Stunde · 35\s×\s45\u00a0mm · 400\s×\s400\u00a0Pixel$/,
  );
});

it('keeps on one line what belongs together', () => {
  expect(
    fill(
      '400 × 400 Pixel, 8 MB, 60 Prozent, 1 Credit, Art. 6 Abs. 7 lit. a DSG, Art. 328b OR, § 22 KunstUrhG, Art des Bildes',
      facts,
    ),
  ).toBe(
    '400\u00a0×\u00a0400\u00a0Pixel, 8\u00a0MB, 60\u00a0Prozent, 1\u00a0Credit, Art.\u00a06 Abs.\u00a07\u00a0lit.\u00a0a DSG, Art.\u00a0328b\u00a0OR, §\u00a022 KunstUrhG, Art des Bildes',
  );
  expect(fill('am 2. August 2026, am 1. März, Schritt 2. Auswahl (lit. b, c, f)', facts)).toBe(
    'am 2.\u00a0August 2026, am 1.\u00a0März, Schritt 2. Auswahl (lit.\u00a0b,\u00a0c,\u00a0f)',
  );
  expect(
    fill('Art. 5 lit. c DSG, Art. 2 Abs. 3bis URG, § 25 Abs. 2 TDDDG, TKG 2021, Richtlinie (EU) 2019/882', facts),
  ).toBe(
    'Art.\u00a05\u00a0lit.\u00a0c DSG, Art.\u00a02\u00a0Abs.\u00a03bis URG, §\u00a025\u00a0Abs.\u00a02 TDDDG, TKG\u00a02021, Richtlinie (EU)\u00a02019/882',
  );
  expect(
    fill(
      '8 Portraits, 24 Stunden, 5 bis 10 Arbeitstagen, 18 Jahre, 12 Styles, 30 Tage, 1 Jahr, 3003 Bern, 2 Tagesordnungen',
      facts,
    ),
  ).toBe(
    '8\u00a0Portraits, 24\u00a0Stunden, 5 bis 10\u00a0Arbeitstagen, 18\u00a0Jahre, 12\u00a0Styles, 30\u00a0Tage, 1\u00a0Jahr, 3003\u00a0Bern, 2 Tagesordnungen',
  );
});

it('tells the credits of a plan in portraits', () => {
  expect(
    fill('{{portraits plans.starter}}, {{portraits plans.professional}}, {{portraits plans.business}}', facts),
  ).toBe('16\u00a0Portraits, 112\u00a0Portraits, 320\u00a0Portraits');
});

it('works out what a withdrawal pays back after one training', () => {
  expect(fill('{{creditsAfterTraining plans.starter}} Credits: {{refundAfterTraining plans.starter}}', sold)).toMatch(
    /^20\sCredits: CHF\s1\.65$/,
  );
  const rounded = { training: { credits: 100 }, plans: [{ id: 'odd', priceRappen: 1001, credits: 107 }] };
  expect(fill('{{refundAfterTraining plans.odd}}', rounded)).toMatch(/^CHF\s0\.66$/);
});

it.each([
  '{{photos.mni}}',
  '{{plans.gold.credits}}',
  '{{chf photos.formats.x}}',
  '{{euro plans.starter.priceRappen}}',
  '{{photos}}',
  '{{mm portraitFormats.square}}',
])('refuses %s, which names nothing', (text) => {
  expect(() => fill(text, facts)).toThrow('names nothing');
});

it('reaches every string, however deep', () => {
  expect(fillAll({ a: ['{{photos.min}}', { b: '{{photos.max}}' }], c: 3 }, facts)).toEqual({
    a: ['8', { b: '15' }],
    c: 3,
  });
});

/** Prices, counts and times of the product come from the facts; the limits of LinkedIn are not ours. */
const WRITTEN_OUT =
  /CHF ?\d|\d+ Credits?|\d+ Portraits?|\d+ (?:bis \d+ )?Fotos|\d+ Styles|\d+ MB|\d+ Varianten|\d+ (?:Arbeits)?[Tt]agen?\b|\d+ Stunden|\d+ Minuten/g;
const contents = import.meta.glob<string>(['../../content/**/*.{md,json}', '../../locales/**/*.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('no fact of the product is written out in a text', () => {
  expect(Object.keys(contents).length).toBeGreaterThan(30);
  const found = Object.entries(contents).flatMap(([file, text]) =>
    (text.match(WRITTEN_OUT) ?? []).map((words) => `${file.replace(/.*\/(?=\w+\/[\w-]+\.\w+$)/, '')}: ${words}`),
  );
  // What LinkedIn allows, and the choices of how long a key lives, are no claims.
  expect(
    found.filter((each) => !/linkedin[\w-]*\.(?:md|json): 8 MB$|settings\.json: (?:30|90) Tage$/.test(each)),
  ).toEqual([]);
});
