import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPortraits } from '../../src/generations/index.js';
import { facts } from '../../src/facts/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { Caller } from '../support/caller.js';
import { customer, grantCredits } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { balanceAndLedger, completedRun, idOf, profileWithModel, storedKeys } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';
import { unzip } from '../support/unzip.js';
import { until } from '../support/until.js';

interface Run {
  portraits: { id: string; index: number; url: string; versions: { url: string | null }[] }[];
  archiveUrl: string;
}

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const sql = <Row extends object>(text: string, ...values: unknown[]) => product.em().execute<Row[]>(text, values);

async function personWithRun(count = 3) {
  const caller = await customer(product);
  const profileId = await profileWithModel(product, caller);
  const run = await completedRun(product, caller, profileId, count);
  return { caller, profileId, run, ids: [...run.portraits.keys()] as [string, string, ...string[]] };
}
const remove = (caller: Caller, id: string) => caller.delete(`/portraits/${id}`);
const read = async (caller: Caller, runId: string) => (await caller.get<Run>(`/generations/${runId}`)).body;
const left = async (caller: Caller, runId: string) => (await read(caller, runId)).portraits.map(({ id }) => id);
const receipts = async (caller: Caller) =>
  (
    await caller.get<{ items: { kind: string; rule: string; count: number }[] }>('/me/deletion-receipts')
  ).body.items.map(({ kind, rule, count }) => ({ kind, rule, count }));
const RECEIPT = { kind: 'portraits', rule: 'asked', count: 1 };
const i5 = async (runId: string) =>
  (await checkPortraits(product.em(), product.api.get(ObjectStorage))).filter((line) =>
    line.includes(`generation ${runId} `),
  );

describe('a portrait that its owner deletes', () => {
  test('goes with its files, versions and fingerprints; the others stay whole, and no credits come back', async () => {
    const { caller, run, ids } = await personWithRun();
    await grantCredits(product, caller, 50);
    const userId = await idOf(caller);
    const before = await balanceAndLedger(product, userId);
    const storage = product.api.get(ObjectStorage);
    const jpeg = await storage.read(`portraits/${run.id}/0.jpg`);
    for (const file of ['0-preview-960.webp', '0-linkedin.jpg', '0-small.webp', '1-linkedin.jpg'])
      await storage.put(`portraits/${run.id}/${file}`, jpeg, 'image/jpeg');
    await sql('update portrait set width = 24, height = 30 where generation_id = ?', run.id);
    const whole = { format: 'portrait', left: 0, top: 0, width: 1 };
    for (const id of [ids[0], ids[1]]) expect((await caller.post(`/portraits/${id}/versions`, whole)).status).toBe(202);
    await until('the versions', async () => {
      const made = (await read(caller, run.id)).portraits.flatMap(({ versions }) => versions);
      return made.length === 2 && made.every(({ url }) => url) ? true : null;
    });
    const { url } = (await read(caller, run.id)).portraits.find(({ id }) => id === ids[0])!;

    expect((await remove(caller, ids[0])).status).toBe(204);
    expect(await left(caller, run.id)).toEqual(ids.slice(1));
    expect((await caller.download(url)).status).toBe(404);
    await settled(product);
    const files = (await storedKeys(product, `portraits/${run.id}/`)).map((key) => key.split('/')[2]!);
    expect(files.filter((file) => file.startsWith('0'))).toEqual([]);
    expect(files.filter((file) => file.startsWith('1'))).toHaveLength(4);
    expect(
      await sql(
        'select 1 from portrait_version where portrait_id = ? union all select 1 from portrait_fingerprint where portrait_id = ?',
        ids[0],
        ids[0],
      ),
    ).toEqual([]);
    expect(await sql('select 1 from portrait_fingerprint where portrait_id = ?', ids[1])).toHaveLength(1);
    expect(await balanceAndLedger(product, userId)).toEqual(before);
    expect(await receipts(caller)).toEqual([RECEIPT]);
  });

  test('is not in the ZIP, the favourites or the export any more, which says how many were deleted', async () => {
    const { caller, run, ids } = await personWithRun();
    for (const id of ids.slice(0, 2)) await caller.send('PUT', `/portraits/${id}/favourite`);
    await remove(caller, ids[0]);
    const zip = await caller.download((await read(caller, run.id)).archiveUrl);
    expect([zip.status, (await unzip(zip.bytes)).size]).toEqual([200, 2]);
    const favourites = await caller.get<{ items: { id: string }[] }>('/portraits/favourites');
    expect(favourites.body.items.map(({ id }) => id)).toEqual([ids[1]]);
    const { files } = await exported(caller);
    const [told] = JSON.parse(files.get('generationen.json')!.toString()) as [
      { portraits: object[]; deletedPortraits: number },
    ];
    expect([told.portraits.length, told.deletedPortraits]).toEqual([2, 1]);
    expect([...files.keys()].filter((path) => path.startsWith('portraits/'))).toHaveLength(2);
    expect(JSON.parse(files.get('loeschungen.json')!.toString())).toMatchObject([RECEIPT]);
  });

  test('is missing from a run that is whole otherwise: completed means 8, less those', async () => {
    const { caller, run, ids } = await personWithRun(facts.generation.portraits);
    const isCounted = async () => (await i5(run.id)).some((line) => line.includes('is completed with'));
    expect(await isCounted()).toBe(false);
    await remove(caller, ids[0]);
    expect(await isCounted()).toBe(false);
    await sql('delete from portrait where id = ?', ids[1]);
    expect((await i5(run.id)).join()).toContain('is completed with 6 portraits and 1 deleted');
    await caller.delete(`/generations/${run.id}`);
  });

  test('is gone when it is asked for twice, also at once; strangers and keys that only read change nothing', async () => {
    const { caller, run, ids } = await personWithRun();
    const stranger = await customer(product);
    const { secret } = (
      await caller.post<{ secret: string }>('/api-keys', { name: 'Werkstatt', scopes: ['generations:read'] })
    ).body;
    expect(await remove(stranger, ids[0])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await remove(caller, randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await remove(caller, 'none')).status).toBe(404);
    expect((await remove(new Caller(product.origin, secret), ids[0])).body).toMatchObject({ code: 'scope_missing' });
    expect(await left(caller, run.id)).toEqual(ids);

    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(caller, ids[0])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await remove(caller, ids[0])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await left(caller, run.id)).toEqual(ids.slice(1));
    expect(await receipts(caller)).toEqual([RECEIPT]);
    expect(await sql('select deleted_portraits from generation where id = ?', run.id)).toEqual([
      { deleted_portraits: 1 },
    ]);
  });

  test('takes the run along when it is the last, however many are deleted at once', async () => {
    const { caller, run, ids } = await personWithRun(5);
    const answers = await Promise.all(ids.map((id) => remove(caller, id)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 204));
    expect((await caller.get(`/generations/${run.id}`)).status).toBe(404);
    await settled(product);
    expect(await storedKeys(product, `portraits/${run.id}/`)).toEqual([]);
    expect(await receipts(caller)).toEqual(ids.map(() => RECEIPT));
    expect(
      await sql(
        `select 1 from job where topic = 'accounts.data_deleted' and payload->'ids' = ?::jsonb`,
        JSON.stringify([run.id]),
      ),
    ).toHaveLength(1);
  });

  test('or the run goes first: a deletion of both at once leaves nothing and gives each its receipt once', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { caller, run, ids } = await personWithRun(2);
      const [one, both] = await Promise.all([remove(caller, ids[0]), caller.delete(`/generations/${run.id}`)]);
      expect(both.status).toBe(204);
      expect([204, 404]).toContain(one.status);
      expect((await receipts(caller)).reduce((sum, { count }) => sum + count, 0)).toBe(2);
      expect(await sql('select 1 from portrait where generation_id = ?', run.id)).toEqual([]);
    }
  });
});

describe('what showed a deleted portrait', () => {
  const startVote = (caller: Caller, portraitIds: readonly string[]) =>
    caller.post<{ vote: { id: string }; token: string }>('/votes', { portraitIds });
  const opens = async (token: string) => (await product.anonymous().post('/open-votes', { token, voter: null })).status;
  const votesOf = async (caller: Caller) =>
    (await caller.get<{ items: { id: string; open: boolean; choices: { portraitId: string }[] }[] }>('/votes')).body
      .items;

  test('a vote ends with it, others go on', async () => {
    const { caller, ids } = await personWithRun(4);
    const [ends, stays] = [
      (await startVote(caller, ids.slice(0, 2))).body,
      (await startVote(caller, ids.slice(2, 4))).body,
    ];
    await remove(caller, ids[0]);
    expect([await opens(ends.token), await opens(stays.token)]).toEqual([404, 200]);
    const votes = await votesOf(caller);
    expect(votes.find(({ id }) => id === ends.vote.id)).toMatchObject({
      open: false,
      choices: [{ portraitId: ids[1] }],
    });
    expect(votes.find(({ id }) => id === stays.vote.id)).toMatchObject({ open: true });
    expect(await receipts(caller)).toContainEqual({ kind: 'link', rule: 'asked', count: 1 });
  });

  test('a vote that begins at the same moment finds it gone, or ends with it', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { caller, ids } = await personWithRun(3);
      const [started, removed] = await Promise.all(
        time % 2 === 0
          ? [startVote(caller, ids.slice(0, 2)), remove(caller, ids[0])]
          : ([remove(caller, ids[0]), startVote(caller, ids.slice(0, 2))].toReversed() as [
              ReturnType<typeof startVote>,
              ReturnType<typeof remove>,
            ]),
      );
      expect(removed.status).toBe(204);
      expect([201, 404]).toContain(started.status);
      if (started.status === 201) expect(await opens(started.body.token)).toBe(404);
      expect((await votesOf(caller)).some(({ open }) => open)).toBe(false);
    }
  });

  test('a version that is asked for at the same moment leaves neither row nor file', async () => {
    const whole = { format: 'portrait', left: 0, top: 0, width: 1 };
    for (let time = 0; time < 4; time += 1) {
      const { caller, run, ids } = await personWithRun(2);
      const [asked, removed] = await Promise.all([
        caller.post(`/portraits/${ids[0]}/versions`, whole),
        remove(caller, ids[0]),
      ]);
      expect(removed.status).toBe(204);
      expect([202, 404]).toContain(asked.status);
      await settled(product);
      expect(await sql('select 1 from portrait_version where generation_id = ?', run.id)).toEqual([]);
      const files = await storedKeys(product, `portraits/${run.id}/`);
      expect(files).toEqual([`portraits/${run.id}/1-preview.webp`, `portraits/${run.id}/1.jpg`]);
    }
  });

  test('an example that was offered ends with it; one of other portraits goes on', async () => {
    const { caller, profileId, ids, run } = await personWithRun(3);
    const other = await completedRun(product, caller, profileId, 2);
    const offer = (runId: string, portraitIds: readonly string[]) =>
      caller.post(`/generations/${runId}/example`, {
        portraitIds,
        places: ['home'],
        months: 12,
        alias: 'Anna B.',
        version: facts.examples.releaseVersion,
      });
    const others = [...other.portraits.keys()];
    expect((await offer(run.id, ids.slice(0, 2))).status).toBe(201);
    expect((await offer(other.id, others.slice(0, 1))).status).toBe(201);
    await remove(caller, ids[0]);
    await remove(caller, others[1]!);
    const { items } = (
      await caller.get<{ items: { generationId: string; status: string; endedBecause: string | null }[] }>(
        '/me/examples',
      )
    ).body;
    expect(items.find(({ generationId }) => generationId === run.id)).toMatchObject({
      status: 'ended',
      endedBecause: 'deleted',
    });
    expect(items.find(({ generationId }) => generationId === other.id)).toMatchObject({ status: 'offered' });
  });
});
