import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { AccountDataRegistry } from '../../src/identity/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { customer } from '../support/customers.js';
import { completedRun, profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

const SOURCE = { artifact: 'cutout-1-before.jpg', left: 0, top: 0, width: 1, height: 1 };

/** A finished run that looks as if it could be made again; its profile's model is none that the engine knows. */
async function personWithRun(portraits = 1) {
  const caller = await customer(product);
  const profileId = await profileWithModel(product, caller);
  const run = await completedRun(product, caller, profileId, portraits);
  const em = product.em();
  await em.execute("update generation set engine = 'studio' where id = ?", [run.id]);
  await em.execute('update portrait set source = ?::jsonb where generation_id = ?', [JSON.stringify(SOURCE), run.id]);
  return { caller, profileId, run, id: [...run.portraits.keys()][0]! };
}

/** Layers as a worker leaves them. */
async function madeLayers(
  { run, id, profileId }: Awaited<ReturnType<typeof personWithRun>>,
  photoId: string | null = null,
) {
  const layersId = randomUUID();
  await product.em().execute(
    `insert into portrait_layers (id, created_at, user_id, profile_id, generation_id, portrait_id, photo_id, retouch, pixel_width, pixel_height, face, ready_at)
     select ?, now(), user_id, ?, generation_id, id, ?, 'subtle', 24, 30, '{"x":12,"y":12,"height":10}', now() from portrait where id = ?`,
    [layersId, profileId, photoId, id],
  );
  const keys = ['person', 'background'].map((part) => `portraits/${run.id}/0-l${layersId}-${part}`);
  for (const key of keys) await product.api.get(ObjectStorage).put(key, Buffer.from('a picture'), 'image/webp');
  return { layersId, keys };
}
const rows = (layersId: string) =>
  product.em().execute<{ id: string }[]>('select id from portrait_layers where id = ?', [layersId]);

describe('layers of a portrait', () => {
  test('that cannot be made are gone for those who wait for them, and leave nothing', async () => {
    const { caller, id, run } = await personWithRun();
    const asked = await caller.post<{ id: string }>(`/portraits/${id}/layers`, {});
    expect(asked).toMatchObject({ status: 202, body: { layers: null } });
    await until('the layers to be given up', async () =>
      (await caller.get(`/portraits/${id}/layers/${asked.body.id}`)).status === 404 ? true : null,
    );
    expect(await product.em().execute('select 1 from portrait_layers where generation_id = ?', [run.id])).toEqual([]);
  });

  test('are refused of what cannot be made again, of a photo that is not used, and to a stranger', async () => {
    const made = await personWithRun();
    const { caller, id, run } = made;
    expect((await caller.post(`/portraits/${id}/layers`, { photoId: randomUUID() })).status).toBe(404);
    expect((await caller.post(`/portraits/${id}/layers`, { retouch: 'plastic' })).status).toBe(400);
    expect((await caller.post(`/portraits/${randomUUID()}/layers`, {})).status).toBe(404);
    expect((await (await customer(product)).post(`/portraits/${id}/layers`, {})).status).toBe(404);
    const get = () => caller.get<{ portraits: { refinable: boolean }[] }>(`/generations/${run.id}`);
    expect((await get()).body.portraits[0]!.refinable).toBe(true);
    await product.em().execute('update portrait set source = null where id = ?', [id]);
    expect((await get()).body.portraits[0]!.refinable).toBe(false);
    expect(await caller.post(`/portraits/${id}/layers`, {})).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('go with the profile, whose portraits stay, and with the portrait', async () => {
    const first = await personWithRun();
    const { layersId } = await madeLayers(first);
    expect(await rows(layersId)).toHaveLength(1);
    expect((await first.caller.delete(`/ai-profiles/${first.profileId}`)).status).toBe(204);
    expect(await rows(layersId)).toEqual([]);
    expect((await first.caller.get(`/portraits/${first.id}/layers/${layersId}`)).status).toBe(404);
    expect((await first.caller.get(`/generations/${first.run.id}`)).status).toBe(200);
    const third = await personWithRun(2);
    const alone = await madeLayers(third);
    expect((await third.caller.delete(`/portraits/${third.id}`)).status).toBe(204);
    expect(await rows(alone.layersId)).toEqual([]);
    const second = await personWithRun();
    const layers = await madeLayers(second);
    await second.caller.delete(`/generations/${second.run.id}`);
    expect(await rows(layers.layersId)).toEqual([]);
    const storage = product.api.get(ObjectStorage);
    await until('the files to go', async () =>
      (await Promise.all([...layers.keys, ...alone.keys].map((key) => storage.has(key)))).includes(true) ? null : true,
    );
  });

  test('wait for their profile before they take hold of the run, as a deletion of the account does', async () => {
    const { caller, id, run, profileId } = await personWithRun();
    const owners = product.api.get(AccountDataRegistry).owners.map(({ name }) => name);
    expect(owners.filter((name) => ['ai-profiles', 'generations'].includes(name))).toEqual([
      'ai-profiles',
      'generations',
    ]);
    let asked: Promise<{ status: number }> | undefined;
    await product.em().transactional(async (em) => {
      await em.execute('select 1 from ai_profile where id = ? for update', [profileId]);
      asked = caller.post(`/portraits/${id}/layers`, {});
      await until('the request to wait for the profile', async () => {
        const waiting = await product
          .em()
          .execute("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%ai_profile%'");
        return waiting.length > 0 ? true : null;
      });
      // At once or not at all: who held it while waiting for the profile would never let go.
      await em.execute('select 1 from generation where id = ? for update nowait', [run.id]);
    });
    expect((await asked)?.status).toBe(202);
  });

  test('that would come too late for the job that removes their files are not made', async () => {
    const { caller, id, run } = await personWithRun();
    const { body } = await caller.post<{ id: string }>(`/portraits/${id}/layers`, {});
    const em = product.em();
    await em.execute(`update portrait_layers set created_at = now() - interval '2 hours' where id = ?`, [body.id]);
    const later = await caller.post<{ id: string }>(`/portraits/${id}/layers`, {});
    expect(later.body.id).not.toBe(body.id);
    await until('both to be gone', async () =>
      (await em.execute('select 1 from portrait_layers where generation_id = ?', [run.id])).length === 0 ? true : null,
    );
    // Whose work they are is known, so that nobody waits behind one customer's.
    const owners = await em.execute<{ owner_id: string | null }[]>(
      `select owner_id from job where topic = 'generations.layers_requested' and payload->>'generationId' = ?`,
      [run.id],
    );
    expect(owners.map(({ owner_id }) => owner_id)).toEqual(owners.map(() => caller.userId));
    expect(owners).toHaveLength(2);
  });

  test('their files are to go within the hour, from the moment they are asked for', async () => {
    const { caller, id } = await personWithRun();
    const { body } = await caller.post<{ id: string }>(`/portraits/${id}/layers`, {});
    const [job] = await product.em().execute<{ minutes: number; keys: string[] }[]>(
      `select extract(epoch from run_after - created_at) / 60 as minutes, payload->'keys' as keys from job
       where topic = 'ai-profiles.objects_discarded' and payload::text like ?`,
      [`%${body.id}-person%`],
    );
    expect(job!.minutes).toBeCloseTo(facts.refinement.layerMinutes, 0);
    expect(job!.keys).toHaveLength(2);
  });
});

test('a background needs layers, and layers belong to one portrait', async () => {
  const one = await personWithRun();
  const other = await personWithRun();
  const { layersId } = await madeLayers(other);
  const refine = (body: object) =>
    one.caller.post(`/portraits/${one.id}/versions`, { format: 'portrait', left: 0, top: 0, width: 1, ...body });
  const white = { kind: 'colour', colour: '#ffffff' };
  expect((await refine({ background: white })).status).toBe(400);
  expect((await refine({ layersId })).status).toBe(404);
  const { layersId: own } = await madeLayers(one);
  for (const background of [
    { kind: 'colour', colour: 'white' },
    { kind: 'colour', colour: '#FFFFFF' },
    { kind: 'scene', brightness: 2, warmth: 0 },
    { kind: 'none', colour: '#ffffff' },
  ])
    expect((await refine({ layersId: own, background })).status, JSON.stringify(background)).toBe(400);
  // What cannot be made again does not count among the versions.
  expect((await refine({ layersId: own, background: white })).status).toBe(202);
  await until('the version to be given up', async () => {
    const { body } = await one.caller.get<{ portraits: { versions: unknown[] }[] }>(`/generations/${one.run.id}`);
    return body.portraits[0]!.versions.length === 0 ? true : null;
  });
});
