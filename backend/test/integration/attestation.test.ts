import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FaceDataRegistry } from '../../src/privacy/index.js';
import { facts } from '../../src/facts/index.js';
import { embeddingToText } from '@bildnis/studio/core';
import { SCOPES } from '../../src/platform/http/index.js';
import { creditsOf } from '../support/billing.js';
import { Caller } from '../support/caller.js';
import {
  anyStyle,
  consenting,
  customer,
  draftMarkedComplete,
  draftWithPhotos,
  fillUp,
  grantCredits,
} from '../support/customers.js';
import { exported } from '../support/exports.js';
import { completedRun, idOf, profileWithModel, storedKeys } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { smallFiles } from '../support/remembered-photos.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
});
afterAll(() => product.stop());

const other = { subject: 'other', consentConfirmed: true };
const create = (caller: Caller, body: object) =>
  caller.post<{ id: string; attestation: { subject: string; attestedAt: string } | null }>('/ai-profiles', {
    name: 'Kundin',
    gender: 'female',
    ...body,
  });

/** With the credits of a plan. */
async function payer(): Promise<Caller> {
  const caller = await customer(product);
  await grantCredits(product, caller, 240);
  return caller;
}

async function program(owner: Caller): Promise<Caller> {
  const made = await owner.post<{ secret: string }>('/api-keys', { name: 'Partner', scopes: SCOPES });
  return new Caller(product.origin, made.body.secret);
}

const proofs = (profileId: string) =>
  product
    .em()
    .execute<{ kind: string; version: string; revoked_at: Date | null }[]>(
      'select kind, version, revoked_at from consent where profile_id = ?',
      [profileId],
    );

/** A likeness vector; those of different numbers have nothing in common. */
function face(number: number): string {
  const vector = new Float32Array(8);
  vector[number] = 1;
  return embeddingToText(vector);
}

describe('a draft of the wizard that shows somebody else than the trained profiles', () => {
  const trainedAs = async (caller: Caller, number: number) => {
    const id = await profileWithModel(product, caller);
    await product
      .em()
      .execute(`update trained_model set descriptor = ? where profile_id = ?`, [
        JSON.stringify({ version: 1, references: [face(number), face(number)] }),
        id,
      ]);
    return id;
  };
  const draftOf = async (caller: Caller, number: number) => {
    const id = await draftMarkedComplete(product, caller);
    await product
      .em()
      .execute(`update reference_photo set analysis = analysis || ? where profile_id = ?`, [
        JSON.stringify({ embedding: face(number) }),
        id,
      ]);
    return id;
  };
  const train = (caller: Caller, id: string) => caller.post<{ code?: string }>(`/ai-profiles/${id}/training`);
  const attest = (caller: Caller, id: string, attestation: object) =>
    caller.patch<{ attestation: { subject: string } | null }>(`/ai-profiles/${id}`, { attestation });

  test.each([
    ['self', { subject: 'self' }, []],
    ['other', other, [{ kind: 'person_pictured', version: facts.consents.personPictured, revoked_at: null }]],
  ])('costs nothing before its owner has said whom: %s', async (subject, attestation, proof) => {
    const owner = await payer();
    await trainedAs(owner, 1);
    const id = await draftOf(owner, 2);
    expect(await train(owner, id)).toMatchObject({
      status: 400,
      body: { code: 'attestation_required', fields: [{ path: 'attestation' }] },
    });
    expect([
      await creditsOf(owner),
      (await owner.get<{ status: string; photos: unknown[] }>(`/ai-profiles/${id}`)).body,
    ]).toMatchObject([240, { status: 'created', photos: { length: facts.photos.min } }]);
    expect(await attest(owner, id, attestation)).toMatchObject({ status: 200, body: { attestation: { subject } } });
    expect(await proofs(id)).toEqual(proof);
    expect((await train(owner, id)).status).toBe(202);
    expect(await creditsOf(owner)).toBe(140);
  });

  test('is not asked about where one of them fits, where those are of others, or where there is none', async () => {
    const owner = await payer();
    await trainedAs(owner, 1);
    await trainedAs(owner, 2);
    expect((await train(owner, await draftOf(owner, 2))).status).toBe(202);
    const partner = await payer();
    const foreign = await trainedAs(partner, 1);
    await product.em().execute(`update ai_profile set attested_subject = 'other' where id = ?`, [foreign]);
    expect((await train(partner, await draftOf(partner, 2))).status).toBe(202);
  });

  test('is attested once, before its training, and by nobody else', async () => {
    const [owner, stranger] = [await payer(), await customer(product)];
    const id = await draftOf(owner, 1);
    expect((await attest(stranger, id, other)).status).toBe(404);
    expect(await attest(owner, id, { subject: 'other' })).toMatchObject({ status: 400 });
    const both = await Promise.all([attest(owner, id, other), attest(owner, id, { subject: 'self' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const trained = await trainedAs(owner, 3);
    expect(await attest(owner, trained, other)).toMatchObject({ status: 409 });
    expect(await proofs(trained)).toEqual([]);
  });
});

describe('whom a profile shows', () => {
  longTest(
    'a key makes portraits of somebody else from end to end, with the attestation and without a consent of its own',
    async () => {
      const owner = await payer();
      const key = await program(owner);
      const profile = await create(key, { attestation: other });
      expect(profile).toMatchObject({
        status: 201,
        body: { attestation: { subject: 'other', attestedAt: expect.any(String) } },
      });
      const path = `/ai-profiles/${profile.body.id}`;
      const [photo] = await smallFiles(1);
      expect((await key.upload(profile.body.id, photo!)).status).toBe(201);
      await fillUp(product, profile.body.id);
      expect((await key.post(`${path}/training`)).status).toBe(202);
      await until(
        'the profile',
        async () => ((await key.get<{ status: string }>(path)).body.status === 'ready' ? true : null),
        60_000,
      );
      const run = await key.post<{ id: string }>('/generations', {
        profileId: profile.body.id,
        styleId: await anyStyle(key),
      });
      expect(run.status).toBe(202);
      const done = await until(
        'the portraits',
        async () => {
          const { body } = await key.get<{ status: string; portraits: { downloadUrl: string }[] }>(
            `/generations/${run.body.id}`,
          );
          return body.status === 'completed' ? body : null;
        },
        60_000,
      );
      expect(done.portraits).toHaveLength(facts.generation.portraits);
      expect((await key.download(done.portraits[0]!.downloadUrl)).status).toBe(200);
      expect((await owner.get<{ items: unknown[] }>('/consents')).body.items).toEqual([]);
    },
  );

  test('a key that does not say it is refused at the field, and nothing comes of it', async () => {
    const owner = await customer(product);
    const refused = await create(await program(owner), {});
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'attestation_required', fields: [{ path: 'attestation', code: 'required' }] },
    });
    expect((await owner.get<{ items: unknown[] }>('/ai-profiles')).body.items).toEqual([]);
  });

  test('an attestation that says too little or too much is refused', async () => {
    const owner = await customer(product);
    const key = await program(owner);
    for (const attestation of [
      {},
      { subject: 'child' },
      { subject: 'other' },
      { subject: 'other', consentConfirmed: false },
      { subject: 'self', consentConfirmed: true },
    ])
      for (const caller of [owner, key])
        expect(await create(caller, { attestation }), JSON.stringify(attestation)).toMatchObject({
          status: 400,
          body: { code: 'validation' },
        });
  });

  test('for the owner a key needs the owner’s consents, as the app does', async () => {
    const owner = await customer(product);
    const key = await program(owner);
    const profile = await create(key, { attestation: { subject: 'self' } });
    expect(profile.body.attestation).toMatchObject({ subject: 'self' });
    const [photo] = await smallFiles(1);
    expect(await key.upload(profile.body.id, photo!)).toMatchObject({
      status: 403,
      body: { code: 'consent_required' },
    });
    await consenting(owner);
    expect((await key.upload(profile.body.id, photo!)).status).toBe(201);
    expect(await proofs(profile.body.id)).toEqual([]);
  });

  test('it opens this profile alone: another one of the same customer asks for consents', async () => {
    const owner = await customer(product);
    const [attested, draft] = [await create(owner, { attestation: other }), await create(owner, {})];
    expect(draft.body.attestation).toBeNull();
    const [photo] = await smallFiles(1);
    expect((await owner.upload(attested.body.id, photo!)).status).toBe(201);
    expect(await owner.upload(draft.body.id, photo!)).toMatchObject({
      status: 403,
      body: { code: 'consent_required' },
    });
    expect(await owner.post(`/ai-profiles/${draft.body.id}/training`)).toMatchObject({
      status: 403,
      body: { code: 'consent_required' },
    });
  });

  test('the proof is kept when the profile goes, is no consent of the customer’s own, and is in the export', async () => {
    const owner = await customer(product);
    const { body } = await create(owner, { attestation: other });
    const kept = await create(owner, { name: 'Bleibt', attestation: other });
    expect((await owner.delete(`/ai-profiles/${body.id}`)).status).toBe(204);
    expect(await proofs(body.id)).toEqual([
      { kind: 'person_pictured', version: facts.consents.personPictured, revoked_at: null },
    ]);
    const [{ id }] = await product
      .em()
      .execute<[{ id: string }]>('select id from consent where profile_id = ?', [kept.body.id]);
    expect((await owner.delete(`/consents/${id}`)).status).toBe(404);
    const { files } = await exported(owner);
    const read = <T>(name: string) => JSON.parse(files.get(name)!.toString()) as T;
    const { consents } = read<{ consents: { kind: string; profileId: string }[] }>('einwilligungen.json');
    expect(consents.map((consent) => [consent.kind, consent.profileId])).toEqual([
      ['person_pictured', body.id],
      ['person_pictured', kept.body.id],
    ]);
    expect(read<{ attestation: object }[]>('profile.json')).toMatchObject([
      { attestation: { subject: 'other', attestedAt: kept.body.attestation!.attestedAt } },
    ]);
  });

  test('a proof of a profile of somebody else opens nothing', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const { body } = await create(owner, { attestation: other });
    const mine = await create(stranger, {});
    await product.em().execute('update consent set profile_id = ? where profile_id = ?', [mine.body.id, body.id]);
    const [photo] = await smallFiles(1);
    expect(await stranger.upload(mine.body.id, photo!)).toMatchObject({
      status: 403,
      body: { code: 'consent_required' },
    });
    expect(await stranger.upload(randomUUID(), photo!)).toMatchObject({ status: 404 });
    expect(await stranger.upload(body.id, photo!)).toMatchObject({ status: 404 });
  });
});

describe('withdrawing the consent to facial images', () => {
  type Consents = { items: { id: string; kind: string; revokedAt: string | null }[] };
  const consent = async (owner: Caller, kind = 'facial_images') =>
    (await owner.get<Consents>('/consents')).body.items.find((each) => each.kind === kind)!;
  const withdraw = async (owner: Caller, query = '?profiles=delete', kind = 'facial_images') =>
    owner.send<{ revokedAt: string; fields: object[] }>(
      'DELETE',
      `/consents/${(await consent(owner, kind)).id}${query}`,
    );
  const profiles = async (owner: Caller) =>
    (await owner.get<{ items: { id: string }[] }>('/ai-profiles')).body.items.map(({ id }) => id);
  const receipts = async (owner: Caller) =>
    (await owner.get<{ items: { kind: string; rule: string }[] }>('/me/deletion-receipts')).body.items;

  test('takes profiles and drafts of the owner along where that is asked for: with photos, models and receipts; portraits and those of others stay', async () => {
    const owner = await customer(product);
    const [draft, ready] = [await draftWithPhotos(owner, 2), await profileWithModel(product, owner)];
    const run = await completedRun(product, owner, ready);
    const foreign = (await create(await program(owner), { attestation: other })).body.id;
    const mine = (await create(await program(owner), { attestation: { subject: 'self' } })).body.id;
    const answer = await withdraw(owner);
    expect(answer).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } });
    expect(await profiles(owner)).toEqual([foreign]);
    for (const id of [draft, ready])
      await until('the files to go', async () =>
        (await Promise.all([storedKeys(product, `photos/${id}/`), storedKeys(product, `models/${id}/`)])).flat()
          .length === 0
          ? true
          : null,
      );
    expect(
      await product
        .em()
        .execute('select count(*)::int as photos from reference_photo where profile_id in (?, ?, ?)', [
          draft,
          ready,
          mine,
        ]),
    ).toEqual([{ photos: 0 }]);
    expect((await receipts(owner)).filter(({ rule }) => rule === 'asked').length).toBeGreaterThanOrEqual(3);
    expect((await owner.get<{ portraits: object[] }>(`/generations/${run.id}`)).body.portraits).toHaveLength(2);
    const written = await receipts(owner);
    expect((await withdraw(owner)).body.revokedAt).toBe(answer.body.revokedAt);
    expect(await receipts(owner)).toEqual(written);
    expect((await consent(owner, 'self_and_adult')).revokedAt).toBeNull();
    // The run has no charge, as no engine made it.
    await owner.delete(`/generations/${run.id}`);
  });

  test.each(['', '?profiles=keep'])('leaves them where nothing is said, or that they stay: «%s»', async (query) => {
    const owner = await customer(product);
    const draft = await draftMarkedComplete(product, owner);
    expect((await withdraw(owner, query)).status).toBe(200);
    expect([await profiles(owner), await receipts(owner)]).toEqual([[draft], []]);
    // It can be made up for later.
    expect((await withdraw(owner)).status).toBe(200);
    expect(await profiles(owner)).toEqual([]);
  });

  test('calls off a training as deleting its profile does, with its credits', async () => {
    const owner = await payer();
    const draft = await draftMarkedComplete(product, owner);
    const before = await creditsOf(owner);
    const queue = product.worker!.get<Queue>(getQueueToken('training'));
    await queue.pause(true);
    try {
      expect((await owner.post(`/ai-profiles/${draft}/training`)).status).toBe(202);
      expect(await creditsOf(owner)).toBe(before - facts.training.credits);
      expect((await withdraw(owner)).status).toBe(200);
      expect([await profiles(owner), await creditsOf(owner)]).toEqual([[], before]);
    } finally {
      await queue.resume(true);
    }
  });

  test('is all or nothing, and asks nothing of other consents or other people', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const draft = await draftMarkedComplete(product, owner);
    expect(await withdraw(owner, '?profiles=delete', 'self_and_adult')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'profiles' }] },
    });
    expect((await withdraw(owner, '?profiles=all')).status).toBe(400);
    expect((await stranger.send('DELETE', `/consents/${(await consent(owner)).id}?profiles=delete`)).status).toBe(404);
    const ownerId = await idOf(owner);
    let isBroken = true;
    product.api.get(FaceDataRegistry).register({
      name: 'test',
      deleteFaceData: (_, userId) =>
        isBroken && userId === ownerId ? Promise.reject(new Error('broken')) : Promise.resolve(() => undefined),
    });
    expect((await withdraw(owner)).status).toBe(500);
    expect([
      (await consent(owner)).revokedAt,
      (await consent(owner, 'self_and_adult')).revokedAt,
      await profiles(owner),
      await receipts(owner),
    ]).toEqual([null, null, [draft], []]);
    isBroken = false;
    expect((await withdraw(owner)).status).toBe(200);
    expect(await profiles(owner)).toEqual([]);
  });
});
