import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SCENE_KEYS } from '@bildnis/studio';
import { STYLE_CATEGORIES, STYLE_PURPOSES } from '../../src/styles/style.entity.js';
import { STYLE_SEED } from '../../src/styles/style-seed.js';
import { previewOf } from '../../studio/previews/scene-lights.js';

const previews = fileURLToPath(new URL('../../../pwa/public/previews/', import.meta.url));
const texts = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../pwa/src/locales/de-CH/styles-detail.json', import.meta.url)), 'utf8'),
) as { category: Record<string, string>; purpose: Record<string, string> };

describe('the styles on sale', () => {
  it('are eighteen, one per scene, the three that are promised first at the top', () => {
    expect(STYLE_SEED).toHaveLength(18);
    expect(STYLE_SEED.map((s) => s.scene).toSorted()).toEqual(SCENE_KEYS.toSorted());
    expect(STYLE_SEED.slice(0, 3).map((s) => [s.slug, s.scene, s.displayName])).toEqual([
      ['corporate', 'city-daylight', 'City Daylight'],
      ['linkedin', 'linkedin', 'LinkedIn Clean'],
      ['black-bg', 'black-bg', 'Black Background'],
    ]);
  });

  it('have slugs and names of their own that fit where they are shown', () => {
    expect(new Set(STYLE_SEED.map((s) => s.slug)).size).toBe(18);
    expect(new Set(STYLE_SEED.map((s) => s.displayName)).size).toBe(18);
    for (const { slug, displayName, description } of STYLE_SEED) {
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(displayName.length).toBeLessThanOrEqual(24);
      expect(description).toMatch(/^[A-ZÄÖÜ].*\.$/);
      expect(description.length).toBeLessThanOrEqual(100);
      expect(displayName + description).not.toMatch(/[ß!"]/);
    }
  });

  it('cover every category, and every category has a name on screen', () => {
    expect([...new Set(STYLE_SEED.map((s) => s.category))].toSorted()).toEqual([...STYLE_CATEGORIES].toSorted());
    expect(Object.keys(texts.category).toSorted()).toEqual([...STYLE_CATEGORIES].toSorted());
  });

  it('serve one purpose or several, so that each purpose is a choice and none is all of them', () => {
    for (const { slug, purposes } of STYLE_SEED) {
      expect(purposes.length, slug).toBeGreaterThan(0);
      // In one order: an admin's dialog compares with it what has changed.
      expect(purposes, slug).toEqual(STYLE_PURPOSES.filter((purpose) => purposes.includes(purpose)));
    }
    for (const purpose of STYLE_PURPOSES) {
      const count = STYLE_SEED.filter(({ purposes }) => purposes.includes(purpose)).length;
      expect(count, purpose).toBeGreaterThanOrEqual(4);
      expect(count, purpose).toBeLessThan(STYLE_SEED.length - 4);
    }
    expect(Object.keys(texts.purpose).toSorted()).toEqual([...STYLE_PURPOSES].toSorted());
  });

  it.each([2, 4])('never show the same head beside or below another in rows of %i', (columns) => {
    const heads = STYLE_SEED.map(({ scene }) => previewOf(scene).head);
    expect(new Set(heads).size).toBe(3);
    for (const [i, head] of heads.entries()) {
      if ((i + 1) % columns !== 0) expect(heads[i + 1], `beside ${STYLE_SEED[i]!.slug}`).not.toBe(head);
      expect(heads[i + columns], `below ${STYLE_SEED[i]!.slug}`).not.toBe(head);
    }
  });

  it.each(STYLE_SEED.map((s) => s.scene))('%s has its preview pictures in both sizes and formats', async (scene) => {
    for (const width of [400, 640, 800, 1280]) {
      for (const format of ['webp', 'avif']) {
        const file = join(previews, `${scene}-${width}.${format}`);
        expect(existsSync(file), file).toBe(true);
        expect(await sharp(file).metadata()).toMatchObject({ width, height: width * 1.25 });
      }
    }
  });
});
