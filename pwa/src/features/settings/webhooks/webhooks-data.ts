import { api, settle } from '~/lib/api';

/** The account's endpoints, with an error as a value. */
export const loadWebhooks = () => settle(api.listWebhookEndpoints().then(({ items }) => items));

/** One endpoint and the newest of what was sent to it. */
export const loadWebhook = (id: string) =>
  settle(
    Promise.all([api.getWebhookEndpoint({ path: { id } }), api.listWebhookDeliveries({ path: { id } })]).then(
      ([endpoint, deliveries]) => ({ endpoint, deliveries }),
    ),
  );
