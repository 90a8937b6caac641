import { api, settle } from '~/lib/api';

/** The account's API keys, with an error as a value. */
export const loadKeys = () => settle(api.listApiKeys().then(({ items }) => items));
