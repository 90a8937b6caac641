import { expect, test } from 'vitest';
import { z } from 'zod';
import { renamedField } from './topics.js';

test('a payload noted before a field was renamed is understood, and what is noted now as well', () => {
  const schema = renamedField('outcome', 'status', z.object({ status: z.enum(['ready', 'failed']) }));
  expect(schema.parse({ outcome: 'failed' })).toEqual({ status: 'failed' });
  expect(schema.parse({ status: 'ready' })).toEqual({ status: 'ready' });
  expect(schema.safeParse({ outcome: 'else' }).success).toBe(false);
});
