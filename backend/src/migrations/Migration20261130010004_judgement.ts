import { Migration } from '@mikro-orm/migrations';

/** What customers say of runs that they paid for: once per run, with a sentence if they agree to have it published. */
export class Migration20261130010004 extends Migration {
  override up(): void {
    this.addSql(
      `create table "judgement" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "generation_id" uuid not null, "style_id" uuid not null, "judged_at" timestamptz(3) null, "likeness" int null, "would_use" boolean null, "sentence" varchar(300) null, "consented_at" timestamptz(3) null, "consent_version" varchar(20) null, "reply" varchar(500) null, "replied_at" timestamptz(3) null, "hidden_at" timestamptz(3) null, "hidden_reason" varchar(500) null, primary key ("id"))`,
    );
    this.addSql(`create index "judgement_user_id_index" on "judgement" ("user_id")`);
    this.addSql(`create index "judgement_style_id_index" on "judgement" ("style_id")`);
    this.addSql(`alter table "judgement" add constraint "judgement_generation_id_unique" unique ("generation_id")`);
    this.addSql(
      `alter table "judgement" add constraint "judgement_given" check ((judged_at is null) = (likeness is null) and (judged_at is null) = (would_use is null))`,
    );
    this.addSql(`alter table "judgement" add constraint "judgement_likeness" check (likeness >= 1 and likeness <= 5)`);
    this.addSql(
      `alter table "judgement" add constraint "judgement_sentence" check ((sentence is null) = (consented_at is null) and (sentence is null) = (consent_version is null) and (sentence is null or judged_at is not null))`,
    );
    this.addSql(
      `alter table "judgement" add constraint "judgement_answers" check ((reply is null) = (replied_at is null) and (hidden_at is null) = (hidden_reason is null) and (sentence is not null or (reply is null and hidden_at is null)))`,
    );
    this.addSql(
      `alter table "judgement" add constraint "judgement_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "judgement" add constraint "judgement_style_id_fk" foreign key ("style_id") references "style" ("id") on delete restrict`,
    );
  }
}
