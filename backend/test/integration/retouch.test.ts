import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PortraitEngines, type PortraitEngine } from '../../src/integrations/portrait-engine/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, draftMarkedComplete, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';

interface Run {
  id: string;
  status: string;
  retouch: string | null;
}

let product: Product;
let caller: Caller;
let styleId: string;
/** A profile whose training has just ended, and one from before runs could choose. */
let profileId: string;
let oldProfileId: string;
/** What the engine was asked for, by run, at each attempt. */
const asked = new Map<string, (string | undefined)[]>();
let failures = 0;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', JOB_RETRY_DELAY_MS: '100' } });
  await hurry(product.worker!);
  const engine: PortraitEngine = product.worker!.get(PortraitEngines, { strict: false }).current;
  const generate = engine.generate.bind(engine);
  engine.generate = async (request) => {
    asked.set(request.task, [...(asked.get(request.task) ?? []), request.retouch]);
    if (failures-- > 0) throw new Error('not yet');
    return generate(request);
  };
  caller = await customer(product);
  await grantCredits(product, caller, 400);
  styleId = await anyStyle(caller);
  oldProfileId = await profileWithModel(product, caller);
  profileId = await draftMarkedComplete(product, caller);
  expect((await caller.post(`/ai-profiles/${profileId}/training`)).status).toBe(202);
  await until('the training', async () =>
    (await caller.get<{ status: string }>(`/ai-profiles/${profileId}`)).body.status === 'ready' ? true : null,
  );
});
afterAll(() => product.stop());

const start = (body: object, key: string = randomUUID()) =>
  caller.post<Run>('/generations', { profileId, styleId, ...body }, key);
const ended = (id: string) =>
  until('the run to end', async () => {
    const { body } = await caller.get<Run>(`/generations/${id}`);
    return body.status === 'completed' || body.status === 'failed' ? body : null;
  });

describe('the retouch of a run', () => {
  longTest('is chosen, recorded and told to the engine; without a choice it is the subtle one', async () => {
    expect((await caller.get(`/ai-profiles/${profileId}`)).body).toMatchObject({ offersRetouch: true });
    for (const [body, retouch] of [
      [{}, 'subtle'],
      [{ retouch: 'none' }, 'none'],
      [{ retouch: 'subtle' }, 'subtle'],
      [{ retouch: 'more' }, 'more'],
    ] as const) {
      const { status, body: run } = await start(body);
      expect([status, run.retouch]).toEqual([202, retouch]);
      expect(await ended(run.id)).toMatchObject({ status: 'completed', retouch });
      expect(asked.get(run.id)).toEqual([retouch]);
    }
  });

  test('that does not exist is refused, and nothing is charged', async () => {
    const before = (await caller.get<{ credits: number }>('/me')).body.credits;
    for (const retouch of ['plastic', null, 1])
      expect(await start({ retouch })).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: [{ path: 'retouch' }] },
      });
    expect((await caller.get('/me')).body).toMatchObject({ credits: before });
  });

  longTest('is the same at another attempt', async () => {
    failures = 1;
    const { body: run } = await start({ retouch: 'more' });
    expect(await ended(run.id)).toMatchObject({ status: 'completed', retouch: 'more' });
    expect(asked.get(run.id)).toEqual(['more', 'more']);
  });

  longTest('belongs to what a key stands for; the default is as good as none', async () => {
    const key = randomUUID();
    const first = await start({}, key);
    expect((await start({ retouch: 'subtle' }, key)).body.id).toBe(first.body.id);
    expect(await start({ retouch: 'more' }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    await ended(first.body.id);
  });

  test('cannot be chosen for a profile whose pictures have one already', async () => {
    expect((await caller.get(`/ai-profiles/${oldProfileId}`)).body).toMatchObject({ offersRetouch: false });
    const { body: run } = await start({ profileId: oldProfileId, retouch: 'none' });
    expect(run.retouch).toBeNull();
    expect((await ended(run.id)).retouch).toBeNull();
    expect(asked.get(run.id)).toEqual([undefined]);
  });
});
