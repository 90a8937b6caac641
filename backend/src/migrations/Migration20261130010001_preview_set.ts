import { Migration } from '@mikro-orm/migrations';

/** Free previews of drafts and profiles. They go with the profile, whatever deletes it. */
export class Migration20261130010001 extends Migration {
  override up(): void {
    this.addSql(
      `create table "preview_set" ("id" uuid not null, "created_at" timestamptz(3) not null, "profile_id" uuid not null, "user_id" uuid not null, "kind" text not null, "version" int not null default 1, "status" text not null default 'making', "photo_id" uuid null, "pictures" jsonb not null, primary key ("id"))`,
    );
    this.addSql(`alter table "preview_set" add constraint "preview_set_profile_id_unique" unique ("profile_id")`);
    this.addSql(`create index "preview_set_user_id_index" on "preview_set" ("user_id")`);
    this.addSql(
      `alter table "preview_set" add constraint "preview_set_kind_check" check ("kind" in ('draft', 'profile'))`,
    );
    this.addSql(
      `alter table "preview_set" add constraint "preview_set_status_check" check ("status" in ('making', 'ready', 'failed'))`,
    );
    this.addSql(
      `alter table "preview_set" add constraint "preview_set_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete cascade`,
    );
  }
}
