import { Migration } from '@mikro-orm/migrations';

/** Where browsers can be reached. An address ends with its session, whoever ends that. */
export class Migration20261124000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "push_subscription" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "session_id" uuid not null, "endpoint" varchar(1024) not null, "p256dh" varchar(88) not null, "auth" varchar(24) not null, "renewed_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "push_subscription_user_id_index" on "push_subscription" ("user_id")`);
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_session_id_unique" unique ("session_id")`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_endpoint_unique" unique ("endpoint")`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_session_id_fk" foreign key ("session_id") references "session" ("id") on delete cascade`,
    );
  }
}
