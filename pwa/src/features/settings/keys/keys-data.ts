import { api, settle } from '~/lib/api';

/** The account's API keys, and what they did in each month, with an error as a value. */
export const loadKeys = async () => {
  const [keys, usage] = await Promise.all([
    settle(api.listApiKeys().then(({ items }) => items)),
    settle(api.listKeyUsage({ query: {} })),
  ]);
  return { keys, usage };
};
export type KeysPage = Awaited<ReturnType<typeof loadKeys>>;
