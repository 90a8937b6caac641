import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { declineQuestion, forgetQuestion, isQuestionDeclined, readMark, writeMark } from '~/lib/push/mark';
import { beginSession } from '~/lib/session';
import { fakeSubscription, PUSH_KEY, withPush, type PushBrowser } from '../../../test/push-browser';
import { renderScreen } from '../../../test/render-screen';
import { serve, type Sent } from '../../../test/server';
import { PushQuestion, PushSwitch, PushWatch } from '.';

const me = {
  id: 'u1',
  email: 'petra@example.org',
  notifyByEmail: true,
  notifyByPush: true,
} as unknown as Schemas['Me'];
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const key = { body: { publicKey: PUSH_KEY } };
const all = {
  'GET /push/key': key,
  'PUT /push/subscriptions': {
    body: { id: 's1', createdAt: '2026-11-22T10:00:00Z', renewedAt: '2026-11-22T10:00:00Z' },
  },
  'DELETE /push/subscriptions/s1': { status: 204 },
};

// What is fetched when it is needed is there: nothing here is about how long that takes.
await Promise.all([import('./soft-prompt'), import('./device-switch'), import('~/lib/push')]);

let browser: PushBrowser;
let remove: () => void;
let sent: Sent[];
beforeEach(() => {
  writeMark(null);
  forgetQuestion();
  forgetMessages();
  beginSession(me);
  ({ browser, remove } = withPush());
  sent = serve(all);
});
afterEach(() => remove());

/** Longer than anything that is fetched takes to show. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
const yes = () => screen.getByRole('button', { name: 'Benachrichtigen' });
const button = (name: string) => screen.findByRole('button', { name });

describe('the question', () => {
  it('asks before the browser does, and only a yes makes that ask', async () => {
    await renderScreen(<PushQuestion about="portraits" />);
    await screen.findByText('Benachrichtigen, sobald sie fertig sind?');
    expect(browser.questions).toBe(0);
    await userEvent.click(yes());
    await waitFor(() => expect(said()).toEqual(['Mitteilungen eingeschaltet']));
    expect([browser.questions, readMark()]).toEqual([1, { userId: 'u1', id: 's1' }]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is asked once, however many trainings run, and no more after a no', async () => {
    await renderScreen(
      <>
        <PushQuestion about="training" />
        <PushQuestion about="training" />
      </>,
    );
    await button('Nicht jetzt');
    await settled();
    expect(screen.getAllByText('Benachrichtigen, sobald das Training fertig ist?')).toHaveLength(1);
    await userEvent.click(await button('Nicht jetzt'));
    await settled();
    expect(screen.queryByRole('button')).toBeNull();
    expect([browser.questions, sent.filter(({ method }) => method !== 'GET')]).toEqual([0, []]);
  });

  it('does not come back at the next visit after a no', async () => {
    declineQuestion();
    await renderScreen(<PushQuestion about="portraits" />);
    await settled();
    expect(screen.queryByRole('button')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('says how to change it when the browser is told to block', async () => {
    browser.answer = 'denied';
    await renderScreen(<PushQuestion about="portraits" />);
    await userEvent.click(await button('Benachrichtigen'));
    await screen.findByText('Ihr Browser blockiert Mitteilungen von Bildnis');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says so when the push service is away, and can be answered again', async () => {
    browser.isAway = true;
    await renderScreen(<PushQuestion about="portraits" />);
    await userEvent.click(await button('Benachrichtigen'));
    await waitFor(() => expect(said()).toEqual(['Mitteilungen lassen sich nicht einschalten']));
    browser.isAway = false;
    await userEvent.click(yes());
    await waitFor(() => expect(readMark()).not.toBeNull());
  });

  it.each([
    [
      'is on already',
      () => {
        browser.permission = 'granted';
        browser.subscription = fakeSubscription('https://fcm.googleapis.com/fcm/send/0', PUSH_KEY);
        writeMark({ userId: 'u1', id: 's1' });
      },
    ],
    ['is blocked already', () => (browser.permission = 'denied')],
    ['is not offered', () => (sent = serve({ 'GET /push/key': { body: { publicKey: null } } }))],
    [
      'cannot be asked for without a network',
      () => (sent = serve({ 'GET /push/key': new TypeError('Failed to fetch') })),
    ],
    ['is nothing this browser has', () => vi.unstubAllGlobals()],
  ])('is not asked where push %s', async (_what, given) => {
    given();
    await renderScreen(<PushQuestion about="portraits" />);
    await settled();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/Mitteilungen/)).toBeNull();
  });

  it('tells on a phone how to install the app first, once', async () => {
    vi.unstubAllGlobals();
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
    await renderScreen(<PushQuestion about="portraits" />);
    await screen.findByText('Mitteilungen nur in der installierten App');
    await userEvent.click(await button('Verstanden'));
    expect(screen.queryByText('Mitteilungen nur in der installierten App')).toBeNull();
    expect(isQuestionDeclined()).toBe(true);
    Reflect.deleteProperty(navigator, 'standalone');
  });
});

describe('the switch', () => {
  const theSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Auf diesem Gerät benachrichtigen' });

  it('switches this device on and off at once', async () => {
    await renderScreen(<PushSwitch />);
    expect((await theSwitch()).checked).toBe(false);
    await userEvent.click(await theSwitch());
    await waitFor(() => expect(said()).toContain('Mitteilungen eingeschaltet'));
    expect((await theSwitch()).checked).toBe(true);
    forgetMessages();
    await userEvent.click(await theSwitch());
    await waitFor(() => expect(said()).toContain('Mitteilungen ausgeschaltet'));
    expect([(await theSwitch()).checked, browser.subscription]).toEqual([false, null]);
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v1/push/subscriptions/s1' });
  });

  it('stays off when the browser’s question is closed', async () => {
    browser.answer = 'default';
    await renderScreen(<PushSwitch />);
    await userEvent.click(await theSwitch());
    await settled();
    expect((await theSwitch()).checked).toBe(false);
    expect(said()).toEqual([]);
  });

  it('gives way to what can be done where the browser blocks', async () => {
    browser.permission = 'denied';
    await renderScreen(<PushSwitch />);
    await screen.findByText('Ihr Browser blockiert Mitteilungen von Bildnis');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('takes back what was switched off for the whole account', async () => {
    beginSession({ ...me, notifyByPush: false });
    sent = serve({ ...all, 'PATCH /me': { body: me }, 'GET /me': { body: me } });
    await renderScreen(<PushSwitch />);
    await userEvent.click(await theSwitch());
    await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ notifyByPush: true });
  });

  it('is nothing where the browser has no push', async () => {
    vi.unstubAllGlobals();
    await renderScreen(<PushSwitch />);
    await settled();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('every start', () => {
  it('sends nothing where push is off', async () => {
    await renderScreen(<PushWatch />);
    await settled();
    expect(sent).toEqual([]);
  });

  it('sends the address again where push is on', async () => {
    browser.permission = 'granted';
    browser.subscription = fakeSubscription('https://fcm.googleapis.com/fcm/send/0', PUSH_KEY);
    writeMark({ userId: 'u1', id: 's1' });
    await renderScreen(<PushWatch />);
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { endpoint: 'https://fcm.googleapis.com/fcm/send/0' } }),
    );
  });
});
