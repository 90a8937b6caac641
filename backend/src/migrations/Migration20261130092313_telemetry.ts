import { Migration } from '@mikro-orm/migrations';

/** Indexes for what moved within the last hour, which every worker is asked all the time; and the trace that noted a job. */
export class Migration20261130092313 extends Migration {
  override up(): void {
    this.addSql(`create index "credit_ledger_created_at_index" on "credit_ledger" ("created_at")`);
    this.addSql(`alter table "job" add column "trace" varchar(55) null`);
    this.addSql(`create index "refund_created_at_index" on "refund" ("created_at")`);
  }
}
