import { Migration } from '@mikro-orm/migrations';

/** A sentence that was hidden is not published again by writing it anew. */
export class Migration20261130010030 extends Migration {
  override up(): void {
    this.addSql(`alter table "judgement" add column "was_hidden" boolean not null default false`);
    this.addSql(`update "judgement" set "was_hidden" = true where "hidden_at" is not null`);
  }
}
