import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../src/platform/http/index.js';
import { subscriber } from '../support/customers.js';
import { guideExamples, PartnerFolder } from '../support/partner-folder.js';
import { referencePhotos } from '../support/photos.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';

// The day of a partner: nothing but the packed SDK, a key and docs/sdk.

let product: Product;
let partner: PartnerFolder;
let env: Record<string, string>;
const examples = guideExamples();
beforeAll(async () => {
  product = await startProduct({ env: { MODE: 'embedded' } });
  partner = await PartnerFolder.begin(await referencePhotos());
  const owner = await subscriber(product);
  const { body } = await owner.post<{ secret: string }>('/api-keys', { name: 'Partner', scopes: SCOPES });
  env = { BILDNIS_URL: product.origin, BILDNIS_API_KEY: body.secret };
}, 180_000);
afterAll(async () => {
  partner?.remove();
  await product?.stop();
});

test('every program of the guides compiles against the packed SDK, as strictly as can be', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(8);
  expect(await partner.compile(examples)).toBe('');
});

test('the quick start has under 20 lines and makes 8 portraits', async () => {
  const [quickStart] = examples.filter(({ name }) => name.startsWith('quick-start'));
  expect(quickStart!.code.trim().split('\n').length).toBeLessThan(20);
  partner.write('quick-start.ts', quickStart!.code);
  expect(await partner.run('quick-start.ts', env)).toMatchObject({ code: 0, err: '' });
  const files = readdirSync(join(partner.path, 'portraits')).map((name) => readFileSync(join(partner.path, 'portraits', name)));
  expect(files.map((file) => file.subarray(0, 3).toString('hex'))).toEqual(Array(8).fill('ffd8ff'));
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(8);
});

describe('with a profile that is ready', () => {
  beforeAll(() => hurry(product.worker!));

  test.each(examples.filter(({ name }) => !name.startsWith('quick-start')))('$name runs to its end', async ({ name, code }) => {
    partner.write(`${name}.ts`, code);
    const ended = await partner.run(`${name}.ts`, env);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).not.toBe('');
  });
});
