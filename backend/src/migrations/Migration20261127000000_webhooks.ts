import { Migration } from '@mikro-orm/migrations';

/** Where customers' programs are told of what happens, and what they were told. */
export class Migration20261127000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook_endpoint" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "url" varchar(2048) not null, "events" jsonb not null, "sealed_key" varchar(120) not null, "previous_key" varchar(120) null, "previous_key_until" timestamptz(3) null, "disabled_at" timestamptz(3) null, "disabled_reason" text null, "failing_since" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "webhook_endpoint_user_id_index" on "webhook_endpoint" ("user_id")`);
    this.addSql(
      `alter table "webhook_endpoint" add constraint "webhook_endpoint_disabled_reason_check" check ("disabled_reason" in ('owner', 'gone', 'failing'))`,
    );
    this.addSql(
      `alter table "webhook_endpoint" add constraint "webhook_endpoint_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "webhook_delivery" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "endpoint_id" uuid not null, "message_id" varchar(60) not null, "type" varchar(40) not null, "body" text not null, "state" text not null default 'pending', "attempts" jsonb not null, "job_id" uuid not null, "tries" int not null default 0, "begun_at" timestamptz(3) not null, "next_attempt_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "webhook_delivery_user_id_index" on "webhook_delivery" ("user_id")`);
    this.addSql(
      `create index "webhook_delivery_endpoint_id_created_at_id_index" on "webhook_delivery" ("endpoint_id", "created_at", "id")`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_endpoint_id_message_id_unique" unique ("endpoint_id", "message_id")`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_state_check" check ("state" in ('pending', 'delivered', 'failed'))`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_endpoint_id_fk" foreign key ("endpoint_id") references "webhook_endpoint" ("id") on delete cascade`,
    );
  }
}
