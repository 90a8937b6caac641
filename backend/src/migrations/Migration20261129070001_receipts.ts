import { Migration } from '@mikro-orm/migrations';

/** Receipts name the model that went with a profile, or that stays when its photos go. */
export class Migration20261129070001 extends Migration {
  override up(): void {
    this.addSql(`alter table "trained_model" add column "crops" int not null default 0`);
    this.addSql(
      `update "trained_model" set "crops" = jsonb_array_length("descriptor"->'cutouts') where jsonb_typeof("descriptor"->'cutouts') = 'array'`,
    );
    this.addSql(`alter table "deletion_receipt" add column "model" text null, add column "crops" int null`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_model_check" check ("model" in ('none', 'crops', 'hosted'))`,
    );
  }
}
