import { Migration } from '@mikro-orm/migrations';

/** Since when something of a run could be seen, kept as long as its charge; and whose act a return follows. */
export class Migration20261129000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "shown_run" ("generation_id" uuid not null, "user_id" uuid not null, "charge_key" varchar(200) not null, "shown_at" timestamptz(3) not null, primary key ("generation_id"))`,
    );
    this.addSql(`alter table "shown_run" add constraint "shown_run_charge_key_unique" unique ("charge_key")`);
    // Goes with the ledger, and no earlier.
    this.addSql(
      `alter table "shown_run" add constraint "shown_run_charge_key_fk" foreign key ("charge_key") references "credit_ledger" ("business_key") on delete cascade`,
    );
    this.addSql(`create index "shown_run_user_id_index" on "shown_run" ("user_id")`);
    this.addSql(
      `insert into "shown_run" ("generation_id", "user_id", "charge_key", "shown_at") select g."id", g."user_id", l."business_key", coalesce(g."completed_at", g."started_at", g."created_at")
       from "generation" g join "credit_ledger" l on l."business_key" = 'generation:' || g."id" || ':charge' where g."status" = 'completed' or (g."status" = 'processing' and g."previewed" <> '[]')`,
    );
    this.addSql(`alter table "credit_ledger" add column "caused_by" text null`);
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_caused_by_check" check ("caused_by" in ('customer', 'failure', 'operator'))`,
    );
  }
}
