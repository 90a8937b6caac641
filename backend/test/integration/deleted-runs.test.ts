import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { markedPreviewKey } from '../../src/generations/generation-keys.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { checkBooks } from '../../src/invariants/index.js';
import { SignedLinks } from '../../src/platform/http/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits } from '../support/customers.js';
import { holdRuns, type HeldRun, type HeldRuns } from '../support/held-engine.js';
import { balanceAndLedger, idOf, profileWithModel, storedKeys } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface Run {
  status: string;
  previews: { index: number; url: string }[];
  portraits: { id: string; url: string; previews: { width: number; url: string }[] }[];
  archiveUrl: string | null;
  creditsReturnedOnDeletion: number;
}

let product: Product;
let held: HeldRuns;
let owner: Caller;
let userId: string;
let profileId: string;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  held = holdRuns(product.worker!);
  owner = await customer(product);
  await grantCredits(product, owner, 240);
  userId = await idOf(owner);
  profileId = await profileWithModel(product, owner);
});
afterEach(async () => {
  held.endAll();
  expect((await checkBooks(product.em())).filter((line) => line.startsWith('I11 '))).toEqual([]);
});
afterAll(() => product.stop());

const COST = facts.generation.credits;
const credits = async () => (await balanceAndLedger(product, userId)).balance;
const state = (id: string) => owner.get<Run>(`/generations/${id}`).then(({ body }) => body);

async function started(profile = profileId): Promise<string> {
  const { body, status } = await owner.post<{ id: string }>('/generations', {
    profileId: profile,
    styleId: await anyStyle(owner),
  });
  expect(status).toBe(202);
  return body.id;
}

/** A run that the worker has begun. */
async function begun(profile = profileId): Promise<{ id: string; run: HeldRun }> {
  const id = await started(profile);
  return { id, run: await held.of(id) };
}

/** What has been stored for a run goes with its end. */
const nothingLeft = (id: string) =>
  until('the pictures to go', async () => ((await storedKeys(product, `portraits/${id}/`)).length === 0 ? true : null));

describe('a run that its customer deletes', () => {
  test('gives its credits back while nothing of it was shown', async () => {
    const before = await credits();
    const { id, run } = await begun();
    expect(await state(id)).toMatchObject({ status: 'processing', creditsReturnedOnDeletion: COST });
    expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
    expect(await credits()).toBe(before);
    run.end('fails');
    await nothingLeft(id);
  });

  test('keeps them once a preview is there, and again and again', async () => {
    const before = await credits();
    for (let round = 1; round <= 2; round += 1) {
      const { id, run } = await begun();
      await run.show(4);
      const { previews, creditsReturnedOnDeletion } = await state(id);
      expect([previews.length, creditsReturnedOnDeletion]).toEqual([1, 0]);
      expect((await owner.download(previews[0]!.url)).status).toBe(200);
      expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
      expect(await credits()).toBe(before - round * COST);
      expect(
        await product.em().execute('select 1 from shown_run where charge_key = ?', [`generation:${id}:charge`]),
      ).toHaveLength(1);
      run.end('fails');
      await nothingLeft(id);
    }
  });

  test('a preview stored at the same moment comes first, or finds the run gone', async () => {
    const before = await credits();
    const rounds = 4;
    let kept = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id, run } = await begun();
      // Every other time the deletion has a head start.
      const deletion = round % 2 === 0 ? owner.delete(`/generations/${id}`) : null;
      const preview = run.show(round % facts.generation.portraits);
      expect((await (deletion ?? owner.delete(`/generations/${id}`))).status).toBe(204);
      await preview;
      const [noted] = await product
        .em()
        .execute<{ shown: boolean; returned: boolean }[]>(
          `select exists (select 1 from shown_run where charge_key = ?) as shown, exists (select 1 from credit_ledger where business_key = ?) as returned`,
          [`generation:${id}:charge`, `generation:${id}:return`],
        );
      expect(noted!.returned).toBe(!noted!.shown);
      if (noted!.shown) kept += 1;
      run.end('fails');
      await nothingLeft(id);
    }
    expect(await credits()).toBe(before - kept * COST);
  });

  test.each([
    ['the run', (_profile: string, id: string) => owner.delete(`/generations/${id}`)],
    ['its profile', (profile: string) => owner.delete(`/ai-profiles/${profile}`)],
  ])('waits for a preview that is just being noted, where %s is deleted', async (_what, remove) => {
    const profile = await profileWithModel(product, owner);
    const before = await credits();
    const { id, run } = await begun(profile);
    let deletion!: Promise<{ status: number }>;
    await product.em().transactional(async (em) => {
      await em.execute('select id from generation where id = ? for update', [id]);
      deletion = remove(profile, id);
      await until('the deletion to wait for the row', async () => {
        const rows: unknown[] = await product
          .em()
          .execute(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%generation%'`,
          );
        return rows.length > 0 ? true : null;
      });
      await em.execute(`update generation set previewed = '[3]' where id = ?`, [id]);
    });
    expect((await deletion).status).toBe(204);
    expect(await credits()).toBe(before - COST);
    run.end('fails');
    await nothingLeft(id);
  });
});

test('a run that fails gives its credits back, also when previews were shown', async () => {
  const before = await credits();
  const { id, run } = await begun();
  await run.show(0);
  run.end('fails');
  await until('the failure', async () => ((await state(id)).status === 'failed' ? true : null));
  expect(await credits()).toBe(before);
  expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
  expect(await credits()).toBe(before);
});

test('a profile that is deleted ends its runs: what was shown is paid, what was not comes back', async () => {
  const profile = await profileWithModel(product, owner);
  const before = await credits();
  const { id, run } = await begun(profile);
  await run.show(1);
  // The worker does one run at a time: this one waits.
  const unseen = await started(profile);
  expect((await owner.delete(`/ai-profiles/${profile}`)).status).toBe(204);
  expect(await credits()).toBe(before - COST);
  for (const gone of [id, unseen]) expect((await owner.get(`/generations/${gone}`)).status).toBe(404);
  run.end('fails');
  await nothingLeft(id);
});

describe('while a run is under way', () => {
  test('its previews are seen at once, small and marked, on dark and light alike; delivered, it gives nothing back', async () => {
    const before = await credits();
    const { id, run } = await begun();
    // Before they are measured and their other files are written.
    for (const index of [1, 0]) await run.show(index);
    const { previews } = await state(id);
    expect(previews.map(({ index }) => index)).toEqual([0, 1]);
    expect(await storedKeys(product, `portraits/${id}/`)).toHaveLength(2);
    expect((await (await customer(product)).download(previews[0]!.url)).status).toBe(404);
    for (const { url } of previews) {
      const { bytes } = await owner.download(url);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 240, height: 300 });
      // The portraits of this engine are of one colour: whatever differs was drawn.
      const { channels } = await sharp(bytes).greyscale().stats();
      expect(channels[0]!.max - channels[0]!.min).toBeGreaterThan(25);
    }
    run.end('delivers');
    await until('the portraits', async () => ((await state(id)).status === 'completed' ? true : null));
    expect(await product.em().execute('select delivered, previewed from generation where id = ?', [id])).toEqual([
      { delivered: [], previewed: [] },
    ]);
    // The previews of a delivered portrait are as they were, and the marked ones are gone.
    const { portraits, previews: none } = await state(id);
    expect(none).toEqual([]);
    expect(portraits[0]!.previews.map(({ width }) => width)).toEqual([480, 640]);
    for (const { width, url } of portraits[0]!.previews) {
      const { bytes } = await owner.download(url);
      expect((await sharp(bytes).metadata()).width).toBe(width);
      const { channels } = await sharp(bytes).greyscale().stats();
      expect(channels[0]!.max - channels[0]!.min).toBeLessThan(10);
    }
    await until('the marked previews to go', async () =>
      (await storedKeys(product, `portraits/${id}/`)).some((key) => key.includes('marked')) ? null : true,
    );
    expect((await state(id)).creditsReturnedOnDeletion).toBe(0);
    expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
    expect(await credits()).toBe(before - COST);
  });

  test('no portrait of it can be had, in any format or size, whatever link one has', async () => {
    const { id, run } = await begun();
    await run.deliver(0);
    expect((await storedKeys(product, `portraits/${id}/`)).some((key) => key.endsWith('/0.jpg'))).toBe(true);
    const { portraits, archiveUrl, previews } = await state(id);
    expect([portraits, archiveUrl, previews.length]).toEqual([[], null, 1]);
    // One that is stored and not noted was not shown yet.
    await product.api.get(ObjectStorage).put(markedPreviewKey(id, 1), Buffer.from('x'), 'image/webp');
    const links = product.api.get(SignedLinks);
    for (const path of [
      `generations/${id}/archive`,
      `generations/${id}/before/0`,
      `generations/${id}/previews/1`,
      ...['original', 'preview', 'preview-960', 'download', 'square'].map((variant) => `portraits/${id}/${variant}`),
    ]) {
      expect([path, (await owner.download(links.sign(`/api/v1/media/${path}`, userId))).status]).toEqual([path, 404]);
    }
    expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
    run.end('fails');
    await nothingLeft(id);
  });
});
