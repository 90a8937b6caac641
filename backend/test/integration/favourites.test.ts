import { io, type Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { SignedLinks } from '../../src/platform/http/index.js';
import { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { completedRun, idOf, profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

interface Portrait {
  id: string;
  index: number;
  favourite: boolean;
  previewUrl: string;
  previews: { width: number; url: string }[];
  before: { url: string; left: number; top: number; width: number; height: number } | null;
}

let product: Product;
useSharedProduct((shared) => (product = shared));

const portraitsOf = async (caller: Caller, runId: string) =>
  (await caller.get<{ portraits: Portrait[] }>(`/generations/${runId}`)).body.portraits;
const favouritesOf = async (caller: Caller, runId: string) =>
  (await portraitsOf(caller, runId)).filter(({ favourite }) => favourite).map(({ id }) => id);

async function personWithRun(count = 2) {
  const caller = await customer(product);
  const profileId = await profileWithModel(product, caller);
  const run = await completedRun(product, caller, profileId, count);
  return { caller, profileId, run, ids: [...run.portraits.keys()] as [string, ...string[]] };
}

describe('favourites', () => {
  test('are set and taken back, however often it is said', async () => {
    const { caller, run, ids } = await personWithRun();
    expect(await favouritesOf(caller, run.id)).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      expect(await caller.send('PUT', `/portraits/${ids[0]}/favourite`)).toMatchObject({ status: 204 });
    expect(await favouritesOf(caller, run.id)).toEqual([ids[0]]);
    for (let time = 0; time < 2; time += 1)
      expect(await caller.delete(`/portraits/${ids[0]}/favourite`)).toMatchObject({ status: 204 });
    expect(await favouritesOf(caller, run.id)).toEqual([]);
  });

  test('of all runs are listed together, those of the latest first', async () => {
    const { caller, profileId, run, ids } = await personWithRun();
    const later = await completedRun(product, caller, profileId, 1);
    const [other] = [...later.portraits.keys()];
    for (const id of [ids[1], other]) await caller.send('PUT', `/portraits/${id}/favourite`);
    const list = async (who: Caller) =>
      (await who.get<{ items: { id: string; generationId: string; face: object | null }[] }>('/portraits/favourites'))
        .body.items;
    expect((await list(caller)).map(({ id, generationId }) => [id, generationId])).toEqual([
      [other, later.id],
      [ids[1], run.id],
    ]);
    expect(await list(await customer(product))).toEqual([]);
  });

  test('are the owner’s alone: a stranger’s id answers like a missing one', async () => {
    const { caller, run, ids } = await personWithRun();
    const stranger = await customer(product);
    for (const method of ['PUT', 'DELETE']) {
      const answers = await Promise.all(
        [ids[0], '00000000-0000-4000-8000-000000000000'].map((id) =>
          stranger.send(method, `/portraits/${id}/favourite`),
        ),
      );
      for (const { status, body } of answers)
        expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'not_found' });
    }
    expect(await favouritesOf(caller, run.id)).toEqual([]);
    expect((await caller.send('PUT', '/portraits/none/favourite')).status).toBe(404);
  });

  test('need a key that may write', async () => {
    const { caller, run, ids } = await personWithRun();
    const keyed = async (scopes: string[]) => {
      const made = await caller.post<{ secret: string }>('/api-keys', { name: 'Werkstatt', scopes });
      return new Caller(product.origin, made.body.secret);
    };
    expect(await (await keyed(['generations:read'])).send('PUT', `/portraits/${ids[0]}/favourite`)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    expect(
      (await (await keyed(['generations:read', 'generations:write'])).send('PUT', `/portraits/${ids[0]}/favourite`))
        .status,
    ).toBe(204);
    expect(await favouritesOf(caller, run.id)).toEqual([ids[0]]);
  });

  test('are told to the owner’s other pages, once and without content', async () => {
    const { caller, run, ids } = await personWithRun();
    const stranger = await customer(product);
    const heard: Record<'owner' | 'stranger', unknown[]> = { owner: [], stranger: [] };
    const listen = async (token: string | null, into: unknown[]): Promise<Socket> => {
      const socket = io(product.origin, {
        path: '/socket.io',
        transports: ['websocket'],
        auth: { token },
        reconnection: false,
      });
      socket.on('portrait.changed', (payload: unknown) => into.push(payload));
      await new Promise((resolve) => socket.once('ready', resolve));
      return socket;
    };
    const sockets = [await listen(caller.token, heard.owner), await listen(stranger.token, heard.stranger)];
    try {
      for (const portrait of [ids[0], ids[0], ids[1]!]) await caller.send('PUT', `/portraits/${portrait}/favourite`);
      await until('the events', () => Promise.resolve(heard.owner.length >= 2 ? true : null));
      expect(heard.owner).toEqual([
        { generationId: run.id, portraitId: ids[0] },
        { generationId: run.id, portraitId: ids[1] },
      ]);
      expect(heard.stranger).toEqual([]);
    } finally {
      for (const socket of sockets) socket.close();
    }
  });

  test('are part of what the owner may take along', async () => {
    const { caller, ids } = await personWithRun();
    await caller.send('PUT', `/portraits/${ids[1]}/favourite`);
    const { files } = await exported(caller);
    const [run] = JSON.parse(files.get('generationen.json')!.toString()) as {
      portraits: { id: string; favourite: boolean }[];
    }[];
    expect(run!.portraits.filter(({ favourite }) => favourite).map(({ id }) => id)).toEqual([ids[1]]);
  });
});

describe('what is shown beside a portrait', () => {
  test('the photo it was made of, as long as its profile exists', async () => {
    const { caller, profileId, run } = await personWithRun();
    const [model] = await product
      .em()
      .execute<{ storage_prefix: string }[]>('select storage_prefix from trained_model where profile_id = ?', [
        profileId,
      ]);
    const photo = Buffer.from('a picture');
    await product.api.get(ObjectStorage).put(`${model!.storage_prefix}before-1.jpg`, photo, 'image/jpeg');
    const source = { artifact: 'before-1.jpg', left: 0.1, top: 0.05, width: 0.8, height: 0.85 };
    await product
      .em()
      .execute('update portrait set source = ? where generation_id = ? and position = 0', [
        JSON.stringify(source),
        run.id,
      ]);
    const [first, second] = (await portraitsOf(caller, run.id)).toSorted((a, b) => a.index - b.index);
    expect(second!.before).toBeNull();
    expect(first!.before).toEqual({
      url: expect.stringContaining(`/api/v1/media/generations/${run.id}/before/0?`),
      left: 0.1,
      top: 0.05,
      width: 0.8,
      height: 0.85,
    });
    const shown = await caller.download(first!.before!.url);
    expect([
      shown.status,
      shown.bytes.equals(photo),
      shown.headers.get('cache-control'),
      shown.headers.get('content-type'),
    ]).toEqual([200, true, 'private, no-store', 'image/jpeg']);
    // The owner needs the signature, and a stranger finds nothing even with one.
    expect((await caller.download(first!.before!.url.replace(/signature=./, 'signature='))).status).toBe(404);
    const stranger = await customer(product);
    expect((await stranger.download(first!.before!.url)).status).toBe(404);
    const signed = product.api
      .get(SignedLinks)
      .sign(`/api/v1/media/generations/${run.id}/before/0`, await idOf(stranger));
    expect((await stranger.download(signed)).status).toBe(404);
    expect((await caller.delete(`/ai-profiles/${profileId}`)).status).toBe(204);
    expect((await portraitsOf(caller, run.id)).map(({ before }) => before)).toEqual([null, null]);
    expect((await caller.download(first!.before!.url)).status).toBe(404);
  });

  test('a portrait from before there were two previews has the one', async () => {
    const { caller, run } = await personWithRun(1);
    const [portrait] = await portraitsOf(caller, run.id);
    expect(portrait!.previews).toEqual([{ width: 24, url: portrait!.previewUrl }]);
    expect((await caller.download(portrait!.previewUrl)).status).toBe(200);
    expect((await caller.download(portrait!.previewUrl.replace('/preview?', '/preview-960?'))).status).toBe(404);
  });

  test('a portrait with both is offered in both widths, each under an address of its own', async () => {
    const { caller, run } = await personWithRun(1);
    const webp = Buffer.from('the larger one');
    await product.api.get(ObjectStorage).put(`portraits/${run.id}/0-preview-960.webp`, webp, 'image/webp');
    await product
      .em()
      .execute('update portrait set has_large_preview = true, width = 1024, height = 1280 where generation_id = ?', [
        run.id,
      ]);
    const [portrait] = await portraitsOf(caller, run.id);
    expect(portrait!.previews).toEqual([
      { width: 480, url: portrait!.previewUrl },
      { width: 960, url: expect.stringContaining(`/api/v1/media/portraits/${portrait!.id}/preview-960?`) },
    ]);
    const large = await caller.download(portrait!.previews[1]!.url);
    expect([
      large.status,
      large.bytes.equals(webp),
      large.headers.get('content-type'),
      large.headers.get('content-disposition'),
    ]).toEqual([200, true, 'image/webp', null]);
    expect((await (await customer(product)).download(portrait!.previews[1]!.url)).status).toBe(404);
    // The signature of one is none for the other.
    expect((await caller.download(portrait!.previewUrl.replace('/preview?', '/preview-960?'))).status).toBe(404);
  });
});
