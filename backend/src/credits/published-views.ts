import { sql } from 'kysely';

/**
 * Every line of the ledger, for a query of another feature that would else ask once for each of its rows. The columns of this relation are
 * a promise; the table behind it is not.
 */
export const ledgerLines = sql`(select business_key, reason, user_id, delta, caused_by, generation_id, created_at from credit_ledger)`;
