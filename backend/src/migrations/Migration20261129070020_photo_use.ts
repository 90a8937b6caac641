import { Migration } from '@mikro-orm/migrations';

/** What a training made of each photo and what the customer wants of it, and what held of that when a run was started. */
export class Migration20261129070020 extends Migration {
  override up(): void {
    this.addSql(`alter table "trained_model" add column "photos" jsonb null`);
    this.addSql(`alter table "generation" add column "photo_choice" jsonb null`);
  }
}
