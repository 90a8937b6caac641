import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeSecondTries, secondTriesOfPlaywright, secondTriesOfVitest } from '../../bootstrap/second-tries.mjs';
import { root } from '../../bootstrap/workspace.mjs';

test('of Vitest’s tests those are named that passed and had failed before', () => {
  const tried = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      {
        name: join(root, 'backend/test/faults/a.test.ts'),
        assertionResults: [
          tried('group steady', 'passed'),
          tried('group late', 'passed', '\u001B[31mwaited too long\u001B[39m\n at somewhere'),
          tried('red', 'failed', 'x'),
        ],
      },
    ],
  };
  expect(secondTriesOfVitest(report)).toEqual(['backend/test/faults/a.test.ts: group late (waited too long)']);
});

test('of Playwright’s tests those are named that were flaky, with their first failure', () => {
  const inner = {
    title: 'group',
    specs: [
      {
        file: 'a.spec.ts',
        title: 'late',
        tests: [
          { status: 'flaky', results: [{ error: { message: 'not there\nCall log' } }, {}] },
          { status: 'expected', results: [{}] },
        ],
      },
    ],
  };
  const report = { config: { rootDir: join(root, 'pwa/e2e') }, suites: [{ title: 'a.spec.ts', suites: [inner] }] };
  expect(secondTriesOfPlaywright(report)).toEqual(['pwa/e2e/a.spec.ts: group late (not there)']);
});

test('three are listed; with the fourth the run fails', () => {
  expect(judgeSecondTries([])).toEqual({ lines: [], failed: 0 });
  const [three, four] = [judgeSecondTries(['a', 'b', 'c']), judgeSecondTries(['a', 'b', 'c', 'd'])];
  expect(three).toMatchObject({ failed: 0, lines: { length: 4 } });
  expect(four.failed).toBe(1);
  expect(four.lines).toEqual(expect.arrayContaining(['  a', '  d', expect.stringContaining('FEHLGESCHLAGEN')]));
});
