import { Migration } from '@mikro-orm/migrations';

/** Prices that were announced: what customers were told, from when it is charged, and what orders agreed on. */
export class Migration20261130010041 extends Migration {
  override up(): void {
    this.addSql(`alter table "plan" add column "seeded_rappen" int null, add column "priced_at" timestamptz(3) null`);
    this.addSql(`update "plan" set "seeded_rappen" = "price_rappen"`);
    this.addSql(`alter table "subscription" add column "renewal_rappen" int null`);
    this.addSql(`alter table "customer_order" add column "monthly_rappen" int null, add column "from_rappen" int null`);
    this.addSql(`update "customer_order" set "monthly_rappen" = "amount_rappen" where "kind" = 'plan'`);
    this.addSql(`alter table "announcement" add column "published_at" timestamptz(3) null`);
    this.addSql(
      `create table "price_notice" ("id" uuid not null, "created_at" timestamptz(3) not null, "subscription_id" uuid not null, "plan_id" varchar(40) not null, "price_rappen" int not null, "announced_for" timestamptz(3) not null, "effective_from" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "price_notice" add constraint "price_notice_subscription_id_plan_id_announced_for_unique" unique ("subscription_id", "plan_id", "announced_for")`,
    );
    this.addSql(
      `alter table "price_notice" add constraint "price_notice_subscription_id_fk" foreign key ("subscription_id") references "subscription" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "price_notice" add constraint "price_notice_never_earlier" check (effective_from >= announced_for)`,
    );
    // Who was told before by email pays what it said, from the day it said.
    this.addSql(
      `insert into "price_notice" ("id", "created_at", "subscription_id", "plan_id", "price_rappen", "announced_for", "effective_from") select gen_random_uuid(), r."sent_at", s."id", a."plan_id", a."price_rappen", a."effective_from", r."effective_from" from "announcement_receipt" as r join "announcement" as a on a."id" = r."announcement_id" join "subscription" as s on s."user_id" = r."user_id" and s."plan_id" = a."plan_id" and s."status" in ('active', 'past_due') and s."started_at" < r."sent_at" where a."kind" = 'price' and r."sent_at" is not null and r."effective_from" >= a."effective_from"`,
    );
    this.addSql(
      `create table "price_change" ("id" uuid not null, "created_at" timestamptz(3) not null, "subscription_id" uuid not null, "plan_id" varchar(40) not null, "from_rappen" int not null, "to_rappen" int not null, "effective_from" timestamptz(3) not null, "renews_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "price_change" add constraint "price_change_subscription_id_renews_at_unique" unique ("subscription_id", "renews_at")`,
    );
    this.addSql(
      `alter table "price_change" add constraint "price_change_never_before_its_day" check (effective_from <= renews_at)`,
    );
    this.addSql(
      `alter table "price_change" add constraint "price_change_subscription_id_fk" foreign key ("subscription_id") references "subscription" ("id") on delete cascade`,
    );
  }
}
