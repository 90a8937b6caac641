import { Migration } from '@mikro-orm/migrations';

/** What API keys were used for: calls and credits by month. */
export class Migration20261201020359 extends Migration {
  override up(): void {
    this.addSql(
      `create table "api_key_usage" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "api_key_id" uuid not null, "name" varchar(60) not null, "hint" varchar(12) not null, "month" varchar(7) not null, "calls" int not null default 0, "limited" int not null default 0, "trainings" int not null default 0, "runs" int not null default 0, "credits_spent" int not null default 0, "credits_returned" int not null default 0, primary key ("id"))`,
    );
    this.addSql(
      `alter table "api_key_usage" add constraint "api_key_usage_api_key_id_month_unique" unique ("api_key_id", "month")`,
    );
    this.addSql(`create index "api_key_usage_user_id_created_at_index" on "api_key_usage" ("user_id", "created_at")`);
    this.addSql(`create index "api_key_usage_created_at_index" on "api_key_usage" ("created_at")`);
    this.addSql(`alter table "credit_ledger" add column "api_key_id" uuid null`);
    this.addSql(`alter table "planned_run" add column "api_key_id" uuid null`);
  }
}
