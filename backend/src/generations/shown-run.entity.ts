import { defineEntity, p } from '@mikro-orm/core';

/**
 * Since when something of a run could be seen by its customer: a preview, or the portraits. Outlives the run, so that the ledger can be checked
 * without it (I11), and goes with the ledger line of the run's charge.
 */
export const ShownRunSchema = defineEntity({
  name: 'ShownRun',
  tableName: 'shown_run',
  properties: {
    generationId: p.uuid().primary(),
    userId: p.uuid().index(),
    /** Business key of the run's charge. */
    chargeKey: p.string().length(200).unique(),
    shownAt: p.datetime(3),
  },
});
export class ShownRun extends ShownRunSchema.class {}
ShownRunSchema.setClass(ShownRun);
