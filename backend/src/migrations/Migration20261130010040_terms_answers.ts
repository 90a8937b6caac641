import { Migration } from '@mikro-orm/migrations';

/** What customers answered to new terms, and until when the old ones hold for who refused. */
export class Migration20261130010040 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "announcement_receipt" add column "answer" text null, add column "answered_at" timestamptz(3) null, add column "old_terms_until" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_answer_check" check ("answer" in ('accepted', 'refused'))`,
    );
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_answered" check ((answer is null) = (answered_at is null) and (answer is not distinct from 'refused') = (old_terms_until is not null))`,
    );
  }
}
