import { ageRule } from '../retention/index.js';

/** Keys of commands, for as long as somebody may repeat one. */
export const idempotencyRule = (kept: string) =>
  ageRule({ name: 'idempotency', table: 'idempotency_record', since: 't.created_at', kept });
