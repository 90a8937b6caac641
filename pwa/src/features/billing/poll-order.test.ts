import { describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { pollOrder } from './poll-order';

type Order = Schemas['Order'];
const order = (status: Order['status']) => ({ status, credits: 120 }) as Order;

describe('pollOrder', () => {
  it('stops at the first settled answer', async () => {
    const read = vi.fn().mockResolvedValueOnce(order('pending')).mockResolvedValueOnce(order('paid'));
    const pause = vi.fn().mockResolvedValue(undefined);
    expect((await pollOrder(read, pause))?.status).toBe('paid');
    expect(read).toHaveBeenCalledTimes(2);
    expect(pause).toHaveBeenCalledExactlyOnceWith(1000);
  });

  it('gives up after twenty questions', async () => {
    const read = vi.fn().mockResolvedValue(order('pending'));
    expect((await pollOrder(read, async () => undefined))?.status).toBe('pending');
    expect(read).toHaveBeenCalledTimes(20);
  });

  it('asks again when a question fails', async () => {
    const read = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(order('failed'));
    expect((await pollOrder(read, async () => undefined))?.status).toBe('failed');
  });

  it('knows nothing when every question fails', async () => {
    expect(
      await pollOrder(
        () => Promise.reject(new Error('offline')),
        async () => undefined,
      ),
    ).toBeNull();
  });
});
