import { Migration } from '@mikro-orm/migrations';

/** In which mode a database was first used: a process in another one refuses to start on it. */
export class Migration20261130153843 extends Migration {
  override up(): void {
    this.addSql(
      `create table "installation" ("id" uuid not null, "created_at" timestamptz(3) not null, "is_only_one" boolean not null default true, "mode" varchar(20) not null, primary key ("id"), constraint "installation_is_only_one_unique" unique ("is_only_one"))`,
    );
  }
}
