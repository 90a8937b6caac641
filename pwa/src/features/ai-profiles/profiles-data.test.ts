// @vitest-environment jsdom
import { useDevice } from '../../../test/device';
import { facts } from '~/lib/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oncePack, packs } from '../../../test/billing';
import { hostedConsents, studioConsents } from '../../../test/consents';
import { refusal, serve } from '../../../test/server';
import type { Schemas } from '~/lib/api';
import { clearDeviceDatabase } from '~/lib/device/database';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { beginSession } from '~/lib/session';
import { forgetWayBack, keepWayBack, keptWayBack } from '~/lib/device/way-back';
import { findWayBack, giveConsent, loadWizard } from './profiles-data';

useDevice();

const profile = (id: string, status: string) => ({ id, status, name: null, photos: [], setAdvice: [] });
const consent = (kind: string, version: string, revokedAt: string | null = null) => ({ kind, version, revokedAt });
const CONSENTS = [
  consent('facial_images', facts.consents.facialImages),
  consent('self_and_adult', facts.consents.selfAndAdult),
];
const answer = (consents: object[], more: Parameters<typeof serve>[0] = {}, current = studioConsents) =>
  serve({
    ...more,
    'GET /ai-profiles': {
      body: { items: [profile('draft', 'created'), profile('failed', 'failed'), profile('trained', 'ready')] },
    },
    'GET /consents': { body: { items: consents, current } },
  });
const waiting = async (userId: string) => (await waitingPhotos(userId)).map(({ profileId }) => profileId);

beforeEach(async () => {
  beginSession({ id: 'anna' } as Schemas['Me']);
  const owners = [
    ['anna', 'draft'],
    ['anna', 'failed'],
    ['anna', 'trained'],
    ['anna', 'deleted'],
    ['anna', null],
    ['beat', 'draft'],
  ] as const;
  for (const [index, [userId, profileId]] of owners.entries())
    await keepPhoto({
      key: String(index),
      userId,
      profileId,
      name: 'a.jpg',
      type: 'image/jpeg',
      bytes: new ArrayBuffer(1),
      queuedAt: index,
    });
});
afterEach(() => {
  forgetWayBack();
  return clearDeviceDatabase();
});

describe('photos that wait on the device when the wizard is opened', () => {
  it('stay only for a draft that still takes photos, or one that is to come', async () => {
    answer(CONSENTS);
    expect((await loadWizard({})).draft?.id).toBe('draft');
    expect([await waiting('anna'), await waiting('beat')]).toEqual([['draft', 'failed', null], ['draft']]);
  });

  it('go when a consent no longer stands', async () => {
    answer([CONSENTS[0] as object, consent('self_and_adult', facts.consents.selfAndAdult, '2026-11-20T12:00:00Z')], {
      'POST /consents': { status: 201 },
    });
    expect((await loadWizard({})).missing).toEqual(['self_and_adult']);
    // Nobody waits for that, but for the consent that would let new ones come.
    await giveConsent('self_and_adult', studioConsents);
    expect([await waiting('anna'), await waiting('beat')]).toEqual([[], ['draft']]);
  });

  it('stay where only the device says that a consent was withdrawn, or which profiles there are', async () => {
    const all = await waiting('anna');
    const withdrawn = [CONSENTS[0] as object, consent('self_and_adult', facts.consents.selfAndAdult, '2026-11-20')];
    serve({
      'GET /ai-profiles': { body: { items: [] }, isKept: true },
      'GET /consents': { body: { items: withdrawn, current: studioConsents }, isKept: true },
      'POST /consents': { status: 201 },
    });
    await loadWizard({});
    await giveConsent('self_and_adult', studioConsents);
    expect(await waiting('anna')).toEqual(all);
    serve({
      'GET /ai-profiles': { body: { items: [] }, isKept: true },
      'GET /consents': { body: { items: CONSENTS, current: studioConsents } },
    });
    await loadWizard({});
    expect(await waiting('anna')).toEqual(all);
  });

  it('stay where the consent was given elsewhere meanwhile, which is asked but once', async () => {
    const all = await waiting('anna');
    const withdrawn = [CONSENTS[0] as object, consent('self_and_adult', facts.consents.selfAndAdult, '2026-11-20')];
    const items = { 'GET /ai-profiles': { body: { items: [] } }, 'POST /consents': { status: 201 } };
    const consents = (given: object[]) => ({ body: { items: given, current: studioConsents } });
    const sent = serve({ ...items, 'GET /consents': [consents(withdrawn), consents(CONSENTS)] });
    await loadWizard({});
    await Promise.all((['facial_images', 'self_and_adult'] as const).map((kind) => giveConsent(kind, studioConsents)));
    expect(await waiting('anna')).toEqual(all);
    expect(sent.filter(({ method, path }) => method === 'GET' && path.endsWith('/consents'))).toHaveLength(2);
  });

  it('wait for the new consent where one was given to an earlier version', async () => {
    answer(CONSENTS, {}, hostedConsents);
    expect((await loadWizard({})).missing).toEqual(['facial_images']);
    // Nobody waits for that.
    await vi.waitFor(async () => expect(await waiting('anna')).toEqual(['draft', 'failed', null]), { timeout: 20_000 });
  });
});

it('asks again for the consent to facial images once somebody else receives them, and for nothing else', async () => {
  answer(CONSENTS, {}, hostedConsents);
  expect(await loadWizard({})).toMatchObject({ missing: ['facial_images'], current: hostedConsents });
});

describe('the plan to begin with', () => {
  it('comes at the prices of the installation', async () => {
    const starter = { id: 'starter', name: 'Starter', credits: 120, priceRappen: 1190 };
    answer(CONSENTS, { 'GET /plans': { body: { items: [starter] } } });
    expect((await loadWizard({})).plan).toEqual(starter);
  });

  it('comes with the packs that need none, or without any', async () => {
    answer(CONSENTS, { 'GET /credit-packs': { body: { purchasable: true, items: [...packs, oncePack] } } });
    expect((await loadWizard({})).packs).toEqual([oncePack]);
    answer(CONSENTS, { 'GET /credit-packs': refusal(503, 'unavailable') });
    expect((await loadWizard({})).packs).toEqual([]);
  });

  it('is done without where it cannot be loaded', async () => {
    answer(CONSENTS, { 'GET /plans': refusal(503, 'unavailable') });
    expect(await loadWizard({})).toMatchObject({ draft: { id: 'draft' }, plan: null });
  });
});

describe('the way back from a payment', () => {
  it.each([
    ['a draft', { body: profile('d1', 'created') }, 'd1', 'd1'],
    ['one that failed', { body: profile('d1', 'failed') }, 'd1', 'd1'],
    ['one that trains by now', { body: profile('d1', 'training') }, null, null],
    ['one that is gone', refusal(404, 'not_found'), null, null],
    ['one that cannot be asked for', refusal(503, 'unavailable'), null, 'd1'],
  ])('to %s', async (_name, answered, found, left) => {
    serve({ 'GET /ai-profiles/d1': answered });
    keepWayBack('anna', 'd1');
    expect(await findWayBack()).toBe(found);
    expect(keptWayBack('anna')).toBe(left);
  });

  it('is nobody else’s, and asks nothing where there is none', async () => {
    const sent = serve({});
    keepWayBack('beat', 'd1');
    expect(await findWayBack()).toBeNull();
    expect(sent).toEqual([]);
  });
});
