import { expect, it } from 'vitest';
import { createPool } from './pool';

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('runs three at once, in order, and goes on after a failure', async () => {
  const pool = createPool(3);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  let atOnce = 0;
  let most = 0;
  const tasks = [0, 1, 2, 3, 4].map((number) =>
    pool(async () => {
      started.push(number);
      most = Math.max(most, (atOnce += 1));
      await new Promise<void>((resolve) => (ends[number] = resolve));
      atOnce -= 1;
      if (number === 0) throw new Error('lost');
    }).catch(() => 'failed'),
  );
  await settled();
  expect(started).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[1]?.();
  await settled();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const end of ends) end();
  expect((await Promise.all(tasks))[0]).toBe('failed');
  expect(most).toBe(3);
});
