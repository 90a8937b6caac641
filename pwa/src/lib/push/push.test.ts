// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSubscription, OTHER_KEY, PUSH_KEY, withPush, type PushBrowser } from '../../../test/push-browser';
import { refusal, serve } from '../../../test/server';
import { forgetPush, isPushOffered, keepPush, pushState, switchPushOff, switchPushOn } from '.';
import { declineQuestion, isQuestionDeclined, readMark, writeMark } from './mark';
import { pushSupport } from './support';

let browser: PushBrowser;
let remove: () => void;
beforeEach(() => {
  localStorage.clear();
  ({ browser, remove } = withPush());
});
afterEach(() => remove());

const key = { body: { publicKey: PUSH_KEY } };
const saved = { body: { id: 's1', createdAt: '2026-11-22T10:00:00Z', renewedAt: '2026-11-22T10:00:00Z' } };
const paths = (sent: { method: string; path: string }[]) =>
  sent.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);

describe('a browser', () => {
  it('has push, has it only when the app is installed, or has none', () => {
    expect(pushSupport()).toBe('ready');
    vi.unstubAllGlobals();
    expect(pushSupport()).toBe('none');
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
    expect(pushSupport()).toBe('install-first');
    Reflect.deleteProperty(navigator, 'standalone');
  });

  it('is offered push where the installation has a key', async () => {
    serve({ 'GET /push/key': [key, { body: { publicKey: null } }] });
    expect([await isPushOffered(), await isPushOffered()]).toEqual([true, false]);
  });

  it('is offered push once its service worker is installed, however late', async () => {
    serve({ 'GET /push/key': key });
    const installed = Promise.withResolvers<void>();
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready: installed.promise } });
    vi.useFakeTimers();
    const told = vi.fn();
    const offered = isPushOffered();
    void offered.then(told);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(told).not.toHaveBeenCalled();
    installed.resolve();
    expect(await offered).toBe(true);
  });
});

describe('push', () => {
  it('is switched on with the permission, for this customer', async () => {
    const sent = serve({ 'GET /push/key': key, 'PUT /push/subscriptions': saved });
    expect(await pushState('u1')).toBe('off');
    expect(await switchPushOn('u1')).toBe('on');
    expect(browser.keys).toEqual([PUSH_KEY]);
    expect(sent.at(-1)).toMatchObject({
      method: 'PUT',
      body: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh: 'p256dh', auth: 'auth' } },
    });
    expect([await pushState('u1'), await pushState('u2')]).toEqual(['on', 'off']);
  });

  it.each([
    ['denied', 'blocked'],
    ['default', 'off'],
  ] as const)('stays off when the browser is answered with %s', async (answer, state) => {
    browser.answer = answer;
    const sent = serve({});
    expect(await switchPushOn('u1')).toBe(state);
    expect([sent, browser.subscription, await pushState('u1')]).toEqual([[], null, state]);
  });

  it('is not on before the server knows of it', async () => {
    serve({ 'GET /push/key': key, 'PUT /push/subscriptions': refusal(503, 'unavailable') });
    await expect(switchPushOn('u1')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await pushState('u1')).toBe('off');
  });

  it('is switched off here and on the server, also where that has forgotten it already', async () => {
    const sent = serve({
      'GET /push/key': key,
      'PUT /push/subscriptions': saved,
      'DELETE /push/subscriptions/s1': [{ status: 204 }, refusal(404, 'not_found')],
    });
    for (let time = 0; time < 2; time += 1) {
      await switchPushOn('u1');
      await switchPushOff();
      expect([browser.subscription, readMark(), await pushState('u1')]).toEqual([null, null, 'off']);
    }
    expect(paths(sent).filter((path) => path.startsWith('DELETE'))).toHaveLength(2);
  });

  it('comes no more when the server cannot be told that it is off', async () => {
    serve({
      'GET /push/key': key,
      'PUT /push/subscriptions': saved,
      'DELETE /push/subscriptions/s1': new TypeError('Failed to fetch'),
    });
    await switchPushOn('u1');
    await expect(switchPushOff()).rejects.toMatchObject({ code: 'network' });
    expect([browser.subscription, readMark()]).toEqual([null, null]);
  });
});

describe('at the start', () => {
  beforeEach(() => {
    browser.permission = 'granted';
    browser.subscription = fakeSubscription(
      'https://fcm.googleapis.com/fcm/send/0',
      PUSH_KEY,
      () => (browser.subscription = null),
    );
    writeMark({ userId: 'u1', id: 'old' });
  });

  it('the address is sent again', async () => {
    const sent = serve({ 'GET /push/key': key, 'PUT /push/subscriptions': saved });
    await keepPush('u1');
    expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { endpoint: 'https://fcm.googleapis.com/fcm/send/0' } });
    expect([browser.keys, readMark(), browser.questions]).toEqual([[], { userId: 'u1', id: 's1' }, 0]);
  });

  it('one that is gone, or is for another key, is replaced', async () => {
    serve({ 'GET /push/key': key, 'PUT /push/subscriptions': saved });
    browser.subscription = fakeSubscription(
      'https://fcm.googleapis.com/fcm/send/0',
      OTHER_KEY,
      () => (browser.subscription = null),
    );
    await keepPush('u1');
    expect(browser.keys).toEqual([PUSH_KEY]);
    browser.subscription = null;
    await keepPush('u1');
    expect(browser.keys).toEqual([PUSH_KEY, PUSH_KEY]);
  });

  it('what another customer left here goes, and nothing is sent', async () => {
    const sent = serve({});
    await keepPush('u2');
    expect([sent, browser.subscription, readMark()]).toEqual([[], null, null]);
  });

  it('nothing happens where push is off, or no longer allowed', async () => {
    const sent = serve({});
    browser.permission = 'denied';
    await keepPush('u1');
    browser.permission = 'granted';
    writeMark(null);
    await keepPush('u1');
    expect(sent).toEqual([]);
  });
});

describe('signing out', () => {
  it('leaves nothing of push on the device', async () => {
    serve({ 'GET /push/key': key, 'PUT /push/subscriptions': saved });
    await switchPushOn('u1');
    declineQuestion();
    const close = vi.fn();
    browser.shown = [{ close }];
    await forgetPush();
    expect([browser.subscription, readMark(), isQuestionDeclined()]).toEqual([null, null, false]);
    expect(close).toHaveBeenCalledOnce();
  });

  it('never fails for it', async () => {
    browser.subscription = {
      ...fakeSubscription('https://fcm.googleapis.com/fcm/send/0', PUSH_KEY),
      unsubscribe: () => Promise.reject(new Error('no')),
    };
    await forgetPush();
    remove();
    await forgetPush();
  });
});

it('a mark that cannot be read is none', () => {
  for (const bad of ['{', '7', '{"userId":1,"id":"a"}', 'null']) {
    localStorage.setItem('bildnis.push', bad);
    expect(readMark()).toBeNull();
  }
});
