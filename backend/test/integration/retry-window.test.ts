import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clock, DAY, HOUR } from '../../src/platform/clock/index.js';
import { facts } from '../../src/facts/index.js';
import type { Caller } from '../support/caller.js';
import { customer, draftMarkedComplete, grantCredits } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { failOnMissingPhotos } from '../support/quick-engine.js';
import { smallFiles } from '../support/remembered-photos.js';
import { until } from '../support/until.js';

/** Photos live 24 hours after a training that failed, whatever became of its credits meanwhile. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  failOnMissingPhotos(product.worker!);
});
afterAll(() => product.stop());

interface ProfileView {
  status: string;
  failure: string | null;
  photos: { id: string }[];
}

/** Starts a training whose photos cannot be read, and waits until it has failed. */
async function trainInVain(owner: Caller, id: string): Promise<void> {
  expect((await owner.post(`/ai-profiles/${id}/training`)).status).toBe(202);
  await until('the failure', async () =>
    (await owner.get<ProfileView>(`/ai-profiles/${id}`)).body.status === 'failed' ? true : null,
  );
}

async function draftThatCannotBeRead(owner: Caller): Promise<string> {
  await grantCredits(product, owner, facts.training.credits);
  // Its photos are rows without objects.
  return draftMarkedComplete(product, owner);
}

async function aDayLater(): Promise<void> {
  for (const process of [product.api, product.worker!]) process.get(Clock).shift(DAY + HOUR);
  await until('the end of the retry windows', async () => {
    const [row] = await product
      .em()
      .execute<{ count: number }[]>(
        "select count(*)::int as count from job where topic like '%retry_window%' and finished_at is null",
      );
    return row!.count === 0 ? true : null;
  });
  for (const process of [product.api, product.worker!]) process.get(Clock).shift(-DAY - HOUR);
}

const creditsOf = async (owner: Caller) => (await owner.get<{ credits: number }>('/me')).body.credits;
const profileOf = async (owner: Caller, id: string) => (await owner.get<ProfileView>(`/ai-profiles/${id}`)).body;

describe('24 hours after the charge', () => {
  test('a training that failed once gives its credits back, and all its photos go', async () => {
    const owner = await customer(product);
    const id = await draftThatCannotBeRead(owner);
    await trainInVain(owner, id);
    expect([await creditsOf(owner), (await profileOf(owner, id)).photos.length]).toEqual([0, facts.photos.min]);
    await aDayLater();
    expect(await profileOf(owner, id)).toMatchObject({ status: 'failed', failure: { reason: 'expired' }, photos: [] });
    expect(await creditsOf(owner)).toBe(facts.training.credits);
    const receipts = await owner.get<{ items: unknown[] }>('/me/deletion-receipts');
    expect(receipts.body.items).toMatchObject([
      { kind: 'reference_photos', rule: 'retry_window', count: facts.photos.min },
    ]);
  });

  test('after one that failed for good its photos go too; what was added for a new start stays', async () => {
    const owner = await customer(product);
    const id = await draftThatCannotBeRead(owner);
    for (let attempt = 1; attempt <= facts.training.maxAttempts; attempt += 1) await trainInVain(owner, id);
    expect(await creditsOf(owner)).toBe(facts.training.credits);
    const added = await owner.upload<{ photo: { id: string } }>(id, (await smallFiles(facts.photos.min + 1)).at(-1)!);
    await aDayLater();
    expect((await profileOf(owner, id)).photos.map((photo) => photo.id)).toEqual([added.body.photo.id]);
    expect(await creditsOf(owner)).toBe(facts.training.credits);
  });
});
