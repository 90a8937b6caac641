import { Migration } from '@mikro-orm/migrations';

/** The styles that somebody likes best: kept with the account, shown first. */
export class Migration20261130010038 extends Migration {
  override up(): void {
    this.addSql(
      `create table "favourite_style" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "style_id" uuid not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "favourite_style" add constraint "favourite_style_user_id_style_id_unique" unique ("user_id", "style_id")`,
    );
    this.addSql(
      `alter table "favourite_style" add constraint "favourite_style_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "favourite_style" add constraint "favourite_style_style_id_fk" foreign key ("style_id") references "style" ("id") on delete cascade`,
    );
  }
}
