import { Migration } from '@mikro-orm/migrations';

/** Backups that were made to their end: their age is told, and seen by admins. */
export class Migration20261130095218 extends Migration {
  override up(): void {
    this.addSql(
      `create table "backup" ("id" uuid not null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) not null, "bytes" bigint not null, "copied" int not null, "removed" int not null, "is_checked" boolean not null, primary key ("id"))`,
    );
    this.addSql(`create index "backup_finished_at_index" on "backup" ("finished_at")`);
  }
}
