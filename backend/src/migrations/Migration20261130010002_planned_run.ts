import { Migration } from '@mikro-orm/migrations';

/** Styles chosen while a profile is trained. They go with the profile, whatever deletes it. */
export class Migration20261130010002 extends Migration {
  override up(): void {
    this.addSql(
      `create table "planned_run" ("id" uuid not null, "created_at" timestamptz(3) not null, "profile_id" uuid not null, "user_id" uuid not null, "style_id" uuid not null, "retouch" text not null, "status" text not null default 'planned', "reason" text null, "generation_id" uuid null, primary key ("id"))`,
    );
    this.addSql(`alter table "planned_run" add constraint "planned_run_profile_id_unique" unique ("profile_id")`);
    this.addSql(`create index "planned_run_user_id_index" on "planned_run" ("user_id")`);
    this.addSql(
      `alter table "planned_run" add constraint "planned_run_retouch_check" check ("retouch" in ('none', 'subtle', 'more'))`,
    );
    this.addSql(
      `alter table "planned_run" add constraint "planned_run_status_check" check ("status" in ('planned', 'started', 'not_started'))`,
    );
    this.addSql(
      `alter table "planned_run" add constraint "planned_run_reason_check" check ("reason" in ('credits', 'style', 'consent'))`,
    );
    // What became of it is said in one way only.
    this.addSql(
      `alter table "planned_run" add constraint "planned_run_outcome" check ((status = 'started') = (generation_id is not null) and (status = 'not_started') = (reason is not null))`,
    );
    this.addSql(
      `alter table "planned_run" add constraint "planned_run_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete cascade`,
    );
  }
}
