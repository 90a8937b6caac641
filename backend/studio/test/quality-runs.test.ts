import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { colourDifferenceOf } from '../quality/colour-difference.js';
import { compareRuns } from '../quality/compare-runs.js';
import { broken, PORTRAIT_FIGURES, shown, shownDifference, worstOf, type FigureKind } from '../quality/figures.js';
import { pageOf } from '../quality/page.js';
import { groupPeople, readGroups, readPeople, readPerson } from '../quality/people.js';
import { readRun, type PersonReport, type PortraitReport, type RunReport } from '../quality/run-report.js';
import { readSettings } from '../quality/settings.js';
import { breachesOf, summarise } from '../quality/summarise.js';

const folder = mkdtempSync(join(tmpdir(), 'quality-'));
afterAll(() => rmSync(folder, { recursive: true }));

const portrait = (style: string, figures: PortraitReport['figures'], index = 0): PortraitReport => ({
  style,
  index,
  photo: '1.jpg',
  picture: `pictures/x/${style}-${index + 1}.jpg`,
  figures,
});
const person = (id: string, part: Partial<PersonReport> = {}): PersonReport => ({
  id,
  outcome: 'portraits',
  error: null,
  photos: [],
  figures: {},
  portraits: [],
  ...part,
});
const runOf = (persons: PersonReport[], groups: RunReport['groups'] = {}): RunReport => ({
  version: 1,
  begun: '2026-11-26T10:00:00.000Z',
  styles: ['linkedin', 'office'],
  count: 1,
  groups: { all: persons.map(({ id }) => id), ...groups },
  persons,
});
const photo = (refused: string | null): PersonReport['photos'][number] => ({
  name: '1.jpg',
  refused,
  doubt: null,
  isUsed: false,
  unused: null,
  picture: null,
});

describe('figures', () => {
  it('break a bound when they lie beyond it, and only then', () => {
    const good = { faces: 1, likeness: 0.85, enlargement: 1.8, redder: -3, lightness: -0.06, foreign: 0.003 };
    expect(broken(good)).toEqual([]);
    expect(
      broken({ faces: 2, likeness: 0.84, enlargement: 1.81, redder: 0.6, lightness: -0.07, foreign: null }),
    ).toEqual(['faces', 'likeness', 'enlargement', 'redder', 'lightness']);
    expect(broken({ faces: 0, likeness: null, sharpness: 0 })).toEqual(['faces']);
  });

  it('have a worst: the highest, the lowest, or the farthest from the middle', () => {
    expect(worstOf([1, 3, 2], PORTRAIT_FIGURES.enlargement)).toBe(3);
    expect(worstOf([0.9, 0.7, 0.8], PORTRAIT_FIGURES.likeness)).toBe(0.7);
    expect(worstOf([0.02, -0.05, 0.04], PORTRAIT_FIGURES.lightness)).toBe(-0.05);
    expect(worstOf([0.4, 0.3, 0.42], PORTRAIT_FIGURES.eyes)).toBe(0.3);
    expect(worstOf([], PORTRAIT_FIGURES.eyes)).toBeNull();
  });

  it('are shown in their unit', () => {
    const kind: FigureKind = PORTRAIT_FIGURES.foreign;
    expect([shown(0.0123, kind), shown(null, kind), shown(-0.5, kind), shown(-0.00001, kind)]).toEqual([
      '1.23 %',
      '–',
      '−50.00 %',
      '0.00 %',
    ]);
    expect([shownDifference(0.001, kind), shownDifference(-0.001, kind), shownDifference(0.00001, kind)]).toEqual([
      '+0.10 %',
      '−0.10 %',
      '±0',
    ]);
  });
});

describe('a run', () => {
  const run = runOf(
    [
      person('01-anna', {
        portraits: [portrait('linkedin', { enlargement: 1 }), portrait('office', { enlargement: 2 })],
      }),
      person('02-ben', { portraits: [portrait('linkedin', { enlargement: 1.5 })] }),
      person('03-cleo', { outcome: 'refused', photos: [photo('blurred'), photo('too_dark'), photo('blurred')] }),
      person('04-dora', { outcome: 'none' }),
      person('05-emil', { outcome: 'doubtful' }),
    ],
    { curls: ['02-ben', '03-cleo'] },
  );

  it('is summed up by group', () => {
    const [all, curls] = summarise(run);
    expect(all).toMatchObject({
      name: 'all',
      persons: 5,
      portraits: 3,
      without: { refused: 1, doubtful: 1, none: 1, failed: 0 },
      refusals: [
        ['blurred', 2],
        ['too_dark', 1],
      ],
    });
    const enlargement = all!.figures.find(({ name }) => name === 'enlargement');
    expect(enlargement).toMatchObject({ median: 1.5, worst: 2, broken: 1 });
    expect(all!.figures.find(({ name }) => name === 'likeness')).toMatchObject({
      median: null,
      worst: null,
      broken: 0,
    });
    expect(curls).toMatchObject({ name: 'curls', persons: 2, portraits: 1 });
  });

  it('names each broken bound, and who gets nothing though a photo was good', () => {
    expect(breachesOf(run).map(({ person: id, portrait: of, what }) => [id, of?.style, what])).toEqual([
      ['01-anna', 'office', 'enlargement'],
      ['04-dora', undefined, 'none'],
    ]);
  });

  it('is compared with another over what both have', () => {
    const before = runOf([
      person('01-anna', {
        portraits: [
          portrait('linkedin', { enlargement: 1.2 }),
          portrait('linkedin', { enlargement: 9 }, 1),
          portrait('black-bg', { enlargement: 9 }),
        ],
      }),
      person('04-dora', { portraits: [portrait('office', { enlargement: 9 })] }),
      person('99-gone', { portraits: [portrait('office', { enlargement: 9 })] }),
    ]);
    const compared = compareRuns(before, run);
    expect(compared.pairs.map(({ person: id, now }) => [id, now.style, now.index])).toEqual([
      ['01-anna', 'linkedin', 0],
    ]);
    expect(compared.turned).toEqual([{ person: '04-dora', before: 'portraits', now: 'none' }]);
    const median = (of: RunReport): number | null =>
      summarise(of)[0]!.figures.find(({ name }) => name === 'enlargement')!.median;
    expect([median(compared.before), median(compared.now)]).toEqual([1.2, 1]);
  });

  it('becomes a page that marks what is broken and takes no name for markup', () => {
    const named = runOf([
      person('<b>&"', {
        portraits: [portrait('linkedin', { enlargement: 2.5 }), portrait('office', { enlargement: 1 })],
      }),
    ]);
    const page = pageOf(named, null);
    expect(page).not.toContain('<b>');
    expect(page).toContain('&lt;b&gt;&amp;&quot;');
    expect(page.match(/<figure class="broken">/g)).toHaveLength(1);
    expect(page).toContain('Enlargement 2.50× (≤\u00a01.80×)');
    expect(page).not.toContain('Changed most');
    const compared = compareRuns(
      runOf([person('<b>&"', { portraits: [portrait('linkedin', { enlargement: 2 })] })]),
      named,
    );
    const changes = compared.pairs.map((pair) => ({ ...pair, difference: 3.25 }));
    const comparing = pageOf(named, { ...compared, changes });
    expect(comparing).toContain('1 of 1 pictures differ');
    expect(comparing).toContain('ΔE 3.3');
    expect(comparing).toContain('+0.50×');
  });

  it('is read again only if it is one', async () => {
    const file = join(folder, 'figures.json');
    writeFileSync(file, JSON.stringify(run));
    expect(await readRun(file)).toEqual(run);
    writeFileSync(file, JSON.stringify({ ...run, version: 2 }));
    await expect(readRun(file)).rejects.toThrow(/kein Bericht/);
    await expect(readRun(join(folder, 'missing.json'))).rejects.toThrow(/lässt sich nicht lesen/);
  });
});

describe('pictures', () => {
  const plain = (grey: number): Promise<Buffer> =>
    sharp({ create: { width: 96, height: 120, channels: 3, background: { r: grey, g: grey, b: grey } } })
      .png()
      .toBuffer();

  it('differ by their mean distance in CIELAB', async () => {
    const [black, white, grey] = await Promise.all([plain(0), plain(255), plain(128)]);
    expect(await colourDifferenceOf(black, black)).toBe(0);
    expect(await colourDifferenceOf(black, white)).toBeCloseTo(100, 1);
    const half = await sharp(white)
      .composite([{ input: await sharp(grey).resize(96, 60).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const whole = await colourDifferenceOf(white, grey);
    expect(await colourDifferenceOf(white, half)).toBeCloseTo(whole / 2, 0);
  });
});

describe('people', () => {
  const people = join(folder, 'people');
  mkdirSync(join(people, 'anna'), { recursive: true });
  mkdirSync(join(people, 'empty'));
  for (const name of ['anna/b.jpg', 'anna/a.heic', '02-ben.png', 'LICENCE.txt', '.hidden.jpg'])
    writeFileSync(join(people, name), '');

  it('are a folder or a loose photo each', async () => {
    expect(await readPeople(people)).toEqual([
      { id: '02-ben', files: [join(people, '02-ben.png')] },
      { id: 'anna', files: [join(people, 'anna', 'a.heic'), join(people, 'anna', 'b.jpg')] },
    ]);
    expect((await readPerson(join(people, 'anna'))).id).toBe('anna');
    await expect(readPeople(join(people, 'empty'))).rejects.toThrow(/weder ein Foto noch ein Ordner/);
    await expect(readPerson(join(people, 'empty'))).rejects.toThrow(/kein Foto/);
    await expect(readPeople(join(people, 'missing'))).rejects.toThrow(/kein lesbarer Ordner/);
  });

  it('are grouped by the beginnings of their names', async () => {
    expect(await readGroups(people)).toEqual({});
    writeFileSync(join(people, 'groups.json'), '{ "beards": ["02"] }');
    const groups = await readGroups(people);
    expect(groupPeople(['02-ben', 'anna'], groups)).toEqual({ all: ['02-ben', 'anna'], beards: ['02-ben'] });
    expect(() => groupPeople(['anna'], groups)).toThrow(/«beards»: niemand heisst «02…»/);
    writeFileSync(join(people, 'groups.json'), '{ "beards": "02" }');
    await expect(readGroups(people)).rejects.toThrow(/erwartet wird/);
  });
});

describe('settings', () => {
  it('are taken or refused in words', () => {
    const given = ['--people', '/p', '--person', '/a', '--person', '/b', '--out', '/o'];
    expect(readSettings([...given, '--styles', 'office,linkedin,office', '--portraits', '3'])).toEqual({
      people: ['/p'],
      persons: ['/a', '/b'],
      out: '/o',
      styles: ['office', 'linkedin'],
      count: 3,
      isLarge: false,
      before: null,
    });
    expect(readSettings([...given, '--large']).isLarge).toBe(true);
    expect(readSettings(given).styles.length).toBeGreaterThan(10);
    for (const [args, message] of [
      [['--out', '/o'], /--people ORDNER fehlt/],
      [['--people', '/p'], /--out ORDNER fehlt/],
      [[...given, '--styles', 'moon'], /unbekannter Stil: moon/],
      [[...given, '--portraits', '9'], /ganze Zahl von 1 bis 8/],
      [[...given, 'extra'], /Aufruf/],
    ] as const)
      expect(() => readSettings(args)).toThrow(message);
  });
});
