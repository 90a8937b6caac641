import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, checkReferences, faultsOfReferences, referringFiles } from '../../bootstrap/references.mjs';
import type { Files } from '../../bootstrap/specification.mjs';

const contents: Record<string, string> = {
  'package.json': JSON.stringify({ scripts: { test: '', check: '' } }),
  'backend/studio/package.json': JSON.stringify({ scripts: { previews: '' } }),
  'docs/billing.md': '# Billing\n\n## What is granted\n\n## Money, that goes back\n\n```\n## No heading\n```\n',
  'docs/invariants.md': '| I1 | the balance is the sum of the ledger | – |\n',
  'backend/src/main.ts': '',
  'pwa/e2e/accounts.spec.ts': '',
};
const files: Files = {
  kindOf: (path) =>
    path in contents
      ? 'file'
      : Object.keys(contents).some((file) => file.startsWith(`${path}/`))
        ? 'folder'
        : undefined,
  read: (path) => contents[path]!,
};
const faultsOf = (path: string, text: string) => faultsOfReferences(path, text, files);
/** Put together here, so that this file does not refer to them itself. */
const inDocs = (target: string) => ['docs', target].join('/');
const page = inDocs('page.md');
/** An invariant of this number. */
const invariant = (number: number) => ['I', number].join('');
const section = (word: string) => `${word} ${String.fromCodePoint(0xa7)}4`;

describe('what this repository refers to', () => {
  it('has a row for each invariant that an installation is asked for, and no other', () => {
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const asked = [...read('backend/src/app/invariants.ts').matchAll(/^  (I\d+): '/gm)].map(([, number]) => number);
    const described = [...read(inDocs('invariants.md')).matchAll(/^\| (I\d+) \|/gm)].map(([, number]) => number);
    expect(asked.length).toBeGreaterThan(10);
    expect(described).toEqual(asked);
  });

  it('exists', () => expect(checkReferences()).toEqual({ code: 0, output: '' }));
});

describe('a page', () => {
  it.each([
    'see [billing](billing.md) and [grants](billing.md#what-is-granted), [back](#money-that-goes-back)',
    '[elsewhere](https://example.com/none.md), [the prices](/pricing)',
    'in `backend/src/main.ts`, `backend/src/`, `pwa/e2e/accounts`, `backend/src/*.ts`, `backend/dist/none.js`',
    'run `npm run check`, `npm test -- credits` and `pnpm --filter @bildnis/studio run previews`',
    '`[no link](none.md)`\n```\n[nor here](none.md)\n```',
  ])('may say: %s', (text) =>
    expect(faultsOf('docs/billing.md', `${contents['docs/billing.md']}\n${text}`)).toEqual([]),
  );

  it.each([
    ['[gone](none.md)', `«${inDocs('none.md')}» gibt es nicht`],
    ['[gone](billing.md#none)', '«docs/billing.md» hat keine Überschrift «#none»'],
    ['[in a block](billing.md#no-heading)', '«docs/billing.md» hat keine Überschrift «#no-heading»'],
    ['in `backend/src/none.ts`', '«backend/src/none.ts» gibt es nicht'],
    ['`npm run none`', 'den Befehl «npm run none» gibt es nicht'],
    ['`npm start`', 'den Befehl «npm start» gibt es nicht'],
    ['`pnpm --filter @bildnis/studio run none`', 'den Befehl «pnpm --filter @bildnis/studio run none» gibt es nicht'],
    [`as ${section('decisions')} say`, `«${section('decisions')}» führt nirgends hin`],
  ])('may not say: %s', (text, fault) =>
    expect(faultsOf(page, text)).toEqual([expect.stringContaining(`${page}: ${fault}`)]),
  );
});

describe('code', () => {
  it.each([
    `/** Granted once (${inDocs('billing.md')}). */`,
    `// ${inDocs('billing.md#what-is-granted')}`,
    `/** ${invariant(1)}, of each account. */`,
    `const help = 'https://stripe.com/${inDocs('error-codes')}';`,
    '`npm run none` is only looked for in pages',
  ])('may say: %s', (text) => expect(faultsOf('backend/src/main.ts', text)).toEqual([]));

  it.each([
    [`/** ${inDocs('none.md')} */`, `«${inDocs('none.md')}» gibt es nicht`],
    [`// (${inDocs('billing.md#none')})`, `«${inDocs('billing.md')}» hat keine Überschrift «#none»`],
    [`read('../../${inDocs('none.md')}')`, `«${inDocs('none.md')}» gibt es nicht`],
    [`/** ${invariant(2)}, of each payment. */`, `eine Invariante ${invariant(2)} gibt es`],
    [`/** ${section('decisions')} */`, `«${section('decisions')}» führt nirgends hin`],
    [`/** ${section('Specification')} */`, `«${section('Specification')}» führt nirgends hin`],
  ])('may not say: %s', (text, fault) =>
    expect(faultsOf('backend/src/main.ts', text)).toEqual([expect.stringContaining(`backend/src/main.ts: ${fault}`)]),
  );
});

it('headings have the anchors that GitHub gives them', () =>
  expect([...anchorsOf('# A `b` (c), d\n## [Link](x.md) here\n## Über uns: 2\n## Same\n## Same\n')]).toEqual([
    'a-b-c-d',
    'link-here',
    'über-uns-2',
    'same',
    'same-1',
  ]));

it('pages and code are looked through, made files and words for customers are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'references-'));
  for (const path of ['a/x.ts', 'a/node_modules/y.ts', 'a/dist/z.js', 'a/w.png', 'pwa/src/content/t.md', 'b.md']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  expect(referringFiles(folder)).toEqual(['a/x.ts', 'b.md']);
  rmSync(folder, { recursive: true });
});
