import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passedOfPlaywright, passedOfVitest } from '../../bootstrap/passed-tests.mjs';
import { faultsOfRun, faultsOfSpecification, type Files } from '../../bootstrap/specification.mjs';

const page = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8');

const files: Files = {
  kindOf: (path) =>
    path === 'src/a' ? 'folder' : ['src/a/x.ts', 'test/a.test.ts'].includes(path) ? 'file' : undefined,
  read: (path) =>
    path === 'docs/product-rules.md'
      ? '# Rules\n## What is kept\n'
      : "it('adds', …);\nit.each(cases)('takes %s off', …);\nit('says «no»', …);",
};
const others = [2, 3, 4, 5, 6, 7, 8]
  .map(
    (number) =>
      `## ${number}. Any\n| what | where | proof |\n|---|---|---|\n| rest | \`src/a\` | \`test/a.test.ts\` «adds» |\n`,
  )
  .join('');
/** A page whole but for one row. */
const pageWith = (row: string) => `${others}## 9. Last\n| what | where | proof |\n|---|---|---|\n${row}\n`;

describe('the page', () => {
  it('names what there is, and nothing else', () => expect(faultsOfSpecification(page)).toEqual([]));

  it('without one of its tests is noticed', () => {
    const planted = page.replace(
      /`backend\/test\/integration\/credits\.test\.ts`/,
      '`backend/test/integration/no-such.test.ts`',
    );
    expect(planted).not.toBe(page);
    expect(faultsOfSpecification(planted)).toEqual([
      expect.stringContaining('die Testdatei «backend/test/integration/no-such.test.ts» gibt es nicht'),
    ]);
  });

  it.each([
    '| sum | `src/a/x.ts` | `test/a.test.ts` «adds»; `test/a.test.ts` «says «no»» |',
    '| sum | – | superseded by [what is kept](product-rules.md#what-is-kept) |',
  ])('%s is whole', (row) => expect(faultsOfSpecification(pageWith(row), files)).toEqual([]));

  it.each([
    ['| sum | `src/a` | `test/a.test.ts` |', 'nennt keinen Test in «test/a.test.ts»'],
    ['| sum | `src/b.ts` | `test/a.test.ts` «adds» |', '«src/b.ts» gibt es nicht'],
    ['| sum | `src/a` | `test/b.test.ts` |', 'die Testdatei «test/b.test.ts» gibt es nicht'],
    ['| sum | `src/a` | `src/a/x.ts` |', '«src/a/x.ts» ist keine Testdatei'],
    ['| sum | `src/a` | `test/a.test.ts` «subtracts» |', 'in «test/a.test.ts» steht kein Test «subtracts»'],
    [
      '| sum | `src/a` | `test/a.test.ts` «adds»; `test/a.test.ts` «divides» |',
      'in «test/a.test.ts» steht kein Test «divides»',
    ],
    ['| sum | `src/a` | later |', 'nennt weder einen Test noch die Regel, die sie ersetzt'],
    ['| sum | somewhere | `test/a.test.ts` |', 'nennt keinen Ort'],
    [
      '| sum | – | superseded by [sums](product-rules.md#sums) |',
      'eine Regel «sums» gibt es in docs/product-rules.md nicht',
    ],
    ['| sum | – | superseded by decision 3 |', 'nennt weder einen Test noch die Regel, die sie ersetzt'],
    ['| sum | `src/a` |', 'hat 2 Spalten statt 3'],
  ])('%s is not', (row, fault) =>
    expect(faultsOfSpecification(pageWith(row), files)).toContainEqual(expect.stringContaining(fault)),
  );

  it('without one of its sections is noticed', () =>
    expect(faultsOfSpecification(others, files)).toEqual(['docs/specification.md: Abschnitt 9 fehlt']));
});

describe('compared with a run', () => {
  const row = pageWith('| sum | `src/a` | `test/a.test.ts` «adds»; `test/a.test.ts` «takes %s off» |');
  it('what passed is nothing to speak of', () =>
    expect(faultsOfRun(row, new Map([['test/a.test.ts', ['sums adds', 'sums takes 7 off']]]), files)).toEqual([]));
  it('a test that did not run is named', () =>
    expect(faultsOfRun(row, new Map([['test/a.test.ts', ['sums adds']]]), files)).toEqual([
      expect.stringContaining('«takes %s off» in «test/a.test.ts» ist nicht gelaufen'),
    ]));
  it('a file that did not run at all is named for each of its rows', () =>
    expect(faultsOfRun(row, new Map(), files)).toHaveLength(9));

  const marked = [
    "test.each(cases)('lasts', { tags: 'drill' }, …);",
    "longTest('takes long', …);",
    "test('lasts in the browser', { tag: '@drill' }, …);",
    "it('adds', …);",
  ].join('\n');
  const withMarked = { ...files, read: (path: string) => (path === 'test/long.test.ts' ? marked : files.read(path)) };
  const runOf = (proofs: string, ...titles: string[]) =>
    faultsOfRun(
      pageWith(`| sum | \`src/a\` | ${proofs} |`),
      new Map([['test/a.test.ts', ['adds', ...titles]]]),
      withMarked,
    );
  it.each(['lasts', 'takes long', 'lasts in the browser'])(
    'a test marked for the drill need not run beside one that did: %s',
    (name) => expect(runOf(`\`test/a.test.ts\` «adds»; \`test/long.test.ts\` «${name}»`)).toEqual([]),
  );
  it('nothing is proven by tests of the drill alone', () =>
    expect(runOf('`test/long.test.ts` «lasts»')).toEqual([expect.stringContaining('«lasts»')]));
  it('a test that is not marked has to run, also beside one that did', () =>
    expect(runOf('`test/a.test.ts` «adds»; `test/long.test.ts` «adds»')).toEqual([expect.stringContaining('long')]));
});

describe('of the report of a run', () => {
  it('only what passed counts: of vitest', () => {
    const assertionResults = [
      { fullName: 'sums adds', status: 'passed' },
      { fullName: 'sums takes off', status: 'failed' },
      { fullName: 'sums divides', status: 'skipped' },
    ];
    expect(passedOfVitest({ testResults: [{ name: '/r/a.test.ts', assertionResults }] })).toEqual([
      { file: '/r/a.test.ts', title: 'sums adds' },
    ]);
  });

  it('only what passed counts, at the second try as well: of Playwright', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('opens', 'expected'), spec('breaks', 'unexpected')],
        suites: [{ title: 'the menu', specs: [spec('closes', 'flaky'), spec('waits', 'skipped')] }],
      },
    ];
    expect(passedOfPlaywright({ config: { rootDir: '/r/e2e' }, suites })).toEqual([
      { file: '/r/e2e/a.spec.ts', title: 'opens' },
      { file: '/r/e2e/a.spec.ts', title: 'the menu closes' },
    ]);
  });
});
