import { expect, it, vi } from 'vitest';
import { beginBusy, isBusy, isUploading, whenIdle } from '.';

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('is busy until the last of several is over, however often one says so', async () => {
  const [endUpload, endOrder] = [beginBusy(), beginBusy('order')];
  const idle = vi.fn();
  void whenIdle().then(idle);
  expect([isBusy(), isUploading()]).toEqual([true, true]);
  endUpload();
  endUpload();
  await settled();
  expect([isBusy(), isUploading(), idle.mock.calls.length]).toEqual([true, false, 0]);
  endOrder();
  await settled();
  expect([isBusy(), idle.mock.calls.length]).toEqual([false, 1]);
});

it('is idle at once when nothing is under way', async () => {
  await expect(whenIdle()).resolves.toBeUndefined();
});
