import { expect, test } from 'vitest';
import { harmlessName, UniqueNames } from './file-names.js';

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  [`=cmd|' /C calc'!A0`, "cmd-' -C calc'!A0"],
  ['\u202Efdp.exe', 'fdp.exe'],
  ['Müller 👩‍💻', 'Müller 👩‍💻'],
  ['.hidden', 'hidden'],
  ['...', 'ohne Name'],
  ['CON', '_CON'],
  ['a\u0000b\\c:d', 'ab-c-d'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('%j becomes a name that is harmless everywhere', (typed, name) =>
  expect(harmlessName(typed, 'ohne Name')).toBe(name),
);

test('names that differ in nothing, or in case only, are numbered before their ending', () => {
  const names = new UniqueNames();
  expect(['Anna', 'anna', 'Anna', 'a.pdf', 'A.pdf'].map((name) => names.take(name))).toEqual([
    'Anna',
    'anna (2)',
    'Anna (3)',
    'a.pdf',
    'A (2).pdf',
  ]);
});
