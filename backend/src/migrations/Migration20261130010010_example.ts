import { Migration } from '@mikro-orm/migrations';

/** Pictures of real people on public pages, each with the release that allows it. */
export class Migration20261130010010 extends Migration {
  override up(): void {
    this.addSql(
      `create table "example" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid null, "generation_id" uuid null, "style_id" uuid not null, "status" text not null, "alias" varchar(40) not null, "places" jsonb not null, "release_reference" varchar(120) not null, "released_at" timestamptz(3) not null, "months" int null, "ends_at" timestamptz(3) not null, "shown_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "ended_because" text null, primary key ("id"))`,
    );
    this.addSql(`create index "example_user_id_index" on "example" ("user_id")`);
    this.addSql(`create index "example_generation_id_index" on "example" ("generation_id")`);
    this.addSql(`create index "example_status_created_at_index" on "example" ("status", "created_at")`);
    this.addSql(
      `alter table "example" add constraint "example_status_check" check ("status" in ('preparing', 'offered', 'shown', 'ended'))`,
    );
    this.addSql(
      `alter table "example" add constraint "example_ended_because_check" check ("ended_because" in ('withdrawn', 'expired', 'refused', 'removed', 'deleted'))`,
    );
    this.addSql(
      `alter table "example" add constraint "example_ended" check ((status = 'ended') = (ended_at is not null and ended_because is not null))`,
    );
    this.addSql(
      `alter table "example" add constraint "example_shown" check (status <> 'shown' or shown_at is not null)`,
    );
    this.addSql(
      `create table "example_picture" ("id" uuid not null, "created_at" timestamptz(3) not null, "example_id" uuid not null, "kind" text not null, "position" int not null, "source_key" varchar(200) not null, "mark" text null, "width" int not null, "height" int not null, "ready_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "example_picture_example_id_index" on "example_picture" ("example_id")`);
    this.addSql(
      `alter table "example_picture" add constraint "example_picture_kind_check" check ("kind" in ('before', 'portrait'))`,
    );
    this.addSql(
      `alter table "example_picture" add constraint "example_picture_mark_check" check ("mark" in ('compositeSynthetic', 'trainedAlgorithmicMedia'))`,
    );
    this.addSql(
      `create table "example_setting" ("id" uuid not null, "created_at" timestamptz(3) not null, "is_only" boolean not null default true, "reward_credits" int not null, primary key ("id"))`,
    );
    this.addSql(`alter table "example_setting" add constraint "example_setting_is_only_unique" unique ("is_only")`);
    this.addSql(`alter table "example_setting" add constraint "example_setting_is_only" check (is_only)`);
    this.addSql(
      `alter table "example_setting" add constraint "example_setting_reward_not_negative" check (reward_credits >= 0)`,
    );
    this.addSql(`alter table "credit_ledger" drop constraint "credit_ledger_reason_check"`);
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_reason_check" check ("reason" in ('plan_grant', 'upgrade_grant', 'pack_grant', 'training_charge', 'training_return', 'generation_charge', 'generation_return', 'refund_deduction', 'refund_return', 'debt_settlement', 'admin_adjustment', 'example_reward'))`,
    );
    this.addSql(`alter table "deletion_receipt" drop constraint "deletion_receipt_kind_check"`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_kind_check" check ("kind" in ('portraits', 'reference_photos', 'draft', 'profile', 'example', 'account'))`,
    );
    this.addSql(`alter table "deletion_receipt" drop constraint "deletion_receipt_rule_check"`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_rule_check" check ("rule" in ('asked', 'training_done', 'retry_window', 'portraits', 'drafts', 'left_photos', 'unconfirmed_accounts', 'misuse', 'examples'))`,
    );
  }
}
