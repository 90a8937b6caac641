import { afterEach, expect, it, vi } from 'vitest';
import { painted } from './painted';

afterEach(() => vi.unstubAllGlobals());

it('waits for what comes after a frame, and does not wait for frames that never come', async () => {
  const order: string[] = [];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    order.push('frame');
    act();
    order.push('painting');
  });
  await painted().then(() => order.push('after'));
  expect(order).toEqual(['frame', 'painting', 'after']);
  vi.stubGlobal('requestAnimationFrame', () => undefined);
  await painted();
});
