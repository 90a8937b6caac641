// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Generation, GenerationPage } from './generations-data';
import { useOlder } from './use-older';

/** A run of a day; the higher, the newer. */
const run = (day: number): Generation =>
  ({ id: `r${day}`, createdAt: `2026-11-${day}T10:00:00.000Z`, status: 'completed' }) as Generation;
const page = (days: number[], nextCursor: string | null): GenerationPage => ({ items: days.map(run), nextCursor });
const ids = ({ items }: { items: Generation[] }) => items.map(({ id }) => id);

function show(first: GenerationPage, loadAfter: (cursor: string) => Promise<GenerationPage>) {
  return renderHook(({ first: current }) => useOlder(current, loadAfter), { initialProps: { first } });
}

describe('older runs', () => {
  it('come after those that are there, until there are none', async () => {
    const loadAfter = vi.fn((cursor: string) =>
      Promise.resolve(cursor === 'a' ? page([18, 17], 'b') : page([16], null)),
    );
    const { result } = show(page([20, 19], 'a'), loadAfter);
    await act(() => Promise.all([result.current.loadMore(), result.current.loadMore()]));
    expect(loadAfter.mock.calls).toEqual([['a']]);
    await act(() => result.current.loadMore());
    expect(ids(result.current)).toEqual(['r20', 'r19', 'r18', 'r17', 'r16']);
    expect(result.current.hasMore).toBe(false);
  });

  it('stay when the first page is loaded anew: what a new run pushes out of it is not lost, and what was deleted in it is gone', async () => {
    const { result, rerender } = show(page([20, 19], 'a'), () => Promise.resolve(page([18, 17], null)));
    await act(() => result.current.loadMore());
    rerender({ first: page([21, 20], 'b') });
    expect(ids(result.current)).toEqual(['r21', 'r20', 'r19', 'r18', 'r17']);
    rerender({ first: page([21, 19], 'c') });
    expect(ids(result.current)).toEqual(['r21', 'r19', 'r18', 'r17']);
    rerender({ first: page([21], null) });
    expect(ids(result.current)).toEqual(['r21']);
  });

  it('can be asked for again when they did not come', async () => {
    const loadAfter = vi.fn(() => Promise.resolve(page([18], null))).mockRejectedValueOnce(new Error('lost'));
    const { result } = show(page([20], 'a'), loadAfter);
    await act(() => result.current.loadMore());
    expect(result.current.failure).toBeInstanceOf(Error);
    expect(result.current.hasMore).toBe(true);
    await act(() => result.current.loadMore());
    expect(result.current.failure).toBeNull();
    expect(ids(result.current)).toEqual(['r20', 'r18']);
  });
});
