import { Migration } from '@mikro-orm/migrations';

/** Proof of what visitors chose about cookies. */
export class Migration20261123000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "cookie_choice" ("id" uuid not null, "created_at" timestamptz(3) not null, "version" varchar(20) not null, "analytics" boolean not null, "marketing" boolean not null, primary key ("id"))`,
    );
  }
}
