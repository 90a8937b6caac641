import { Migration } from '@mikro-orm/migrations';

/** Fair queues: whose work a job is. Payments wound up with their contract; cancellations taken back. Portraits in several formats, and recognised again. */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "job" add column "owner_id" uuid null`);
    this.addSql(`create index "job_owner_id_index" on "job" ("owner_id") where "finished_at" is null`);

    this.addSql(`alter table "payment" add column "wound_up_at" timestamptz(3) null`);
    this.addSql(`update "payment" set "wound_up_at" = now() where "order_id" in (select "id" from "customer_order" where "status" = 'withdrawn')
      or "provider_subscription_id" in (select s."provider_id" from "subscription" s join "customer_order" o on o."subscription_id" = s."id" where o."kind" = 'plan' and o."status" = 'withdrawn')`);
    this.addSql(`alter table "declaration" add column "taken_back_at" timestamptz(3) null`);

    this.addSql(`alter table "generation" add column "engine" varchar(20) null`);
    this.addSql(`alter table "portrait" add column "has_formats" boolean not null default false`);

    this.addSql(`alter table "portrait" alter column "likeness" drop not null`);
    this.addSql(`alter table "portrait" add column "rank" real null`);
    this.addSql(`update "portrait" set "rank" = "likeness"`);
    this.addSql(`alter table "portrait" alter column "rank" set not null`);

    this.addSql(
      `create table "portrait_fingerprint" ("id" uuid not null, "created_at" timestamptz(3) not null, "portrait_id" uuid not null, "bits" bit(256) not null, primary key ("id"))`,
    );
    this.addSql(`create index "portrait_fingerprint_portrait_id_index" on "portrait_fingerprint" ("portrait_id")`);
    this.addSql(
      `alter table "portrait_fingerprint" add constraint "portrait_fingerprint_portrait_id_fk" foreign key ("portrait_id") references "portrait" ("id") on delete cascade`,
    );
  }
}
