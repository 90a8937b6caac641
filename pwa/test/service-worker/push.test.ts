// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSubscription, OTHER_KEY, PUSH_KEY } from '../push-browser';
import { serve } from '../server';
import { openFromNotification, renewSubscription, showPush } from '~/service-worker/push';

const showNotification = vi.fn(async (..._shown: [title: string, options: NotificationOptions]) => undefined);
const subscribe = vi.fn(async (..._with: [object]) =>
  fakeSubscription('https://fcm.googleapis.com/fcm/send/new', PUSH_KEY),
);
const matchAll = vi.fn(async (..._query: [object]) => [] as unknown[]);
const openWindow = vi.fn(async (..._path: [string]) => null);
const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) };

beforeEach(() => {
  vi.clearAllMocks();
  matchAll.mockResolvedValue([]);
  Object.assign(self, {
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll, openWindow },
  });
  Object.assign(navigator, badge);
});

/** Lets an event of the worker take its course. */
async function dispatch<E>(handle: (event: E) => void, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  handle({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) } as E);
  expect(waits).toHaveLength(1);
  await waits[0];
}

const push = (text: string | null) =>
  dispatch(showPush, { data: text === null ? null : { json: () => JSON.parse(text) as unknown } });
const declared = (notification: object, form = 8030) => JSON.stringify({ web_push: form, notification });
const shown = () => ({ title: showNotification.mock.calls[0]?.[0], ...showNotification.mock.calls[0]?.[1] });

describe('a message', () => {
  it('is shown as it says, and marks the icon', async () => {
    await push(
      declared({
        title: 'Bildnis',
        body: 'Ihre Portraits sind fertig.',
        lang: 'de-CH',
        dir: 'ltr',
        tag: 'abc',
        navigate: `${location.origin}/app/generations/1?a=b`,
      }),
    );
    expect(shown()).toEqual({
      title: 'Bildnis',
      body: 'Ihre Portraits sind fertig.',
      lang: 'de-CH',
      dir: 'ltr',
      tag: 'abc',
      renotify: true,
      icon: '/icons/icon-192.png',
      data: { path: '/app/generations/1?a=b' },
    });
    expect(badge.setAppBadge).toHaveBeenCalledWith();
  });

  it.each([
    ['nothing', null],
    ['no JSON', 'Hallo'],
    ['JSON that is no object', 'null'],
    ['another form', declared({ title: 'X', body: 'Y' }, 1)],
    ['no notification', JSON.stringify({ web_push: 8030 })],
    ['no title', declared({ body: 'Y' })],
  ])('with %s in it is shown all the same', async (_what, text) => {
    await push(text);
    expect(shown()).toMatchObject({
      title: 'Bildnis',
      body: 'Öffnen Sie Bildnis, um die Neuigkeit zu lesen.',
      lang: 'de-CH',
      data: { path: '/app' },
    });
    expect(shown()).not.toHaveProperty('renotify');
  });

  it('is shown where the icon cannot be marked', async () => {
    badge.setAppBadge.mockRejectedValueOnce(new DOMException('not installed', 'NotAllowedError'));
    await push(declared({ title: 'Bildnis' }));
    expect(shown()).toMatchObject({ title: 'Bildnis', body: '' });
    Object.assign(navigator, { setAppBadge: undefined });
    await push(declared({ title: 'Bildnis' }));
    expect(showNotification).toHaveBeenCalledTimes(2);
  });

  it.each(['https://example.org/app', '//example.org/app', 'javascript:alert(1)', 'data:text/html,x', 'http://[', 7])(
    'that leads to %s leads to the start of the app',
    async (navigate) => {
      await push(declared({ title: 'Bildnis', navigate }));
      expect(shown().data).toEqual({ path: '/app' });
    },
  );
});

describe('a click', () => {
  const click = async (path: unknown) => {
    const close = vi.fn();
    await dispatch(openFromNotification, { notification: { close, data: path === undefined ? null : { path } } });
    expect(close).toHaveBeenCalledOnce();
  };
  const windowAt = (path: string, more: object = {}) => {
    const client = {
      url: location.origin + path,
      focused: false,
      visibilityState: 'hidden',
      navigate: vi.fn(async (..._to: [string]) => client),
      focus: vi.fn(async () => client),
      ...more,
    };
    return client;
  };

  it('opens a window where there is none, and takes the mark away', async () => {
    await click('/app/generations/1');
    expect(openWindow).toHaveBeenCalledWith('/app/generations/1');
    expect(badge.clearAppBadge).toHaveBeenCalled();
    expect(matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true });
  });

  it('brings the window that shows it already to the front, and loads nothing anew', async () => {
    const [other, there] = [windowAt('/app', { focused: true }), windowAt('/app/generations/1')];
    matchAll.mockResolvedValue([other, there]);
    await click('/app/generations/1');
    expect(there.focus).toHaveBeenCalledOnce();
    for (const client of [other, there]) expect(client.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('leads a window of ours there: the one in use before the others', async () => {
    const [hidden, visible] = [windowAt('/app/styles'), windowAt('/app', { visibilityState: 'visible' })];
    matchAll.mockResolvedValue([hidden, visible]);
    await click('/app/generations/1');
    expect(visible.focus).toHaveBeenCalledOnce();
    expect(visible.navigate).toHaveBeenCalledWith('/app/generations/1');
    expect(hidden.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it.each(['/app/profile-wizard?profile=1', '/app/profile-wizard', '/bestellen?plan=starter'])(
    'leaves a window at %s alone: something is being uploaded or paid for there',
    async (at) => {
      const busy = windowAt(at, { focused: true, visibilityState: 'visible' });
      matchAll.mockResolvedValue([busy]);
      await click('/app/generations/1');
      expect(busy.navigate).not.toHaveBeenCalled();
      expect(openWindow).toHaveBeenCalledWith('/app/generations/1');
    },
  );

  it('opens a new window where the browser refuses to lead one', async () => {
    const client = windowAt('/pricing', { navigate: vi.fn(() => Promise.reject(new TypeError('not controlled'))) });
    matchAll.mockResolvedValue([client]);
    await click('/app');
    expect(openWindow).toHaveBeenCalledWith('/app');
  });

  it.each([undefined, 7, 'https://example.org/app'])('on %s leads to the start of the app', async (path) => {
    await click(path);
    expect(openWindow).toHaveBeenCalledWith('/app');
  });
});

describe('a subscription that has changed', () => {
  const saved = { body: { id: 's1' } };
  const path = '/api/v1/push/subscriptions';

  it('is told to the server', async () => {
    const sent = serve({ 'PUT /push/subscriptions': saved });
    await dispatch(renewSubscription, {
      oldSubscription: null,
      newSubscription: fakeSubscription('https://fcm.googleapis.com/fcm/send/2', PUSH_KEY),
    });
    expect(sent).toMatchObject([
      {
        method: 'PUT',
        path,
        body: { endpoint: 'https://fcm.googleapis.com/fcm/send/2', keys: { p256dh: 'p256dh', auth: 'auth' } },
      },
    ]);
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('is made anew with the key of the old one', async () => {
    const old = fakeSubscription('https://fcm.googleapis.com/fcm/send/1', OTHER_KEY);
    const sent = serve({ 'PUT /push/subscriptions': saved });
    await dispatch(renewSubscription, { oldSubscription: old });
    expect(subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: old.options.applicationServerKey,
    });
    expect(sent).toMatchObject([{ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/new' } }]);
  });

  it('is made anew with the key of the server where there is no old one', async () => {
    serve({ 'GET /push/key': { body: { publicKey: PUSH_KEY } }, 'PUT /push/subscriptions': saved });
    await dispatch(renewSubscription, {});
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: PUSH_KEY });
  });

  it('is given up where nobody is signed in, and where push is not offered', async () => {
    serve({ 'PUT /push/subscriptions': { status: 401 }, 'GET /push/key': { body: { publicKey: null } } });
    const ended = vi.fn();
    await dispatch(renewSubscription, {
      newSubscription: fakeSubscription('https://fcm.googleapis.com/fcm/send/2', PUSH_KEY, ended),
    });
    expect(ended).toHaveBeenCalledOnce();
    await dispatch(renewSubscription, {});
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('waits for the next start of the app without a network', async () => {
    serve({ 'PUT /push/subscriptions': new TypeError('Failed to fetch') });
    const ended = vi.fn();
    await dispatch(renewSubscription, {
      newSubscription: fakeSubscription('https://fcm.googleapis.com/fcm/send/2', PUSH_KEY, ended),
    });
    expect(ended).not.toHaveBeenCalled();
  });
});
