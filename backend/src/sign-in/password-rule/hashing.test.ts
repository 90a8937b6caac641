import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './hashing.js';

test('many at once wait for one another and nothing else waits for them; beyond that they are told when to come back', async () => {
  let done = 0;
  const outcomes = Array.from({ length: 80 }, () =>
    hashPassword('Sommerwiese-42')
      .then(
        () => 'hashed',
        (error: { code: string; options: { retryAfterSeconds: number } }) =>
          `${error.code} ${error.options.retryAfterSeconds}`,
      )
      .finally(() => (done += 1)),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const refused = done;
  await readFile(fileURLToPath(import.meta.url));
  expect(done - refused).toBeLessThan(30);
  const counted = (await Promise.all(outcomes)).filter((outcome) => outcome === 'hashed').length;
  expect(counted).toBe(66);
  expect(refused).toBe(14);
  expect(await Promise.all(outcomes.slice(66))).toEqual(Array.from({ length: 14 }, () => 'unavailable 5'));
  expect(await passwordMatches(await outcomes[0]!.then(() => hashPassword('Winterwald-77')), 'Winterwald-77')).toBe(
    true,
  );
  expect(await passwordMatches(null, 'Winterwald-77')).toBe(false);
}, 60_000);
