import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Portrait } from './generations-data';
import { orderPortraits, readResultSearch, useOrdered } from './portrait-order';
import { portraits } from './sample-run';

const ids = (list: readonly Portrait[]) => list.map(({ id }) => id).join('');
/** As the server delivers them: most alike first. Made in the order a, b, c, d. */
const delivered = portraits('c', 'a', 'd', 'b');
const liked = (list: readonly Portrait[], ...favourites: string[]) =>
  list.map((portrait) => ({ ...portrait, favourite: favourites.includes(portrait.id) }));

describe('the order of the portraits', () => {
  it('is the server’s, favourites first, or as they were made', () => {
    expect(ids(orderPortraits(delivered, 'likeness'))).toBe('cadb');
    expect(ids(orderPortraits(delivered, 'created'))).toBe('abcd');
    // Among favourites and among the others the most alike come first.
    expect(ids(orderPortraits(liked(delivered, 'b', 'a'), 'favourites'))).toBe('abcd');
    expect(ids(orderPortraits(liked(delivered, 'd', 'b'), 'favourites'))).toBe('dbca');
  });

  it('is read from the address, and what is unknown there goes without saying', () => {
    expect(readResultSearch({ order: 'favourites' })).toEqual({ order: 'favourites' });
    expect(readResultSearch({ order: 'created' })).toEqual({ order: 'created' });
    for (const order of ['likeness', 'nonsense', 7, ['created'], undefined])
      expect(readResultSearch({ order })).toEqual({ order: undefined });
  });

  it('stays while favourites change, and follows when it is chosen or portraits go', () => {
    const { result, rerender } = renderHook(
      ({
        list,
        order,
      }: Parameters<typeof orderPortraits> extends [infer List, infer Order] ? { list: List; order: Order } : never) =>
        useOrdered(list, order),
      {
        initialProps: { list: liked(delivered, 'd'), order: 'favourites' },
      },
    );
    expect(ids(result.current)).toBe('dcab');
    rerender({ list: liked(delivered, 'b'), order: 'favourites' });
    expect(ids(result.current)).toBe('dcab');
    expect(result.current.find(({ id }) => id === 'b')?.favourite).toBe(true);
    rerender({ list: liked(delivered, 'b'), order: 'likeness' });
    expect(ids(result.current)).toBe('cadb');
    rerender({ list: liked(delivered, 'b'), order: 'favourites' });
    expect(ids(result.current)).toBe('bcad');
    rerender({ list: liked(portraits('c', 'd', 'b'), 'd'), order: 'favourites' });
    expect(ids(result.current)).toBe('dcb');
  });
});
