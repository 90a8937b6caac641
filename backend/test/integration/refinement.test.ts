import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { completedRun, profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

interface Version {
  id: string;
  number: number;
  format: string;
  width: number;
  height: number;
  url: string | null;
  downloadUrl: string | null;
}

let product: Product;
useSharedProduct((shared) => (product = shared));

const [WIDTH, HEIGHT] = [400, 500];

/** A finished run whose portraits are grey on the left and red on the right. */
async function personWithRun(count = 1) {
  const caller = await customer(product);
  const run = await completedRun(product, caller, await profileWithModel(product, caller), count);
  const half = { width: WIDTH / 2, height: HEIGHT, channels: 3 } as const;
  const jpeg = await sharp({ create: { ...half, width: WIDTH, background: '#808080' } })
    .composite([{ input: { create: { ...half, background: '#a03030' } }, left: WIDTH / 2, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  for (let index = 0; index < count; index++)
    await product.api.get(ObjectStorage).put(`portraits/${run.id}/${index}.jpg`, jpeg, 'image/jpeg');
  await product
    .em()
    .execute('update portrait set width = ?, height = ? where generation_id = ?', [WIDTH, HEIGHT, run.id]);
  return { caller, run, id: [...run.portraits.keys()][0]! };
}

const WHOLE = { format: 'portrait', left: 0, top: 0, width: 1 };
const refine = (caller: Caller, id: string, body: object = WHOLE) =>
  caller.post<Version>(`/portraits/${id}/versions`, body);
const versionsOf = async (caller: Caller, runId: string) =>
  (await caller.get<{ portraits: { versions: Version[] }[] }>(`/generations/${runId}`)).body.portraits.flatMap(
    ({ versions }) => versions,
  );
const made = (caller: Caller, runId: string, count = 1) =>
  until('the versions', async () => {
    const versions = await versionsOf(caller, runId);
    return versions.length === count && versions.every(({ url }) => url) ? versions : null;
  });
const colourOf = async (bytes: Buffer): Promise<number[]> =>
  (await sharp(bytes).stats()).channels.map(({ mean }) => Math.round(mean));

describe('a version of a portrait', () => {
  test('shows the part that was asked for, as large as the format and no larger, lit as wished', async () => {
    const { caller, run, id } = await personWithRun();
    const answer = await refine(caller, id, { format: 'square', left: 0.5, top: 0.2, width: 0.5 });
    expect(answer).toMatchObject({ status: 202, body: { number: 1, width: 200, height: 200, url: null } });
    await refine(caller, id, { ...WHOLE, left: 0, width: 0.5, brightness: 1, warmth: 1 });
    const [square, lit] = await made(caller, run.id, 2);
    const file = await caller.download(square!.downloadUrl!);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="portrait-\d+-square-v1\.jpg"$/);
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 200 });
    expect((await colourOf(file.bytes))[0]).toBeGreaterThan(150);
    const seen = await caller.download(lit!.url!);
    expect(seen.headers.get('content-disposition')).toBeNull();
    const [red, green, blue] = (await colourOf(seen.bytes)) as [number, number, number];
    const light = 128 * (1 + facts.refinement.brightness);
    expect(green).toBeCloseTo(light, -1);
    expect(red).toBeGreaterThan(green + 5);
    expect(blue).toBeLessThan(green - 5);
  });

  test('is refused outside of the portrait, too small, or too bright', async () => {
    const { caller, run, id } = await personWithRun();
    for (const wrong of [
      { left: 0.6, width: 0.5 },
      { top: 0.3 },
      { width: 0.1 },
      { brightness: 2 },
      { format: 'poster' },
      { left: -0.1 },
    ])
      expect((await refine(caller, id, { ...WHOLE, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect(await versionsOf(caller, run.id)).toEqual([]);
  });

  test('there are so many of a run, also when they are asked for at once; a stranger gets none', async () => {
    const { caller, run, id } = await personWithRun(2);
    const most = facts.refinement.versionsPerRun;
    const answers = await Promise.all(Array.from({ length: most + 4 }, () => refine(caller, id)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(most);
    expect(answers.filter(({ body }) => (body as { code?: string }).code === 'too_many_versions')).toHaveLength(4);
    // Nor for another portrait of it.
    expect((await refine(caller, [...run.portraits.keys()][1]!)).status).toBe(409);
    const [version] = await made(caller, run.id, most);
    const stranger = await customer(product);
    expect((await refine(stranger, id)).status).toBe(404);
    expect((await stranger.download(version!.url!)).status).toBe(404);
    expect((await refine(caller, randomUUID())).status).toBe(404);
  });

  test('goes with its run, file and row, and is in the export until then', async () => {
    const { caller, run, id } = await personWithRun();
    await refine(caller, id);
    await made(caller, run.id);
    const { files } = await exported(caller);
    expect([...files.keys()].filter((path) => path.endsWith('-portrait-v1.jpg'))).toHaveLength(1);
    const [{ id: versionId }] = (await versionsOf(caller, run.id)) as [Version];
    const key = `portraits/${run.id}/0-v${versionId}.jpg`;
    const isStored = () => product.api.get(ObjectStorage).has(key);
    expect(await isStored()).toBe(true);
    await caller.delete(`/generations/${run.id}`);
    await until('the end of the file', async () => ((await isStored()) ? null : true));
    expect(await product.em().execute('select 1 from portrait_version where generation_id = ?', [run.id])).toEqual([]);
  });
});
