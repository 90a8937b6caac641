import { describe, expect, it } from 'vitest';
import { connectedComponents, removeSmallComponents } from '../core/raster/components.js';
import { closing, dilate, erode, opening } from '../core/raster/morphology.js';

const [WIDTH, HEIGHT] = [14, 6];
const maskOf = (...rows: string[]): Float32Array =>
  Float32Array.from(Array.from({ length: HEIGHT }, (_, y) => (rows[y] ?? '').padEnd(WIDTH, '.')).join(''), (cell) =>
    cell === '#' ? 1 : 0,
  );
const rowOf = (mask: Float32Array, y: number): string =>
  [...mask.subarray(y * WIDTH, (y + 1) * WIDTH)].map((v) => (v === 1 ? '#' : '.')).join('');
const areas = (mask: Float32Array): number[] => [...connectedComponents(mask, WIDTH)].map((area) => area.length);

const MASK = maskOf('', '.####...#', '.####', '.####....##', '.####....##');

describe('morphology', () => {
  it('dilates and erodes by squares', () => {
    const wide = dilate(maskOf('', '', '...#'), WIDTH, HEIGHT, 1);
    expect([0, 1, 2, 3, 4].map((y) => rowOf(wide, y))).toEqual(
      ['', '..###', '..###', '..###', ''].map((row) => row.padEnd(WIDTH, '.')),
    );
    const thin = erode(MASK, WIDTH, HEIGHT, 1);
    expect([1, 2, 3, 4].map((y) => rowOf(thin, y))).toEqual(
      ['', '..##', '..##', ''].map((row) => row.padEnd(WIDTH, '.')),
    );
  });

  it('opening keeps what is broad and drops what is thin', () => {
    const opened = opening(MASK, WIDTH, HEIGHT, 1);
    expect([opened[2 * WIDTH + 2], opened[WIDTH + 8], opened[3 * WIDTH + 9]]).toEqual([1, 0, 0]);
  });

  it('closing fills gaps and leaves the outline', () => {
    const closed = closing(maskOf('', '..###.###', '..###.###', '..###.###'), WIDTH, HEIGHT, 1);
    expect(rowOf(closed, 2)).toBe('..#######.....');
  });
});

describe('connected components', () => {
  it('are found with all their pixels; corners do not connect', () => {
    expect(areas(MASK)).toEqual([16, 1, 4]);
    expect(areas(maskOf('#.', '.#'))).toEqual([1, 1]);
  });

  it('go where they are small', () => {
    const mask = MASK.slice();
    removeSmallComponents(mask, WIDTH, 4);
    expect(areas(mask)).toEqual([16, 4]);
  });
});
