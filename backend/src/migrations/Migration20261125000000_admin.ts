import { Migration } from '@mikro-orm/migrations';

/** What admins did: more of each act, and read by time. */
export class Migration20261125000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry" add column "detail" jsonb null`);
    this.addSql(`create index "audit_entry_created_at_id_index" on "audit_entry" ("created_at", "id")`);
  }
}
