import { expect, test } from 'vitest';
import { isProviderId } from './port.js';

test.each(['in_1QkWz8', 'tr-3f0c6c1e-9d0b-4a55-8e51-0d5a3f6b7c21', 'x'.repeat(200)])(
  'takes %s as an id of a provider',
  (id) => expect(isProviderId(id)).toBe(true),
);

test.each(['', '.', '..', 'a/b', 'a?b', 'a b', 'ü', 'x'.repeat(201)])('refuses «%s»', (id) =>
  expect(isProviderId(id)).toBe(false),
);
