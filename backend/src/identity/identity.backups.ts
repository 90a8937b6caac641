import { Session } from './sessions/session.entity.js';

/** Restored they would sign in whoever had signed out since. */
export const SESSION_TABLES_LEFT_OUT = [Session];
