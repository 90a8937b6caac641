import { createClient } from '@bildnis/sdk';

/** The API for the public pages, which ask for little and bring nothing of the app. */
export const api = createClient({ baseUrl: location.origin, maxRetries: 0 });
