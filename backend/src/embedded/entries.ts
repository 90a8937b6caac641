import { fileURLToPath } from 'node:url';
import type { Entries } from './application.js';

const built = (name: string): string => fileURLToPath(new URL(`../${name}.js`, import.meta.url));

/** The entry points of this build. */
export const entries: Entries = { api: built('main'), worker: built('worker'), migrate: built('migrate') };
