// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve, type Sent } from '../../../test/server';
import { isSignOutPending, markSignOut } from '~/lib/session/sign-out-mark';
import { api, isOnline, onReturn } from '.';

const paths = (sent: Sent[]) => sent.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
/** Answers every call once it is there. */
function awayServer(): { isThere: boolean } {
  const server = { isThere: false };
  globalThis.fetch = async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch');
    return Response.json({ items: [] });
  };
  return server;
}
beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

it('a sign-out that the server does not know of comes before anything else, once', async () => {
  const sent = serve({
    'POST /auth/logout': { status: 204 },
    'GET /styles': { body: { items: [] } },
    'GET /plans': { body: { items: [] } },
  });
  markSignOut();
  await Promise.all([api.listStyles(), api.listPlans()]);
  expect(paths(sent)[0]).toBe('POST /auth/logout');
  expect(paths(sent).filter((path) => path === 'POST /auth/logout')).toHaveLength(1);
  expect(isSignOutPending()).toBe(false);
});

it('while the server cannot be told, nothing is asked of it', async () => {
  const sent = serve({ 'POST /auth/logout': new TypeError('Failed to fetch'), 'GET /styles': { body: { items: [] } } });
  markSignOut();
  await expect(api.listStyles()).rejects.toMatchObject({ code: 'network' });
  expect(paths(sent)).not.toContain('GET /styles');
  expect(isSignOutPending()).toBe(true);
});

it('a session that was over already is what was asked for', async () => {
  serve({ 'POST /auth/logout': refusal(401, 'unauthenticated'), 'GET /styles': { body: { items: [] } } });
  markSignOut();
  await api.listStyles();
  expect(isSignOutPending()).toBe(false);
});

it('says that the server cannot be reached once it has been asked again, and when it is back', async () => {
  vi.useFakeTimers();
  const server = awayServer();
  const back = vi.fn();
  const stop = onReturn(back);
  await expect(api.listStyles()).rejects.toMatchObject({ code: 'network' });
  await vi.advanceTimersByTimeAsync(1);
  expect(isOnline()).toBe(false);
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isOnline()).toBe(true);
  expect(back).toHaveBeenCalledOnce();
  stop();
});

it('says when the server can be told of a sign-out again: what waits for it goes on by itself', async () => {
  vi.useFakeTimers();
  const server = awayServer();
  markSignOut();
  const back = vi.fn();
  const stop = onReturn(back);
  await expect(api.listStyles()).rejects.toMatchObject({ code: 'network' });
  await vi.advanceTimersByTimeAsync(1);
  expect(isOnline()).toBe(false);
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(back).toHaveBeenCalledOnce();
  stop();
});

it('calls that are lost while the server is there are made up for: a moment later, and ever more rarely while it goes on', async () => {
  vi.useFakeTimers();
  vi.resetModules(); // nothing was lost before
  const { api, isOnline, onReturn } = await import('.');
  globalThis.fetch = async (input) => {
    if ((input as Request).url.endsWith('/live')) return Response.json({ status: 'ok' });
    return Response.json({ items: [] }, { headers: { 'X-Bildnis-Kept': '2026-11-22T10:00:00.000Z' } });
  };
  const back = vi.fn(() => void api.listStyles());
  const stop = onReturn(back);
  // Two at the same time are made up for at once.
  await Promise.all([api.listStyles(), api.listPlans()]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOnline()).toBe(true);
  expect(back).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(back).toHaveBeenCalledTimes(1);
  // After 4, 8, 16, and then every 30 seconds.
  await vi.advanceTimersByTimeAsync(28_100);
  expect(back).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(back).toHaveBeenCalledTimes(6);
  back.mockClear().mockImplementation(() => undefined);
  await vi.advanceTimersByTimeAsync(30_100);
  expect(back).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(back).toHaveBeenCalledTimes(1);
  stop();
});

it('a call that is lost just as the server is found back is made up for as well', async () => {
  vi.useFakeTimers();
  vi.resetModules(); // nothing was lost before
  const { api, isOnline, onReturn } = await import('.');
  const server = awayServer();
  const back = vi.fn();
  const stop = onReturn(back);
  await expect(api.listStyles()).rejects.toMatchObject({ code: 'network' });
  await vi.advanceTimersByTimeAsync(1);
  expect(isOnline()).toBe(false);
  // One call finds the server back; the next is lost, before the server has been asked for the first one’s sake.
  server.isThere = true;
  await api.listStyles();
  expect(back).toHaveBeenCalledTimes(1);
  server.isThere = false;
  await expect(api.listPlans()).rejects.toMatchObject({ code: 'network' });
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOnline()).toBe(true);
  expect(back).toHaveBeenCalledTimes(2);
  stop();
});

it('an answer from the device means that the server was not reached', async () => {
  vi.useFakeTimers();
  globalThis.fetch = async (input) => {
    if ((input as Request).url.endsWith('/live')) throw new TypeError('Failed to fetch');
    return Response.json({ items: [] }, { headers: { 'X-Bildnis-Kept': '2026-11-22T10:00:00.000Z' } });
  };
  await api.listStyles();
  await vi.advanceTimersByTimeAsync(1);
  expect(isOnline()).toBe(false);
});
