import { Migration } from '@mikro-orm/migrations';

/** Portraits: favourites, a larger preview, and what each was made of. */
export class Migration20261124100000 extends Migration {
  override up(): void {
    this.addSql(`alter table "portrait" add column "is_favourite" boolean not null default false`);
    this.addSql(`alter table "portrait" add column "has_large_preview" boolean not null default false`);
    this.addSql(`alter table "portrait" add column "source" jsonb null`);
  }
}
