// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { api } from '~/lib/api';
import {
  announceSession,
  beginSession,
  ensureSession,
  followOtherTab,
  forgetSession,
  hasSession,
  noteCredits,
  onSessionElsewhere,
  refreshSession,
  handover,
  watchReturn,
  type Me,
} from '.';
import { DEVICE_PROFILE, TAB_ANSWERS } from '~/lib/device/names';
import { isLeaving, markLeaving } from './leaving-mark';
import { clearSignOut, markSignOut } from './sign-out-mark';
import { markSignedIn } from './signed-in-mark';

const me = { id: 'u1', email: 'anna@example.ch', displayName: 'Anna', credits: 240 };

beforeEach(() => forgetSession());

describe('the session', () => {
  it('is asked for once, however many ask', async () => {
    const sent = serve({ 'GET /me': { body: me } });
    const answers = await Promise.all([refreshSession(), refreshSession()]);
    expect(answers.map((answer) => answer?.email)).toEqual(['anna@example.ch', 'anna@example.ch']);
    expect((await ensureSession())?.credits).toBe(240);
    expect(sent).toHaveLength(1);
  });

  it('does not exist after a real 401', async () => {
    serve({ 'GET /me': refusal(401, 'unauthenticated') });
    expect(await refreshSession()).toBeNull();
    expect(hasSession()).toBe(false);
  });

  it('is asked for on an open page only where somebody is said to be signed in', async () => {
    vi.resetModules();
    const { findSession } = await import('.');
    const sent = serve({ 'GET /me': [new TypeError('Failed to fetch'), { body: me }] });
    expect(await findSession()).toBeNull();
    expect(sent).toEqual([]);
    markSignedIn(true);
    expect(await findSession()).toBeNull(); // nobody answers: the page is a visitor's
    expect((await findSession())?.email).toBe('anna@example.ch');
    markSignedIn(false);
    expect((await findSession())?.email).toBe('anna@example.ch');
    expect(sent).toHaveLength(2);
  });

  it('survives a missing network', async () => {
    serve({ 'GET /me': [{ body: me }, new TypeError('Failed to fetch')] });
    await refreshSession();
    await expect(refreshSession()).rejects.toMatchObject({ code: 'network' });
    expect(hasSession()).toBe(true);
  });

  it('stays over where the server hears of the sign-out and the network goes before it can say so', async () => {
    const sent = serve({ 'POST /auth/logout': { status: 204 }, 'GET /me': new TypeError('Failed to fetch') });
    markSignOut();
    expect(await refreshSession()).toBeNull();
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/auth/logout', '/api/v1/me']);
  });

  it('stays over where the browser has asked ahead, before the server heard of the sign-out', async () => {
    serve({ 'POST /auth/logout': { status: 204 }, 'GET /me': { body: me } });
    markSignOut();
    expect(await refreshSession()).toBeNull();
    expect(hasSession()).toBe(false);
  });

  it('stays over where another question had the server told, and the network is gone again', async () => {
    serve({
      'POST /auth/logout': { status: 204 },
      'GET /styles': { body: { items: [] } },
      'GET /me': new TypeError('Failed to fetch'),
    });
    markSignOut();
    await api.listStyles();
    expect(await refreshSession()).toBeNull();
    // A missing network signs nobody out who signs in afterwards.
    beginSession(me as Me);
    await expect(refreshSession()).rejects.toMatchObject({ code: 'network' });
    expect(hasSession()).toBe(true);
  });

  it('is not undone by an answer to a question from before the sign-in', async () => {
    serve({ 'GET /me': refusal(401, 'unauthenticated') });
    const asked = refreshSession();
    beginSession(me as Me);
    expect((await asked)?.id).toBe('u1');
    expect(hasSession()).toBe(true);
  });

  it('is not brought back by an answer to a question from before the sign-out', async () => {
    serve({ 'GET /me': { body: me } });
    const asked = refreshSession();
    forgetSession();
    expect(await asked).toBeNull();
    expect(hasSession()).toBe(false);
  });

  it('takes over a balance that arrives live', async () => {
    serve({ 'GET /me': { body: me } });
    await refreshSession();
    noteCredits(140);
    expect((await ensureSession())?.credits).toBe(140);
  });
});

describe('the other tabs', () => {
  let otherTab: BroadcastChannel;

  beforeEach(() => {
    otherTab = new BroadcastChannel('bildnis.session');
  });
  afterEach(() => otherTab.close());

  it('hear of every sign-in and sign-out', async () => {
    serve({ 'POST /auth/logout': { status: 204 } });
    const heard = vi.fn();
    otherTab.onmessage = heard;
    beginSession(me as Me);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    forgetSession();
    announceSession();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    expect(heard.mock.calls.map(([event]) => (event as MessageEvent).data)).toEqual([null, null]);
  });

  it('are followed: a sign-out there is one here', async () => {
    serve({ 'GET /me': [{ body: me }, refusal(401, 'unauthenticated')] });
    await refreshSession();
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(hasSession()).toBe(false), { timeout: 20_000 });
  });

  it('call back until they are no longer listened to', async () => {
    const sent = serve({ 'GET /me': { body: me } });
    const heard = vi.fn();
    const stop = onSessionElsewhere(heard);
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), { timeout: 20_000 });
    stop();
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 20_000 });
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe('what a tab keeps for itself', () => {
  it.each([
    ['somebody signed out', refusal(401, 'unauthenticated')],
    ['somebody else signed in', { body: { ...me, id: 'u2' } }],
  ])('goes where %s in another one, which has taken its mark away', async (_, answer) => {
    serve({ 'GET /me': answer });
    beginSession(me as Me);
    sessionStorage.setItem(TAB_ANSWERS, '{"name":"Anna"}');
    markSignedIn(false);
    await followOtherTab(vi.fn());
    await vi.waitFor(() => expect(sessionStorage.getItem(TAB_ANSWERS)).toBeNull());
  });

  it('stays where the same customer is asked for again', async () => {
    serve({ 'GET /me': { body: me } });
    beginSession(me as Me);
    const { claimDevice } = await handover();
    await claimDevice(me.id);
    sessionStorage.setItem(TAB_ANSWERS, '{"name":"Anna"}');
    await refreshSession();
    // What the answer sets off comes once the first screen is there.
    await claimDevice(me.id);
    expect(sessionStorage.getItem(TAB_ANSWERS)).toBe('{"name":"Anna"}');
    sessionStorage.clear();
  });
});

describe('a device that was not wiped to the end', () => {
  it('is wiped at the next start, also for a visitor of an open page', async () => {
    serve({ 'GET /me': refusal(401, 'unauthenticated') });
    vi.resetModules();
    const { findSession } = await import('.');
    markSignedIn(false);
    markLeaving(true);
    localStorage.setItem(DEVICE_PROFILE, 'p1');
    expect(await findSession()).toBeNull();
    expect([isLeaving(), localStorage.getItem(DEVICE_PROFILE)]).toEqual([false, null]);
  });
});

describe('a page of somebody who has left', () => {
  it('is not what the back button brings', () => {
    const reload = vi.fn();
    const stop = watchReturn(reload);
    const comeBack = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    beginSession(me as Me);
    comeBack(true);
    expect(reload).not.toHaveBeenCalled();
    forgetSession();
    comeBack(false);
    expect(reload).not.toHaveBeenCalled();
    comeBack(true);
    expect(reload).toHaveBeenCalledOnce();
    stop();
  });

  it('does not stay in another tab, also where no network can say so', async () => {
    const reload = vi.fn();
    serve({ 'GET /me': new TypeError('Failed to fetch'), 'POST /auth/logout': new TypeError('Failed to fetch') });
    beginSession(me as Me);
    // Nothing heard is no sign-out.
    await followOtherTab(reload);
    expect(reload).not.toHaveBeenCalled();
    markSignOut();
    await followOtherTab(reload);
    expect(reload).toHaveBeenCalledOnce();
    clearSignOut();
  });

  it('is drawn anew for whoever has signed in since', async () => {
    const reload = vi.fn();
    serve({ 'GET /me': { body: { ...me, id: 'u2' } } });
    beginSession(me as Me);
    await followOtherTab(reload);
    expect(reload).toHaveBeenCalledOnce();
  });
});
