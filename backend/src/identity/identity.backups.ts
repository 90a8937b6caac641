import { Session } from './sessions/session.entity.js';

/** A restored session would sign in a customer who has signed out since. */
export const SESSION_TABLES_LEFT_OUT = [Session];
