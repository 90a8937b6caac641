import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startApiProcess, startWorkerProcess } from '../support/product-processes.js';
import type { SilentLine } from '../support/silent-line.js';
import { BUSY_MS, HEALED_MS, startSilencedProduct, type SilencedProduct } from '../support/silenced-product.js';
import { within } from '../support/until.js';
import { longTest } from '../support/long-test.js';

let silenced: SilencedProduct;
beforeAll(async () => {
  silenced = await startSilencedProduct();
});
afterEach(() => silenced.mend());
afterAll(() => silenced.stop());

describe('servers that stand still', () => {
  const stand = async (line: SilentLine, meanwhile: () => Promise<void>) => {
    line.swallowAll();
    await meanwhile();
    line.mend();
    await within('a whole run', silenced.runEnds(), HEALED_MS + BUSY_MS);
  };
  const readiness = async () =>
    expect(
      (await within('/health/ready', silenced.product.anonymous().get('/health/ready'), 1000 + BUSY_MS)).status,
    ).toBe(503);

  test('Redis: what is counted answers 503, the rest goes on, and all of it once Redis does', () =>
    stand(silenced.redis, async () => {
      const person = { email: 'petra.muster@example.org', password: 'Sommerwiese-42' };
      const refused = silenced.product.anonymous().post('/auth/login', person);
      expect(await within('an answer', refused, 2000 + BUSY_MS)).toMatchObject({ status: 503 });
      await readiness();
      expect((await silenced.caller.get('/me')).status).toBe(200);
    }));

  test('PostgreSQL: the balancer is told, and all goes on once it answers', () => stand(silenced.postgres, readiness));

  longTest('SIGTERM ends every process all the same', async () => {
    const [api, other] = await Promise.all([startApiProcess(silenced.product), startWorkerProcess(silenced.product)]);
    for (const line of [silenced.redis, silenced.postgres]) line.swallowAll();
    await within('both to end', Promise.all([api.terminate(), other.terminate()]), 10_000 + BUSY_MS);
  });
});
