import { createAdmin } from '@bildnis/sdk/admin';
import { api } from './client';

/** What admins can do. A file of its own, so that nobody else loads it. */
export const adminApi = createAdmin(api);
