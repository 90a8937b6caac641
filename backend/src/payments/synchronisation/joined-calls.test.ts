import { expect, test } from 'vitest';
import { JoinedCalls } from './joined-calls.js';

/** Calls that end when they are told to, in the order they began. */
function heldCalls(atOnce = 4) {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const calls = new JoinedCalls((key) => {
    begun.push(key);
    ends.push(Promise.withResolvers());
    return ends.at(-1)!.promise;
  }, atOnce);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, ends, calls, settled };
}

test('calls that come while one is at work share the next one, which begins after it', async () => {
  const { begun, ends, calls, settled } = heldCalls();
  const first = calls.run('a');
  await settled();
  const later = [calls.run('a'), calls.run('a'), calls.run('a')];
  await settled();
  expect(begun).toEqual(['a']);
  ends[0]!.resolve(1);
  expect(await first).toBe(1);
  await settled();
  expect(begun).toEqual(['a', 'a']);
  ends[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('a call that comes after the shared one began is not answered by it', async () => {
  const { begun, ends, calls, settled } = heldCalls();
  void calls.run('a');
  await settled();
  const late = calls.run('a');
  ends[0]!.resolve(1);
  await settled();
  ends[1]!.resolve(2);
  expect(await late).toBe(2);
  expect(begun).toEqual(['a', 'a']);
});

test('keys do not wait for each other until there are too many, and a failure is for those who share it alone', async () => {
  const { begun, ends, calls, settled } = heldCalls(2);
  const failing = calls.run('a');
  void calls.run('b');
  void calls.run('c');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  const next = calls.run('a');
  ends[0]!.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  ends[1]!.resolve(1);
  await settled();
  ends[3]!.resolve(7);
  expect(await next).toBe(7);
});
