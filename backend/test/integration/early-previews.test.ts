import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortraitEngines, type RenderedPortrait } from '../../src/integrations/portrait-engine/index.js';
import { anyStyle, subscriber } from '../support/customers.js';
import { profileWithModel, storedKeys } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';

interface Run {
  status: string;
  previews: { index: number; url: string }[];
}

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
});
afterAll(() => product.stop());

test('a portrait is seen as soon as it is rendered, before it is measured and its other files are written', async () => {
  const engine = product.worker!.get(PortraitEngines, { strict: false }).current;
  const made: RenderedPortrait[] = [];
  const generate = engine.generate.bind(engine);
  let measured!: () => void;
  const measuring = new Promise<void>((resolve) => (measured = resolve));
  engine.generate = async (request) => {
    made.push(...(await generate({ ...request, onPortrait: undefined })));
    await request.onRendered?.(made[5]!);
    await request.onRendered?.(made[2]!);
    await measuring;
    for (const portrait of made) await request.onPortrait?.(portrait);
    return made;
  };
  const caller = await subscriber(product);
  const { body: run } = await caller.post<{ id: string }>('/generations', {
    profileId: await profileWithModel(product, caller),
    styleId: await anyStyle(caller),
  });
  const state = () => caller.get<Run>(`/generations/${run.id}`).then(({ body }) => body);

  const early = await until('two previews', async () => {
    const { previews } = await state();
    return previews.length === 2 ? previews : null;
  });
  expect(early.map(({ index }) => index)).toEqual([2, 5]);
  for (const { url } of early) expect((await caller.download(url)).status).toBe(200);
  expect((await (await subscriber(product)).download(early[0]!.url)).status).toBe(404);
  expect(await storedKeys(product, `portraits/${run.id}/`)).toHaveLength(2);

  measured();
  await until('the end', async () => ((await state()).status === 'completed' ? true : null));
  expect((await state()).previews).toEqual([]);
  expect(await product.em().execute('select delivered, previewed from generation where id = ?', [run.id])).toEqual([
    { delivered: [], previewed: [] },
  ]);
});
