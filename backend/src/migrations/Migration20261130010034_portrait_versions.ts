import { Migration } from '@mikro-orm/migrations';

/** Versions of portraits as their customers cut and light them. */
export class Migration20261130010034 extends Migration {
  override up(): void {
    this.addSql(
      `create table "portrait_version" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "generation_id" uuid not null, "portrait_id" uuid not null, "number" int not null, "format" text not null, "part_left" int not null, "part_top" int not null, "part_width" int not null, "part_height" int not null, "brightness" int not null, "warmth" int not null, "pixel_width" int not null, "pixel_height" int not null, "ready_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "portrait_version_portrait_id_index" on "portrait_version" ("portrait_id")`);
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_generation_id_number_unique" unique ("generation_id", "number")`,
    );
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_format_check" check ("format" in ('portrait', 'linkedin', 'square', 'cv', 'banner', 'signature', 'badge'))`,
    );
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_part" check (part_left >= 0 and part_top >= 0 and part_width > 0 and part_height > 0)`,
    );
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_light" check (brightness >= -100 and brightness <= 100 and warmth >= -100 and warmth <= 100)`,
    );
  }
}
