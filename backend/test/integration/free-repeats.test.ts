import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { checkFreeRepeats, checkGenerationCharges } from '../../src/generations/index.js';
import { EngineExhausted, PortraitEngines, type PortraitEngine } from '../../src/integrations/portrait-engine/index.js';

import type { Caller } from '../support/caller.js';
import { customer, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';

interface Run {
  id: string;
  status: string;
  style: { id: string };
  retouch: string | null;
  repeatOf: string | null;
  complaint: string | null;
  repeatable: boolean;
  portraits: unknown[];
  creditsReturnedOnDeletion: number;
}

let product: Product;
/** What the engine was asked for, the last last. */
let asked: Parameters<PortraitEngine['generate']>[0][];
/** What the next runs wait for; they fail where it says so. */
let gate: Promise<'goes on' | 'fails'>;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
  const engine = product.worker!.get(PortraitEngines, { strict: false }).current;
  const generate = engine.generate.bind(engine);
  engine.generate = async (request) => {
    asked.push(request);
    if ((await gate) === 'fails') throw new EngineExhausted('this run fails');
    return generate(request);
  };
});
afterAll(() => product.stop());

let owner: Caller;
let original: Run;
beforeEach(async () => {
  asked = [];
  gate = Promise.resolve('goes on');
  owner = await customer(product);
  await grantCredits(product, owner, facts.generation.credits);
  const profileId = await profileWithModel(product, owner);
  await product.em().execute('update trained_model set offers_retouch = true where profile_id = ?', [profileId]);
  const styleId = (await owner.get<{ items: { id: string }[] }>('/styles')).body.items[0]!.id;
  const { body } = await owner.post<Run>('/generations', { profileId, styleId, retouch: 'more' });
  original = await ended(body.id);
});

const look = async (id: string) => (await owner.get<Run>(`/generations/${id}`)).body;
const ended = (id: string, status = 'completed') =>
  until(`the run to be ${status}`, async () => {
    const run = await look(id);
    return run.status === status ? run : null;
  });
const repeat = (id: string, complaint = 'light', key?: string, caller = owner) =>
  caller.post<Run>(`/generations/${id}/repeat`, { complaint }, key);
const violations = async () => [
  ...(await checkGenerationCharges(product.em())),
  ...(await checkFreeRepeats(product.em())),
];
const credits = async () => (await owner.get<{ credits: number }>('/me')).body.credits;

describe('a run that is not liked', () => {
  test('is repeated once, without a charge, for a reason that reaches the engine; what was paid for stays', async () => {
    expect(original).toMatchObject({ repeatable: true, repeatOf: null, complaint: null });
    expect(await credits()).toBe(0);
    const { status, body } = await repeat(original.id, 'likeness');
    expect(status).toBe(202);
    const made = await ended(body.id);
    expect(made).toMatchObject({
      repeatOf: original.id,
      complaint: 'likeness',
      repeatable: false,
      retouch: 'none',
      style: { id: original.style.id },
    });
    expect(made.portraits).toHaveLength(facts.generation.portraits);
    const [first, second] = asked;
    expect([first!.complaint, second!.complaint]).toEqual([null, 'likeness']);
    expect(second!.seed).not.toBe(first!.seed);
    expect(await look(original.id)).toMatchObject({ repeatable: false, status: 'completed' });
    expect(await credits()).toBe(0);
    for (const id of [original.id, made.id]) {
      const refused = await repeat(id);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: id === made.id ? 'run_not_repeatable' : 'repeat_used' },
      ]);
    }
    expect(await violations()).toEqual([]);
  });

  longTest('is repeated once also where two ask at once, and where the answer to the first was lost', async () => {
    const [one, other] = await Promise.all([repeat(original.id), repeat(original.id)]);
    expect([one.status, other.status].toSorted()).toEqual([202, 409]);
    await ended((one.status === 202 ? one : other).body.id);
    owner = await customer(product);
    await grantCredits(product, owner, facts.generation.credits);
    const profileId = await profileWithModel(product, owner);
    const { body } = await owner.post<Run>('/generations', { profileId, styleId: original.style.id });
    await ended(body.id);
    const key = crypto.randomUUID();
    const [first, again] = [await repeat(body.id, 'crop', key), await repeat(body.id, 'crop', key)];
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    await ended(first.body.id);
  });

  test('keeps its right where the repeat fails or is called off unseen, and has used it once something was shown', async () => {
    gate = Promise.resolve('fails');
    await ended((await repeat(original.id)).body.id, 'failed');
    expect([await credits(), (await look(original.id)).repeatable]).toEqual([0, true]);
    const { promise, resolve } = Promise.withResolvers<'goes on'>();
    gate = promise;
    const waiting = (await repeat(original.id)).body;
    expect(waiting.creditsReturnedOnDeletion).toBe(0);
    expect((await owner.delete(`/generations/${waiting.id}`)).status).toBe(204);
    resolve('goes on');
    expect([await credits(), (await look(original.id)).repeatable]).toEqual([0, true]);
    const { id } = await ended((await repeat(original.id)).body.id);
    expect(await violations()).toEqual([]);
    await product.em().execute('update free_repeat set generation_id = ? where generation_id = ?', [original.id, id]);
    expect(await violations()).toEqual([`I3 free repeat ${id} (completed): 0 lines in the ledger, right unused`]);
    expect((await owner.delete(`/generations/${id}`)).status).toBe(204);
    expect([await credits(), (await look(original.id)).repeatable]).toEqual([0, false]);
    expect(await repeat(original.id)).toMatchObject({ status: 409, body: { code: 'repeat_used' } });
    expect(await violations()).toEqual([]);
  });

  test('is repeated by its owner alone, with a reason, once it is completed and while its profile is there', async () => {
    const stranger = await customer(product);
    expect((await repeat(original.id, 'light', undefined, stranger)).status).toBe(404);
    expect((await repeat(original.id, 'everything')).status).toBe(400);
    await product.em().execute('update consent set revoked_at = now() where user_id = ?', [owner.userId]);
    expect(await repeat(original.id)).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    await product.em().execute('delete from ai_profile where user_id = ?', [owner.userId]);
    expect((await look(original.id)).repeatable).toBe(false);
    expect(await repeat(original.id)).toMatchObject({ status: 409, body: { code: 'run_not_repeatable' } });
  });
});
