import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { SCENE_KEYS } from '../scenes/registry.js';
import { ARTICLE_PICTURES, OG_LIMIT, OG_PICTURES, OG_SIZE, PAGE_PICTURES } from '../previews/og-pictures.js';

const folder = fileURLToPath(new URL('../../../pwa/public/og/', import.meta.url));

describe('the pictures of shared addresses', () => {
  test('are those of the list and no others, each with a scene of its own', () => {
    expect(readdirSync(folder).toSorted()).toEqual(OG_PICTURES.map(({ name }) => `${name}.jpg`).toSorted());
    for (const pictures of [PAGE_PICTURES, ARTICLE_PICTURES])
      expect(new Set(pictures.map(({ scene }) => scene)).size).toBe(pictures.length);
    expect(SCENE_KEYS).toEqual(expect.arrayContaining(OG_PICTURES.map(({ scene }) => scene)));
  });

  test('have headlines that are set as the site is: Swiss spelling, no exclamation marks, nothing that text markup would take for its own', () => {
    for (const line of OG_PICTURES.flatMap(({ headline }) => headline)) expect(line).toMatch(/^[A-Za-zÄÖÜäöü?., -]+$/);
  });

  test.each(OG_PICTURES.map(({ name }) => name))('%s is a light JPEG of 1200 × 630 without metadata', async (name) => {
    const file = readFileSync(join(folder, `${name}.jpg`));
    expect(OG_SIZE).toEqual({ width: 1200, height: 630 });
    expect(OG_LIMIT).toBe(90_000);
    expect(file.length).toBeLessThanOrEqual(OG_LIMIT);
    const found = await sharp(file).metadata();
    expect(found).toMatchObject({ format: 'jpeg', ...OG_SIZE, space: 'srgb', channels: 3 });
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'comments'] as const) expect(found[kind], kind).toBeUndefined();
    expect(segments(file).filter((marker) => (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe)).toEqual([]);
  });

  test.each(OG_PICTURES.map(({ name }) => name))(
    '%s has paper with writing on the left and the lit figure in the middle square',
    async (name) => {
      const { data, info } = await sharp(join(folder, `${name}.jpg`))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number): number[] => [
        ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
      ];
      for (const [x, y] of [
        [8, 8],
        [8, 620],
        [520, 8],
        [520, 620],
      ] as const)
        expect(distance(at(x, y), [250, 248, 244])).toBeLessThan(8);
      const writing = Array.from({ length: 432 }, (_, x) => at(64 + x, 540)).filter(
        (c) => distance(c, [22, 19, 15]) < 60,
      );
      expect(writing.length).toBeGreaterThan(20);
      // Stone has a lit side and shade in every light; a bright scene alone is even, a dark one alone has nothing bright.
      const face = Array.from({ length: 100 }, (_, i) => at(740 + (i % 10) * 16, 150 + Math.floor(i / 10) * 20)[1]!);
      expect(Math.max(...face)).toBeGreaterThan(150);
      expect(Math.max(...face) - Math.min(...face)).toBeGreaterThan(50);
    },
  );
});

const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((v, i) => v - b[i]!));

/** Markers of a JPEG's segments up to the picture itself. */
function segments(file: Buffer): number[] {
  const found: number[] = [];
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) found.push(file[at + 1]!);
  return found;
}
