import { Migration } from '@mikro-orm/migrations';

/** In which browser an account was registered, and which page was asked for, until its address is confirmed. */
export class Migration20261129040000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "registration" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "browser_hash" varchar(64) not null, "redirect" varchar(500) null, "expires_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`alter table "registration" add constraint "registration_user_id_unique" unique ("user_id")`);
    this.addSql(`create index "registration_expires_at_index" on "registration" ("expires_at")`);
    this.addSql(
      `alter table "registration" add constraint "registration_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
  }
}
