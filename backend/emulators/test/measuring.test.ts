import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startMeasuring, type Measuring } from '../src/measuring/index.js';

let measuring: Measuring;
beforeEach(async () => (measuring = await startMeasuring({ now: () => new Date('2026-11-28T09:00:00Z') })));
afterEach(() => measuring.stop());

/** Runs a script of ours as a page would that has queued these commands. @returns the cookies it set and what it asked for */
async function run(path: string, commands: object) {
  const cookies: string[] = [];
  const asked: string[] = [];
  const document = {
    title: 'Preise | Bildnis',
    currentScript: { src: `${measuring.url}${path}` },
    get cookie() {
      return cookies.map((each) => each.split(';')[0]).join('; ');
    },
    set cookie(value: string) {
      cookies.push(value);
    },
  };
  class Image {
    set src(address: string) {
      asked.push(address);
    }
  }
  const location = { origin: 'http://localhost:3000', pathname: '/pricing' };
  const code = await (await fetch(`${measuring.url}${path}`)).text();
  runInNewContext(code, { window: commands, document, location, Image, URL, Date, Math, encodeURIComponent });
  for (const address of asked) expect((await fetch(address)).status).toBe(204);
  return cookies;
}

it('Matomo’s script keeps its cookies as long as it is told, and tells of one page', async () => {
  const cookies = await run('/matomo.js', {
    _paq: [
      ['setTrackerUrl', `${measuring.url}/matomo.php`],
      ['setSiteId', '1'],
      ['setVisitorCookieTimeout', 1000],
      ['setSessionCookieTimeout', 60],
      ['setCustomUrl', 'http://localhost:3000/pricing'],
      ['trackPageView'],
    ],
  });
  expect(cookies).toEqual([
    expect.stringMatching(/^_pk_id\.1\.1fff=.*max-age=1000/),
    expect.stringMatching(/^_pk_ses\.1\.1fff=1;.*max-age=60/),
  ]);
  expect(measuring.hits()).toEqual([
    {
      service: 'Matomo',
      at: '2026-11-28T09:00:00.000Z',
      page: 'http://localhost:3000/pricing',
      title: 'Preise | Bildnis',
    },
  ]);
});

it('the pixel’s script keeps its cookie with the time it was made, and its hit is shown on the page', async () => {
  const queue = [
    ['set', 'autoConfig', false, '1'],
    ['init', '1'],
    ['track', 'PageView'],
  ];
  expect(await (await fetch(measuring.url)).text()).toContain('Noch kein Aufruf');
  expect(await run('/pixel.js', { fbq: { queue } })).toEqual([
    expect.stringMatching(/^_fbp=fb\.1\.\d{13}\.\d+;path=\//),
  ]);
  const page = await (await fetch(measuring.url)).text();
  expect(page).toContain('Meta-Pixel');
  expect(page).toContain('http://localhost:3000/pricing');
  expect(await (await fetch(`${measuring.url}/hits`)).json()).toHaveLength(1);
});

it('a page that queued nothing is not told of', async () => {
  expect(await run('/matomo.js', {})).toEqual([]);
  expect(measuring.hits()).toEqual([]);
  expect((await fetch(`${measuring.url}/elsewhere`)).status).toBe(404);
});
