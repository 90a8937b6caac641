export { baseProperties } from './base.js';
export { databaseOptions } from './options.js';
export { queriesOver, type TablesOf } from './typed-queries.js';
export { UsualTime, type UsualSeconds } from './usual-time.js';
export { Idempotency } from './idempotency.js';
export { IdempotencyRecord } from './idempotency-record.entity.js';
export { forgetIntents, idempotencyRule } from './idempotency-rule.js';
export { workFigures, type WorkFigures } from './work-figures.js';
