import type { Route } from '../api/route.js';
import { modelCalls } from './models.js';
import { predictionCalls } from './predictions.js';
import { runCalls } from './runs.js';

/** Everything of Replicate's API this emulator speaks: what the product calls. */
export const calls: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/default/secret',
    handle: ({ webhookSecret }) => ({ status: 200, object: { key: webhookSecret } }),
  },
  ...modelCalls,
  ...runCalls('training'),
  ...predictionCalls,
];
