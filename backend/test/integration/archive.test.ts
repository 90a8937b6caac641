import { expect, test } from 'vitest';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { customer } from '../support/customers.js';
import { completedRun, profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

test('a ZIP of which a file goes while it is read breaks off and does not look whole; nothing else ends with it', async () => {
  const caller = await customer(product);
  const run = await completedRun(product, caller, await profileWithModel(product, caller), 3);
  const { archiveUrl } = (await caller.get<{ archiveUrl: string }>(`/generations/${run.id}`)).body;
  expect((await caller.download(archiveUrl)).bytes.subarray(0, 2).toString()).toBe('PK');
  await product.api.get(ObjectStorage).delete([`portraits/${run.id}/1.jpg`]);
  await expect(caller.download(archiveUrl)).rejects.toThrow();
  expect((await caller.get(`/generations/${run.id}`)).status).toBe(200);
});
