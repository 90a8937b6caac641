import { Migration } from '@mikro-orm/migrations';

/** Judgements that were taken back, and sentences of theirs, leave receipts, and so do not come back with a backup. */
export class Migration20261130010011 extends Migration {
  override up(): void {
    this.addSql(`alter table "deletion_receipt" drop constraint "deletion_receipt_kind_check"`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_kind_check" check ("kind" in ('portraits', 'reference_photos', 'draft', 'profile', 'example', 'judgement', 'judgement_sentence', 'account'))`,
    );
  }
}
