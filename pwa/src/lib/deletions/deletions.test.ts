// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { refusal, serve } from '../../../test/server';
import { clearDeviceDatabase } from '~/lib/device/database';
import { queuedDeletions } from '~/lib/device';
import { beginSession, type Me } from '~/lib/session';
import { store } from '~/lib/state';
import { deleteOrQueue, flushDeletions } from '.';
import { waitingAtom } from './waiting';

useDevice();

const userId = 'a5a3f1a4-0000-4000-8000-000000000001';
const lost = new TypeError('Failed to fetch');
const run = { kind: 'generation', id: 'c5a3f1a4-0000-4000-8000-000000000001', userId } as const;
const profile = { kind: 'profile', id: 'c5a3f1a4-0000-4000-8000-000000000002', userId } as const;
const portrait = { kind: 'portrait', id: 'c5a3f1a4-0000-4000-8000-000000000003', userId } as const;
const ofRun = `DELETE /generations/${run.id}`;
const ofProfile = `DELETE /ai-profiles/${profile.id}`;

beforeEach(async () => {
  freshDevice();
  await clearDeviceDatabase();
  store.set(waitingAtom, new Set<string>());
  beginSession({ id: userId } as Me);
});

it('without a network a deletion waits on the device, and is done when the server can be reached', async () => {
  serve({ [ofRun]: lost, [ofProfile]: lost });
  expect(await deleteOrQueue(run)).toBe('waiting');
  expect(await deleteOrQueue(profile)).toBe('waiting');
  expect([...store.get(waitingAtom)]).toEqual([run.id, profile.id]);
  expect(await flushDeletions(userId)).toEqual({ deleted: 0, refused: [] });
  expect(await queuedDeletions(userId)).toHaveLength(2);

  const sent = serve({ [ofRun]: { status: 204 }, [ofProfile]: { status: 204 } });
  expect(await flushDeletions(userId)).toEqual({ deleted: 2, refused: [] });
  expect(sent).toHaveLength(2);
  expect(await queuedDeletions(userId)).toEqual([]);
  expect(store.get(waitingAtom).size).toBe(0);
  expect(await flushDeletions(userId)).toEqual({ deleted: 0, refused: [] });
  expect(sent).toHaveLength(2);
});

it('what is gone already is deleted; what the server refuses stays, and is said', async () => {
  serve({ [ofRun]: lost, [ofProfile]: lost });
  await deleteOrQueue(run);
  await deleteOrQueue(profile);
  serve({ [ofRun]: refusal(404, 'not_found'), [ofProfile]: refusal(409, 'conflict') });
  const { deleted, refused } = await flushDeletions(userId);
  expect(deleted).toBe(1);
  expect(refused).toMatchObject([{ code: 'conflict' }]);
  expect(await queuedDeletions(userId)).toEqual([]);
});

it.each([
  ['a failure within the server', refusal(500, 'internal')],
  ['too many requests', refusal(429, 'rate_limited')],
  ['a word of something before the server', refusal(502, 'unavailable')],
])('after %s it goes on waiting', async (_what, answer) => {
  serve({ [ofRun]: lost });
  await deleteOrQueue(run);
  serve({ [ofRun]: answer });
  expect(await flushDeletions(userId)).toEqual({ deleted: 0, refused: [] });
  expect([...store.get(waitingAtom)]).toEqual([run.id]);
  expect(await queuedDeletions(userId)).toHaveLength(1);
});

it('single portraits wait as well', async () => {
  const ofPortrait = `DELETE /portraits/${portrait.id}`;
  serve({ [ofPortrait]: lost });
  expect(await deleteOrQueue(portrait)).toBe('waiting');
  expect([...store.get(waitingAtom)]).toEqual([portrait.id]);
  const sent = serve({ [ofPortrait]: { status: 204 } });
  expect(await flushDeletions(userId)).toEqual({ deleted: 1, refused: [] });
  expect(sent.map(({ path }) => path)).toEqual([`/api/v1/portraits/${portrait.id}`]);
});

it('a refusal at once is no deletion that waits', async () => {
  serve({ [ofProfile]: refusal(409, 'conflict') });
  await expect(deleteOrQueue(profile)).rejects.toMatchObject({ code: 'conflict' });
  expect(await queuedDeletions(userId)).toEqual([]);
});
