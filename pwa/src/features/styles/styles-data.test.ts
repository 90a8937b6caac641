// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { loadStyle } from './styles-data';

const salbei = { id: 's1', slug: 'salbei', displayName: 'Salbei' };
const LIST = { 'GET /styles': { body: { items: [salbei] } }, 'GET /ai-profiles': { body: { items: [] } } };

it('finds a style without a network in the list that is kept on the device', async () => {
  serve({ ...LIST, 'GET /styles/salbei': new TypeError('Failed to fetch') });
  expect((await loadStyle('salbei')).style).toEqual({ ok: true, value: salbei });
});

it('does not find one that is on no list, and none that the server does not know', async () => {
  serve({
    ...LIST,
    'GET /styles/neu': new TypeError('Failed to fetch'),
    'GET /styles/salbei': refusal(404, 'not_found'),
  });
  expect((await loadStyle('neu')).style).toMatchObject({ ok: false, error: { code: 'network' } });
  expect((await loadStyle('salbei')).style).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
