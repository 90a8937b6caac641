import { Migration } from '@mikro-orm/migrations';

/** The retouch that a run chose. Models from before have one in their pictures; neither they nor their runs had a choice. */
export class Migration20261130010000 extends Migration {
  override up(): void {
    this.addSql(`alter table "trained_model" add column "offers_retouch" boolean not null default false`);
    this.addSql(`alter table "generation" add column "retouch" text null`);
    this.addSql(
      `alter table "generation" add constraint "generation_retouch_check" check ("retouch" in ('none', 'subtle', 'more'))`,
    );
  }
}
