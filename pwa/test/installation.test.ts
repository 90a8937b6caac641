// @vitest-environment jsdom
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatOf, sizeOf } from '~/lib/photo-check/picture-header';
import { routeTree } from '~/route-tree.gen';
import { ACCEPTED_TYPES } from '~/features/ai-profiles/wizard/files';
import { SHARE_PATH } from '~/lib/shared-photos/names';
import { installation } from '../scripts/installation';

const manifest = installation.manifest || {};
const { icons = [], screenshots = [], shortcuts = [], share_target: target, file_handlers: handlers = [] } = manifest;
const { routesByPath } = createRouter({ routeTree, history: createMemoryHistory() });
const paths = Object.keys(routesByPath).map((path) => path.replace(/\/$/, ''));

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
  expect(shortcuts.length).toBeGreaterThan(2);
  for (const { url } of shortcuts) expect(paths).toContain(url);
});

it('photos are shared with the service worker and opened in the wizard, in every format that it takes', () => {
  const { action, method, enctype, params } = target!;
  expect([method, enctype]).toEqual(['POST', 'multipart/form-data']);
  expect(action).toBe(SHARE_PATH);
  expect(paths).toContain(action);
  const [handler] = handlers;
  expect(handler?.action).toBe(`${action}?shared=true`);
  expect(Object.keys(handler?.accept ?? {})).toEqual(ACCEPTED_TYPES.filter((type) => type.startsWith('image/')));
  const { accept } = [params.files].flat()[0]!;
  expect(accept).toEqual(expect.arrayContaining([...ACCEPTED_TYPES, '.jpg', '.heic']));
});
