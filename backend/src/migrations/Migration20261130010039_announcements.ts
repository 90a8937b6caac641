import { Migration } from '@mikro-orm/migrations';

/** Changes of terms, privacy policy and prices that customers are told of ahead, and who was told when. */
export class Migration20261130010039 extends Migration {
  override up(): void {
    this.addSql(
      `create table "announcement" ("id" uuid not null, "created_at" timestamptz(3) not null, "kind" text not null, "text" text not null, "effective_from" timestamptz(3) not null, "send_from" timestamptz(3) not null, "version" varchar(20) null, "plan_id" varchar(40) null, "price_rappen" int null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "announcement" add constraint "announcement_kind_check" check ("kind" in ('terms', 'privacy', 'price'))`,
    );
    this.addSql(
      `alter table "announcement" add constraint "announcement_of_its_kind" check ((kind = 'terms') = (version is not null) and (kind = 'price') = (plan_id is not null) and (kind = 'price') = (price_rappen is not null))`,
    );
    this.addSql(`alter table "announcement" add constraint "announcement_version_unique" unique ("version")`);
    this.addSql(
      `create unique index "announcement_day_once" on "announcement" ("kind", coalesce("plan_id", ''), "effective_from")`,
    );
    this.addSql(
      `create table "announcement_receipt" ("id" uuid not null, "created_at" timestamptz(3) not null, "announcement_id" uuid not null, "user_id" uuid not null, "begun_at" timestamptz(3) null, "sent_at" timestamptz(3) null, "effective_from" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "announcement_receipt_user_id_index" on "announcement_receipt" ("user_id")`);
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_announcement_id_user_id_unique" unique ("announcement_id", "user_id")`,
    );
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_announcement_id_fk" foreign key ("announcement_id") references "announcement" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "announcement_receipt" add constraint "announcement_receipt_sent" check ((sent_at is null) = (effective_from is null) and (sent_at is null or begun_at is not null))`,
    );
  }
}
