import { beforeEach, expect, it } from 'vitest';
import { dropScratch, give, take, takeZeros } from '../core/raster/scratch.js';

const MEGABYTE = 2 ** 20 / Float32Array.BYTES_PER_ELEMENT;

beforeEach(dropScratch);

it('gives memory again to the next job that asks for about as much, and to one at a time', () => {
  const first = take(1000);
  give(first);
  const [second, third] = [take(990), take(1000)];
  expect(second.buffer).toBe(first.buffer);
  expect(third.buffer).not.toBe(first.buffer);
  expect([second.length, third.length]).toEqual([990, 1000]);
});

it('takes the smallest buffer that is large enough, and none that is much too large', () => {
  const [small, large] = [take(2000), take(6000)];
  give(large, small);
  expect(take(1900).buffer).toBe(small.buffer);
  expect(take(500).buffer).not.toBe(large.buffer);
  expect(take(6000).buffer).toBe(large.buffer);
});

it('fills reused memory with zeros only where zeros are asked for', () => {
  give(take(100).fill(7));
  expect([...takeZeros(90)]).toEqual(Array.from({ length: 90 }, () => 0));
});

it('keeps 256 MiB at most', () => {
  const many = Array.from({ length: 5 }, () => take(60 * MEGABYTE));
  const old = new Set(many.map(({ buffer }) => buffer));
  give(...many);
  const again = Array.from({ length: 5 }, () => take(60 * MEGABYTE));
  expect(again.filter(({ buffer }) => old.has(buffer))).toHaveLength(4);
});
