import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api, type Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { admits } from '../gate';
import { AdminFrame } from './admin-frame';

const me = { id: 'u1', email: 'admin@example.org', credits: 0, role: 'admin' } as unknown as Schemas['Me'];

beforeEach(() => {
  forgetMessages();
  beginSession(me);
});

it('asks the gate again when the account has changed or was not heard of for a while, and the session when that has ended', async () => {
  const handlers = new Map<string, () => void>();
  vi.spyOn(api.live, 'connect').mockReturnValue({
    connected: false,
    on: (event: string, handler: () => void) => (handlers.set(event, handler), () => undefined),
    close: () => undefined,
  });
  const sent = serve({ 'GET /me': { body: { ...me, role: 'user' } } });
  let loads = 0;
  await renderScreen(<AdminFrame />, '/screen', () => (loads += 1));
  act(() => handlers.get('account.changed')!());
  await waitFor(() => expect(loads).toBe(2));
  expect(sent).toEqual([]);
  act(() => handlers.get('connected')!());
  await waitFor(() => expect(loads).toBe(3));
  act(() => handlers.get('session.ended')!());
  await waitFor(() => expect(sent).toHaveLength(2));
});

it.each([
  ['an admin', { body: me }, true, []],
  ['somebody whose role is gone', { body: { ...me, role: 'user' } }, false, ['Zugriff verweigert']],
  ['nobody', refusal(401, 'unauthenticated'), false, []],
])('admits %s or not', async (_name, answer, isAdmin, said) => {
  serve({ 'GET /me': answer });
  expect((await admits(true)).isAdmin).toBe(isAdmin);
  expect(messageQueue.visibleToasts).toEqual([]);
  await admits(false);
  expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toEqual(said);
});
