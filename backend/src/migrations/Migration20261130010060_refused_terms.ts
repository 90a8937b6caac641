import { Migration } from '@mikro-orm/migrations';

/** A refusal of new terms is written before its plan is ended, and an email's day before the email goes. */
export class Migration20261130010060 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "announcement_receipt" add column "said_from" timestamptz(3) null, add column "plan_ended_at" timestamptz(3) null`,
    );
    this.addSql(
      `update "announcement_receipt" as r set "said_from" = coalesce(r."effective_from", a."effective_from") from "announcement" as a where a."id" = r."announcement_id" and r."begun_at" is not null`,
    );
    this.addSql(`update "announcement_receipt" set "plan_ended_at" = "answered_at" where "answer" = 'refused'`);
    this.addSql(`alter table "announcement_receipt" drop constraint "announcement_receipt_sent"`);
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_sent" check ((sent_at is null) = (effective_from is null) and (sent_at is null or begun_at is not null) and (begun_at is null) = (said_from is null))`,
    );
    this.addSql(`alter table "announcement_receipt" drop constraint "announcement_receipt_answered"`);
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_answered" check ((answer is null) = (answered_at is null) and (answer is not distinct from 'refused') = (old_terms_until is not null) and (plan_ended_at is null or answer is not distinct from 'refused'))`,
    );
  }
}
