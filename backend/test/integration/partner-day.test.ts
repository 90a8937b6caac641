import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { SCOPES } from '../../src/platform/http/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, grantCredits, subscriber } from '../support/customers.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { guideExamples, PartnerFolder } from '../support/partner-folder.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { smallFiles } from '../support/remembered-photos.js';
import { until } from '../support/until.js';
import { deliveriesOf, endpointAt } from '../support/webhook-endpoints.js';

// The day of a partner: nothing but the packed SDK, a key and sdk/guides.

let product: Product;
let partner: PartnerFolder;
let env: Record<string, string>;
let owner: Caller;
/** The program of the guides that waits to be called. */
const SERVER = 'webhooks-1';
const examples = guideExamples();
beforeAll(async () => {
  product = await startProduct({ env: { MODE: 'embedded', WEBHOOK_LOOPBACK: 'true' } });
  // That its portraits are somebody's is proven by integration/main-path.
  await hurry(product.worker!);
  partner = await PartnerFolder.begin(await smallFiles(facts.photos.min));
  owner = await subscriber(product);
  await grantCredits(product, owner, 200);
  const { body } = await owner.post<{ secret: string }>('/api-keys', { name: 'Partner', scopes: SCOPES });
  env = { BILDNIS_URL: product.origin, BILDNIS_API_KEY: body.secret };
}, 180_000);
afterAll(async () => {
  partner?.remove();
  await product?.stop();
});

/** The headers of a message that did not come from here. */
const signed = (secret: string, at: Date, body: string) => ({
  'webhook-id': 'forged',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign('forged', at, body),
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
  const files = readdirSync(join(partner.path, 'portraits')).map((name) =>
    readFileSync(join(partner.path, 'portraits', name)),
  );
  expect(files.map((file) => file.subarray(0, 3).toString('hex'))).toEqual(Array(8).fill('ffd8ff'));
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(8);
});

describe('with a profile', () => {
  beforeAll(() => profileWithModel(product, owner));

  const others = examples.filter(({ name }) => !name.startsWith('quick-start') && name !== SERVER);
  test.each(others)('$name runs to its end', { tags: 'drill' }, async ({ name, code }) => {
    partner.write(`${name}.ts`, code);
    const ended = await partner.run(`${name}.ts`, env);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).not.toBe('');
  });

  longTest(
    'the script of the examples saves 8 portraits, and started again after a crash pays for nothing twice',
    async () => {
      partner.copy('node-script');
      const balance = async () => (await owner.get<{ credits: number }>('/me')).body.credits;
      const before = await balance();
      for (const target of ['once', 'again']) {
        const ended = await partner.run(`portraits.mjs photos linkedin ${target}`, env);
        expect(ended).toMatchObject({ code: 0, err: '' });
        expect(readdirSync(join(partner.path, target))).toHaveLength(8);
      }
      expect(before - (await balance())).toBe(facts.training.credits + facts.generation.credits);
      expect(await partner.run('portraits.mjs photos no-such-style nowhere', env)).toMatchObject({ code: 1 });
    },
  );

  describe.each([
    ['of the guide', `${SERVER}.ts`],
    ['of the examples', 'receiver.mjs'],
  ])('the receiver %s', (_which, program) => {
    longTest(
      'deals once with what Bildnis tells, however often it comes, and refuses what is forged or old',
      async () => {
        partner.copy('webhook-receiver');
        partner.write(`${SERVER}.ts`, examples.find(({ name }) => name === SERVER)!.code);
        const port = await findFreePort();
        const { endpoint, secret } = await endpointAt(owner, `http://127.0.0.1:${port}/bildnis`, [
          'generation.completed',
        ]);
        const receiver = partner.start(program, { BILDNIS_WEBHOOK_SECRETS: secret, PORT: String(port) });
        try {
          await until('the receiver', () =>
            fetch(endpoint.url).then(
              () => true,
              () => null,
            ),
          );
          const run = await owner.post<{ id: string }>('/generations', {
            profileId: await profileWithModel(product, owner),
            styleId: await anyStyle(owner),
          });
          const delivered = await until(
            'the delivery',
            async () => (await deliveriesOf(owner, endpoint.id)).find(({ state }) => state === 'delivered') ?? null,
          );
          await owner.post(`/webhook-endpoints/${endpoint.id}/deliveries/${delivered.id}/replay`);
          await until('the replay', async () =>
            (await deliveriesOf(owner, endpoint.id))
              .flatMap(({ attempts }) => attempts)
              .filter(({ status }) => status === 204).length === 2
              ? true
              : null,
          );

          const body = JSON.stringify({ ...delivered.event, id: 'forged' });
          const send = async (headers: Record<string, string>) =>
            (await fetch(endpoint.url, { method: 'POST', body, headers })).status;
          expect(await send({})).toBe(400);
          const now = new Date();
          expect(await send(signed(`whsec_${btoa('somebody who guesses')}`, now, body))).toBe(400);
          expect(await send(signed(secret, new Date(now.getTime() - 10 * 60_000), body))).toBe(400);
          expect(await send({ ...signed(secret, now, body), 'webhook-id': 'another' })).toBe(400);

          await owner.post(`/webhook-endpoints/${endpoint.id}/secret`);
          await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
          await until('the test', () => (/\btest\b/.test(receiver.output()) ? true : null));
          expect(
            receiver
              .output()
              .split('\n')
              .filter((line) => line.includes(run.body.id)),
          ).toHaveLength(1);
          expect(receiver.output()).not.toContain('forged');
        } finally {
          await receiver.stop();
          await owner.delete(`/webhook-endpoints/${endpoint.id}`);
        }
      },
    );
  });
});
