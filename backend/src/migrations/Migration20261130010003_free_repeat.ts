import { Migration } from '@mikro-orm/migrations';

/** A run that is not liked can be repeated once per profile without a charge, for a reason that is counted. */
export class Migration20261130010003 extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "repeat_of" uuid null, add column "complaint" text null`);
    this.addSql(
      `alter table "generation" add constraint "generation_complaint_check" check ("complaint" in ('expression', 'crop', 'light', 'clothes', 'likeness'))`,
    );
    this.addSql(
      `alter table "generation" add constraint "generation_repeat" check ((repeat_of is null) = (complaint is null))`,
    );
    this.addSql(
      `create table "free_repeat" ("id" uuid not null, "created_at" timestamptz(3) not null, "profile_id" uuid null, "generation_id" uuid not null, "style_id" uuid not null, "engine" varchar(20) not null, "complaint" text not null, primary key ("id"))`,
    );
    this.addSql(`alter table "free_repeat" add constraint "free_repeat_profile_id_unique" unique ("profile_id")`);
    this.addSql(`alter table "free_repeat" add constraint "free_repeat_generation_id_unique" unique ("generation_id")`);
    this.addSql(
      `alter table "free_repeat" add constraint "free_repeat_complaint_check" check ("complaint" in ('expression', 'crop', 'light', 'clothes', 'likeness'))`,
    );
    // Without its profile it is a count, and nobody's.
    this.addSql(
      `alter table "free_repeat" add constraint "free_repeat_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete set null`,
    );
  }
}
