// @vitest-environment jsdom
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatOf, sizeOf } from '~/lib/photo-check/picture-header';
import { routeTree } from '~/route-tree.gen';
import { installation } from '../scripts/installation';

const manifest = installation.manifest || {};
const { icons = [], screenshots = [], shortcuts = [] } = manifest;

it('the manifest says what is installed', () => {
  expect(manifest).toMatchObject({
    id: '/app',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    lang: 'de-CH',
    name: 'Bildnis',
  });
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
  expect(screenshots.every(({ label }) => label)).toBe(true);
});

it.each([...icons, ...screenshots])('$src is as large as the manifest says', ({ src, sizes }) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../public', src)));
  const { width, height } = sizeOf(bytes, formatOf(bytes))!;
  expect(`${width}x${height}`).toBe(sizes);
});

it('its shortcuts lead to screens of the app', () => {
  const { routesByPath } = createRouter({ routeTree, history: createMemoryHistory() });
  expect(shortcuts.length).toBeGreaterThan(2);
  for (const { url } of shortcuts)
    expect(Object.keys(routesByPath).map((path) => path.replace(/\/$/, ''))).toContain(url);
});
