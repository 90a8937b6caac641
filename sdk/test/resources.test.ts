import { expect, expectTypeOf, test } from 'vitest';
import { rolldown } from 'rolldown';
import { fileURLToPath } from 'node:url';
import { createClient } from '../src/index.js';
import * as resources from '../src/resources.js';

const client = createClient({ baseUrl: 'http://localhost' });

test('every name is a method of the client, each method once', () => {
  const grouped = resources.groupResources(client);
  const methods = Object.values(grouped).flatMap((group) => Object.values(group));
  expect(methods.length).toBeGreaterThan(60);
  expect(methods.every((method) => typeof method === 'function')).toBe(true);
  expect(new Set(methods).size).toBe(methods.length);
  expect(grouped.profiles.create).toBe(client.createAiProfile);
  expectTypeOf(grouped.profiles.create).toEqualTypeOf(client.createAiProfile);
});

test('a program that uses one group does not bring the others', async () => {
  const entry = '\0entry';
  const source = fileURLToPath(new URL('../src/resources.ts', import.meta.url));
  const bundle = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { styles } from ${JSON.stringify(source)};` : null),
      },
    ],
  });
  const { output } = await bundle.generate();
  await bundle.close();
  expect(output[0].code).toContain('listStyles');
  expect(output[0].code).not.toContain('createWebhookEndpoint');
});
