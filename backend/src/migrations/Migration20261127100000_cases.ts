import { Migration } from '@mikro-orm/migrations';

/** What only a person can settle: declarations in review, refunds that failed, and the first admin, whom the operator makes by a command. */
export class Migration20261127100000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "declaration" add column "review_reason" text null, add column "assigned_at" timestamptz(3) null, add column "answer" varchar(500) null`,
    );
    this.addSql(
      `alter table "declaration" add constraint "declaration_review_reason_check" check ("review_reason" in ('no_account', 'no_subscription', 'month_charged', 'good_cause', 'no_order', 'withdrawn_before', 'not_withdrawable', 'gave_up'))`,
    );
    this.addSql(`alter table "declaration" drop constraint "declaration_status_check"`);
    this.addSql(
      `alter table "declaration" add constraint "declaration_status_check" check ("status" in ('received', 'done', 'review', 'closed'))`,
    );
    this.addSql(`alter table "refund" add column "failure" text null, add column "attempt" int not null default 0`);
    this.addSql(
      `alter table "refund" add constraint "refund_failure_check" check ("failure" in ('refused', 'nothing_left', 'not_arrived'))`,
    );
    this.addSql(`alter table "refund" drop constraint "refund_status_check"`);
    this.addSql(
      `alter table "refund" add constraint "refund_status_check" check ("status" in ('requested', 'submitted', 'failed', 'settled', 'dropped'))`,
    );
    this.addSql(`alter table "audit_entry" alter column "actor_id" drop not null`);
  }
}
