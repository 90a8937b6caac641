import { Migration } from '@mikro-orm/migrations';

/** Versions that are made again before another background, and the layers of the screen on which they are made. */
export class Migration20261130010035 extends Migration {
  override up(): void {
    this.addSql(
      `create table "portrait_layers" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "profile_id" uuid not null, "generation_id" uuid not null, "portrait_id" uuid not null, "photo_id" uuid null, "retouch" text not null, "pixel_width" int null, "pixel_height" int null, "face" jsonb null, "ready_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "portrait_layers_profile_id_index" on "portrait_layers" ("profile_id")`);
    this.addSql(`create index "portrait_layers_portrait_id_index" on "portrait_layers" ("portrait_id")`);
    this.addSql(
      `alter table "portrait_layers" add constraint "portrait_layers_retouch_check" check ("retouch" in ('none', 'subtle', 'more'))`,
    );
    this.addSql(
      `alter table "portrait_layers" add constraint "portrait_layers_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "portrait_layers" add constraint "portrait_layers_portrait_id_fk" foreign key ("portrait_id") references "portrait" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "portrait_version" add column "retouch" text null, add column "photo_id" uuid null, add column "background" jsonb null, add column "remade_width" int null, add column "remade_height" int null`,
    );
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_retouch_check" check ("retouch" in ('none', 'subtle', 'more'))`,
    );
    this.addSql(
      `alter table "portrait_version" add constraint "portrait_version_remade" check ((retouch is null) = (background is null) and (photo_id is null or retouch is not null))`,
    );
  }
}
