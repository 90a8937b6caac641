import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { ensureSession, forgetSession, hasSession, noteCredits, refreshSession } from '.';

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

  it('survives a missing network', async () => {
    serve({ 'GET /me': [{ body: me }, new TypeError('Failed to fetch')] });
    await refreshSession();
    await expect(refreshSession()).rejects.toMatchObject({ code: 'network' });
    expect(hasSession()).toBe(true);
  });

  it('takes over a balance that arrives live', async () => {
    serve({ 'GET /me': { body: me } });
    await refreshSession();
    noteCredits(140);
    expect((await ensureSession())?.credits).toBe(140);
  });
});
