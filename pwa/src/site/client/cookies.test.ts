// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COOKIE_KEYS, readCookieChoice } from '~/lib/cookie-choice';
import { facts } from '~/lib/facts';
import { refusal, serve } from '../../../test/server';

/** The module keeps what runs already: each test begins with a page of its own. */
async function newPage() {
  vi.resetModules();
  return import('./cookies');
}

const sources = () => [...document.querySelectorAll<HTMLScriptElement>('head script')].map(({ src }) => src);
const RECORDED = {
  'POST /cookie-choices': {
    status: 201,
    body: { id: 'r1', version: facts.cookies.version, decidedAt: '2026-11-21T10:00:00Z' },
  },
};

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<section data-cookie-banner><button data-cookie-choice="none">Nein</button><button data-cookie-choice="all">Ja</button></section><main id="content" tabindex="-1"></main>';
  Object.assign(document.documentElement.dataset, {
    cookies: 'open',
    matomoUrl: 'https://matomo.example',
    matomoSite: '3',
    pixelId: '1234',
    pixelScript: 'https://pixel.example/p.js',
  });
  delete window._paq;
  delete window.fbq;
});
afterEach(() => {
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
});

it('loads and keeps nothing before the answer', async () => {
  const sent = serve(RECORDED);
  (await newPage()).startCookies();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sources()).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(sent).toEqual([]);
});

it('accepting loads what the operator measures with, records the choice, and closes the question', async () => {
  const sent = serve(RECORDED);
  (await newPage()).startCookies();
  document.querySelector<HTMLElement>('[data-cookie-choice=all]')!.click();
  await vi.waitFor(
    () => expect(sources()).toEqual(['https://matomo.example/matomo.js', 'https://pixel.example/p.js']),
    { timeout: 20_000 },
  );
  expect(document.documentElement.dataset.cookies).toBeUndefined();
  await vi.waitFor(() => expect(localStorage.getItem(COOKIE_KEYS.receipt)).toBe('r1'), { timeout: 20_000 });
  expect(sent.map(({ body }) => body)).toEqual([{ analytics: true, marketing: true, version: facts.cookies.version }]);
  expect(window._paq).toContainEqual(['setVisitorCookieTimeout', facts.cookies.analyticsMonths * 30 * 86_400]);
  expect(document.activeElement?.id).toBe('content');
});

it('refusing loads nothing, now or with the next page', async () => {
  serve(RECORDED);
  (await newPage()).startCookies();
  document.querySelector<HTMLElement>('[data-cookie-choice=none]')!.click();
  await vi.waitFor(() => expect(localStorage.getItem(COOKIE_KEYS.receipt)).toBe('r1'), { timeout: 20_000 });
  expect(readCookieChoice()).toEqual({ analytics: false, marketing: false });
  (await newPage()).startCookies();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sources()).toEqual([]);
});

it('each kind stands for itself', async () => {
  serve(RECORDED);
  await (await newPage()).choose({ analytics: false, marketing: true });
  expect(sources()).toEqual(['https://pixel.example/p.js']);
});

it('what the page says of the visitor has no query', async () => {
  serve(RECORDED);
  history.replaceState(null, '', '/pricing?email=petra@example.org');
  await (await newPage()).choose({ analytics: true, marketing: false });
  expect(window._paq).toContainEqual(['setCustomUrl', `${location.origin}/pricing`]);
  expect(JSON.stringify(window._paq)).not.toContain('petra');
});

it('where nothing is configured, nothing is loaded whatever is accepted', async () => {
  serve(RECORDED);
  for (const name of ['matomoUrl', 'pixelId']) delete document.documentElement.dataset[name];
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(sources()).toEqual([]);
});

it('a choice the server has not heard of is told with the next page', async () => {
  serve({ 'POST /cookie-choices': refusal(503, 'unavailable') });
  await (await newPage()).choose({ analytics: false, marketing: false });
  expect(localStorage.getItem(COOKIE_KEYS.receipt)).toBeNull();
  const sent = serve(RECORDED);
  (await newPage()).startCookies();
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(localStorage.getItem(COOKIE_KEYS.receipt)).toBe('r1'), { timeout: 20_000 });
});

it('an answer in another tab closes the question here', async () => {
  serve(RECORDED);
  (await newPage()).startCookies();
  localStorage.setItem(COOKIE_KEYS.analyticsDate, new Date().toISOString());
  localStorage.setItem(COOKIE_KEYS.analytics, 'accepted');
  localStorage.setItem(COOKIE_KEYS.version, facts.cookies.version);
  dispatchEvent(new StorageEvent('storage', { key: COOKIE_KEYS.version }));
  expect(document.documentElement.dataset.cookies).toBeUndefined();
  await vi.waitFor(() => expect(sources()).toEqual(['https://matomo.example/matomo.js']), { timeout: 20_000 });
});

it('says when the browser keeps nothing', async () => {
  serve(RECORDED);
  const kept = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await (await newPage()).choose({ analytics: true, marketing: false })).toBe(false);
  kept.mockRestore();
  expect(await (await newPage()).choose({ analytics: true, marketing: false })).toBe(true);
});

it('an answer to another version of the text, or from more than a year ago, no longer holds', async () => {
  serve(RECORDED);
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(readCookieChoice()).not.toBeNull();
  expect(readCookieChoice(Date.now() + 366 * 86_400_000)).toBeNull();
  localStorage.setItem(COOKIE_KEYS.version, '2020-01');
  expect(readCookieChoice()).toBeNull();
});
