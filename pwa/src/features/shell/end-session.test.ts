// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ensureSession, forgetSession, hasSession, isEndingSession, refreshSession } from '~/lib/session';
import { refusal, serve } from '../../../test/server';
import { endSession } from './end-session';

const me = { id: 'u1', email: 'anna@example.ch', displayName: 'Anna', credits: 240 };

beforeEach(() => forgetSession());

it('ends once, also where it is over already; guards wait until the page has been left', async () => {
  serve({
    'GET /me': { body: me },
    'POST /auth/logout': [refusal(500, 'internal'), refusal(401, 'unauthenticated')],
  });
  await refreshSession();
  const refused = endSession();
  expect(isEndingSession()).toBe(true);
  await expect(refused).rejects.toThrow();
  expect([hasSession(), isEndingSession()]).toEqual([true, false]);
  // Over already, which is what was asked for; asked for twice, it is one end.
  const left = Promise.withResolvers<void>();
  const ending = endSession(() => left.promise);
  expect(endSession()).toBe(ending);
  await vi.waitFor(() => expect(hasSession()).toBe(false), { timeout: 20_000 });
  const guarded = vi.fn();
  const asked = ensureSession().then(guarded);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([guarded.mock.calls.length, isEndingSession()]).toEqual([0, true]);
  left.resolve();
  await Promise.all([ending, asked]);
  expect(isEndingSession()).toBe(false);
  expect(guarded).toHaveBeenCalledExactlyOnceWith(null);
});
