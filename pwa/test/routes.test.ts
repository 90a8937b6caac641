// @vitest-environment jsdom
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetGoogleCallback, waitingGoogleCallback } from '~/features/accounts/google-callback';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession, forgetSession, type Me } from '~/lib/session';
import { routeTree } from '~/route-tree.gen';
import { Route as PublicStyle } from '~/routes/_public/styles.$slug';
import { Route as PublicStyles } from '~/routes/_public/styles.index';
import { refusal, serve } from './server';

/** Where somebody ends who comes from the price list to an address, and what stands before it in the history. */
async function arrive(address: string): Promise<{ at: string; before: string }> {
  const history = createMemoryHistory({ initialEntries: ['/pricing'] });
  const router = createRouter({ routeTree, history });
  history.push(address);
  await router.load();
  const at = router.state.location.href;
  history.back();
  return { at, before: history.location.href };
}

beforeEach(() => {
  sessionStorage.clear();
  forgetSession();
  forgetMessages();
  forgetGoogleCallback();
  serve({ 'GET /me': refusal(401, 'unauthenticated') });
});

describe('what is worth an account or names a person leaves the URL and the history', () => {
  it.each([
    ['/verify-email?email=petra%40example.org', '/verify-email', 'bildnis.pending-email', 'petra@example.org'],
    ['/confirm-email?token=id.mac', '/confirm-email', 'bildnis.link.confirm', 'id.mac'],
    ['/reset-password?token=id.mac', '/reset-password', 'bildnis.link.reset', 'id.mac'],
  ])('%s', async (address, at, key, kept) => {
    expect(await arrive(address)).toEqual({ at, before: '/pricing' });
    expect(sessionStorage.getItem(key)).toBe(kept);
  });

  it('what Google answers', async () => {
    expect(await arrive('/auth?code=4%2F0Abc&state=s')).toEqual({ at: '/auth', before: '/pricing' });
    expect(waitingGoogleCallback()).toEqual({ code: '4/0Abc', state: 's' });
  });
});

describe('a visitor', () => {
  it.each([
    ['/app/profiles', '/auth?redirect=%2Fapp%2Fprofiles'],
    ['/bestellen?plan=starter', '/auth?redirect=%2Fbestellen%3Fplan%3Dstarter&mode=register'],
  ])('is asked to sign in, and what was asked for is remembered: %s', async (address, at) => {
    expect((await arrive(address)).at).toBe(at);
    expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toEqual(
      address.startsWith('/bestellen') ? ['Bitte melden Sie sich zuerst an'] : [],
    );
  });

  it.each([
    ['/styles', PublicStyles],
    ['/styles/corporate', PublicStyle],
  ])('stays on %s', async (href, { options }) => {
    const beforeLoad = options.beforeLoad as (at: object) => unknown;
    expect(await beforeLoad({ preload: true, location: { href }, params: {} })).toBeUndefined();
  });
});

describe('somebody who is signed in', () => {
  beforeEach(() => beginSession({ id: 'petra' } as Me));

  it.each([
    ['/auth', '/app'],
    ['/auth?redirect=%2Fapp%2Fprofiles', '/app/profiles'],
    ['/auth?redirect=https%3A%2F%2Fevil.example%2F', '/app'],
    ['/styles', '/app/styles'],
    ['/styles/corporate', '/app/styles/corporate'],
  ])('is led on from what is for visitors, and to no other site: %s', async (address, at) => {
    expect((await arrive(address)).at).toBe(at);
  });
});
