import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { namesKept, namesTold } from './kept-on-device';

const sources = import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const page = readFileSync(new URL('../src/content/legal/cookies.md', import.meta.url), 'utf8');

test('the page about cookies has a line for everything that a browser keeps, and for nothing else', () => {
  const kept = new Set(Object.values(sources).flatMap(namesKept));
  expect(kept.size).toBeGreaterThan(20);
  expect([...kept].toSorted()).toEqual(namesTold(page).toSorted());
});

test('finds names however they are put together, and leaves out what keeps nothing', () => {
  expect(namesKept("const KEY = 'bildnis.secret';\nconst of = (id: string) => `bildnis.notes.${id}`;")).toEqual([
    'bildnis.secret',
    'bildnis.notes',
  ]);
  expect(namesKept("withLock(\n  `bildnis.draft.${userId}`, act); new BroadcastChannel('bildnis.session')")).toEqual(
    [],
  );
});
