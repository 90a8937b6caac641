// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { fakeJudge } from '../../../../test/fake-judge';
import { createLaterQueue } from './later-queue';
import type { UploadQueue } from './upload-queue';

const first = { entries: [], advice: [] };

it('hands files over once there is a line to take them, and does not wait for their way', async () => {
  const line = createLaterQueue(first);
  const taken = vi.fn();
  const handing = line.handOver([new File([], 'a.jpg')]).then(taken);
  await Promise.resolve();
  expect(taken).not.toHaveBeenCalled();
  const add = vi.fn(() => new Promise<void>(() => undefined));
  line.run(() => ({ add, subscribe: vi.fn(), start: vi.fn(), stop: vi.fn() }) as unknown as UploadQueue);
  await handing;
  expect([taken.mock.calls.length, add.mock.calls.length]).toEqual([1, 1]);
});

it('keeps one judge, however often the photo step is shown', () => {
  const line = createLaterQueue(first);
  const create = vi.fn(() => fakeJudge());
  const judge = line.judge(create);
  expect([line.judge(create) === judge, create.mock.calls.length]).toEqual([true, 1]);
});
