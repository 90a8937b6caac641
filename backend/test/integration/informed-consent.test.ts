import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, consenting, customer, grantCredits } from '../support/customers.js';
import { idOf, profileWithModel } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { smallFiles } from '../support/remembered-photos.js';

interface Consents {
  items: { id: string; kind: string; version: string }[];
  current: { facial_images: { version: string; portraitsBy: string; recipients: object[] } };
}
const consentsOf = async (caller: Caller) => (await caller.get<Consents>('/consents')).body;
const give = (caller: Caller, version: string) => caller.post<object>('/consents', { kind: 'facial_images', version });

async function upload(caller: Caller) {
  const { body } = await caller.post<{ id: string }>('/ai-profiles', { name: 'Bewerbung', gender: 'female' });
  const [photo] = await smallFiles(1);
  return caller.upload<{ code?: string }>(body.id, photo!);
}

const STUDIO_VERSION = facts.consents.facialImages;
const HOSTED_VERSION = `${facts.consents.facialImages}+replicate`;
const STUDIO_ATTESTATION = facts.consents.personPictured;
const HOSTED_ATTESTATION = `${facts.consents.personPictured}+replicate`;

describe('where portraits are made on our own servers', () => {
  let product: Product;
  beforeAll(async () => (product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } })));
  afterAll(() => product.stop());

  test('the consent names nobody else as a recipient', async () => {
    const caller = await consenting(await customer(product));
    const { items, current } = await consentsOf(caller);
    expect(current.facial_images).toEqual({
      version: STUDIO_VERSION,
      attestationVersion: STUDIO_ATTESTATION,
      portraitsBy: 'studio',
      recipients: [],
    });
    expect(items.find(({ kind }) => kind === 'facial_images')?.version).toBe(STUDIO_VERSION);
    expect(await give(caller, HOSTED_VERSION)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('a profile made under an earlier version goes on giving portraits; photos need the new one; withdrawing one ends all', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 100);
    const profileId = await profileWithModel(product, caller);
    await product
      .em()
      .execute(`update consent set version = '2026-11' where kind = 'facial_images' and user_id = ?`, [
        await idOf(caller),
      ]);
    const styleId = await anyStyle(caller);
    const start = () => caller.post('/generations', { profileId, styleId }, randomUUID());
    expect((await start()).status).toBe(202);
    expect(await upload(caller)).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    expect((await give(caller, STUDIO_VERSION)).status).toBe(201);
    expect((await upload(caller)).status).toBe(201);
    const newest = (await consentsOf(caller)).items.find(
      ({ kind, version }) => kind === 'facial_images' && version === STUDIO_VERSION,
    )!;
    expect((await caller.delete(`/consents/${newest.id}`)).status).toBe(200);
    expect(await start()).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    // Given anew, it stays when the withdrawal of the former one is sent once more, also with the profiles.
    expect((await give(caller, STUDIO_VERSION)).status).toBe(201);
    expect(await caller.delete(`/consents/${newest.id}?profiles=delete`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await upload(caller)).status).toBe(201);
    expect((await start()).status).toBe(202);
  });
});

describe('where portraits are made at a provider', () => {
  let product: Product;
  beforeAll(
    async () => (product = await startProduct({ worker: false, replicate: true, env: { LOG_LEVEL: 'silent' } })),
  );
  afterAll(() => product.stop());

  test('the consent says who receives the images, where, and on which basis', async () => {
    const { current } = await consentsOf(await customer(product));
    expect(current.facial_images).toEqual({
      version: HOSTED_VERSION,
      attestationVersion: HOSTED_ATTESTATION,
      portraitsBy: 'replicate',
      recipients: [{ name: 'Replicate', country: 'USA', basis: 'standard_contractual_clauses' }],
    });
  });

  test('somebody else is attested anew before the next photo where the attestation named other recipients, and once', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const other = { subject: 'other', consentConfirmed: true };
    const { body } = await owner.post<{ id: string; attestation: { version: string } }>('/ai-profiles', {
      name: 'Kundin',
      attestation: other,
    });
    expect(body.attestation.version).toBe(HOSTED_ATTESTATION);
    const [photo, next] = await smallFiles(2);
    expect((await owner.upload(body.id, photo!)).status).toBe(201);
    await product.em().execute('update consent set version = ? where profile_id = ?', [STUDIO_ATTESTATION, body.id]);
    await product
      .em()
      .execute('update ai_profile set attested_version = ? where id = ?', [STUDIO_ATTESTATION, body.id]);
    // Consents of the owner say nothing of somebody else.
    await consenting(owner);
    const refused = { status: 400, body: { code: 'attestation_required', fields: [{ code: 'outdated' }] } };
    expect(await owner.upload(body.id, next!)).toMatchObject(refused);
    expect(await owner.post(`/ai-profiles/${body.id}/training`)).toMatchObject(refused);
    const attest = (caller: Caller, version?: string) =>
      caller.patch<{ attestation: object }>(`/ai-profiles/${body.id}`, { attestation: { ...other, version } });
    expect(await attest(owner, STUDIO_ATTESTATION)).toMatchObject({ status: 409 });
    expect((await attest(stranger, HOSTED_ATTESTATION)).status).toBe(404);
    const answers = await Promise.all([attest(owner, HOSTED_ATTESTATION), attest(owner)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { attestation: { version: HOSTED_ATTESTATION } } });
    expect(
      await product.em().execute('select version from consent where profile_id = ? order by given_at', [body.id]),
    ).toEqual([{ version: STUDIO_ATTESTATION }, { version: HOSTED_ATTESTATION }]);
    expect((await owner.upload(body.id, next!)).status).toBe(201);
  });

  test('people who agreed before there was a recipient are asked again, and nothing of the face is taken until then', async () => {
    const caller = await consenting(await customer(product));
    // As an installation has it that changed its engine.
    await product
      .em()
      .execute('update consent set version = ? where kind = ? and version = ?', [
        STUDIO_VERSION,
        'facial_images',
        HOSTED_VERSION,
      ]);
    expect(await upload(caller)).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    expect(await give(caller, STUDIO_VERSION)).toMatchObject({ status: 409 });
    expect(await give(caller, HOSTED_VERSION)).toMatchObject({ status: 201, body: { version: HOSTED_VERSION } });
    expect((await upload(caller)).status).toBe(201);
    // Both proofs stay.
    const versions = (await consentsOf(caller)).items.filter(({ kind }) => kind === 'facial_images');
    expect(versions.map(({ version }) => version).sort()).toEqual([STUDIO_VERSION, HOSTED_VERSION]);
  });

  test('a stranger’s consent opens nothing', async () => {
    await consenting(await customer(product));
    const stranger = await customer(product);
    expect(await upload(stranger)).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    expect((await stranger.delete(`/consents/${randomUUID()}`)).status).toBe(404);
  });
});
