import type { Route } from '../api/route.js';

export const accountCalls: Route[] = [
  {
    method: 'GET',
    path: '/v1/account',
    handle: ({ settings: { account } }) => ({
      status: 200,
      object: { type: 'organization', username: account, name: account },
    }),
  },
  {
    method: 'GET',
    path: '/v1/webhooks/default/secret',
    handle: ({ settings }) => ({ status: 200, object: { key: settings.webhookSecret } }),
  },
];
