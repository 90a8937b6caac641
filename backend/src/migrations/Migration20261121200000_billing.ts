import { Migration } from '@mikro-orm/migrations';

/** Billing in full: packs, upgrades, payments and what goes back, declarations of the end; the ledger in the order of booking. */
export class Migration20261121200000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "plan_price" ("provider_price_id" varchar(100) not null, "plan_id" varchar(40) not null, "price_rappen" int not null, "published_at" timestamptz(3) not null, primary key ("provider_price_id"))`,
    );
    this.addSql(`create index "plan_price_plan_id_index" on "plan_price" ("plan_id")`);
    this.addSql(
      `insert into "plan_price" select "provider_price_id", "id", "price_rappen", now() from "plan" where "provider_price_id" is not null`,
    );

    this.addSql(
      `create table "credit_pack" ("id" uuid not null, "created_at" timestamptz(3) not null, "seed_key" varchar(40) null, "name" varchar(60) not null, "credits" int not null, "price_rappen" int not null, "is_business_pack" boolean not null default false, "is_most_popular" boolean not null default false, "sort_order" int not null, "archived_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`alter table "credit_pack" add constraint "credit_pack_seed_key_unique" unique ("seed_key")`);
    this.addSql(`alter table "credit_pack" add constraint "credit_pack_credits_positive" check (credits > 0)`);
    this.addSql(`alter table "credit_pack" add constraint "credit_pack_price_positive" check (price_rappen > 0)`);

    this.addSql(`alter table "credit_account" add column "owed" int not null default 0`);
    this.addSql(`alter table "credit_account" add constraint "credit_account_owed_not_negative" check (owed >= 0)`);
    this.addSql(`alter table "credit_ledger" add column "seq" serial not null`);
    this.addSql(`alter table "credit_ledger" add constraint "credit_ledger_seq_unique" unique ("seq")`);
    this.addSql(`drop index "credit_ledger_user_id_created_at_index"`);
    this.addSql(`create index "credit_ledger_user_id_seq_index" on "credit_ledger" ("user_id", "seq")`);
    this.addSql(`alter table "credit_ledger" drop constraint "credit_ledger_reason_check"`);
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_reason_check" check ("reason" in ('plan_grant', 'upgrade_grant', 'pack_grant', 'training_charge', 'training_return', 'generation_charge', 'generation_return', 'refund_deduction', 'refund_return', 'debt_settlement', 'admin_adjustment'))`,
    );

    this.addSql(
      `alter table "customer_order" add column "number" varchar(20) null, add column "kind" text not null default 'plan', add column "pack_id" uuid null, add column "item_name" varchar(60) null, add column "subscription_id" uuid null, add column "from_plan_id" varchar(40) null, add column "quoted_at" timestamptz(3) null, add column "invoice_id" varchar(100) null, add column "withdrawn_at" timestamptz(3) null`,
    );
    this.addSql(`alter table "customer_order" rename column "checkout_url" to "payment_url"`);
    this.addSql(
      `update "customer_order" set "number" = 'B-' || upper(substr(md5("id"::text), 1, 4)) || '-' || upper(substr(md5("id"::text), 5, 4)) || '-' || upper(substr(md5("id"::text), 9, 4)), "item_name" = coalesce((select "name" from "plan" where "plan"."id" = "customer_order"."plan_id"), "plan_id")`,
    );
    this.addSql(
      `alter table "customer_order" alter column "number" set not null, alter column "item_name" set not null, alter column "kind" drop default, alter column "plan_id" drop not null`,
    );
    this.addSql(`alter table "customer_order" add constraint "customer_order_number_unique" unique ("number")`);
    this.addSql(`alter table "customer_order" add constraint "customer_order_invoice_id_unique" unique ("invoice_id")`);
    this.addSql(
      `alter table "customer_order" add constraint "customer_order_kind_check" check ("kind" in ('plan', 'pack', 'upgrade'))`,
    );
    this.addSql(`alter table "customer_order" drop constraint "customer_order_status_check"`);
    this.addSql(
      `alter table "customer_order" add constraint "customer_order_status_check" check ("status" in ('pending', 'paid', 'failed', 'expired', 'canceled', 'withdrawn'))`,
    );
    this.addSql(
      `create unique index "customer_order_one_waiting_upgrade" on "customer_order" ("user_id") where "kind" = 'upgrade' and "status" = 'pending'`,
    );

    // Subscriptions of an older shape are mirrors: whoever has one is read again at the next occasion.
    this.addSql(`delete from "subscription"`);
    this.addSql(
      `alter table "subscription" add column "provider_item_id" varchar(100) not null, add column "price_rappen" int not null, add column "current_period_start" timestamptz(3) not null, add column "problem" text null, add column "open_invoice_id" varchar(100) null, add column "pay_url" text null, add column "waiting_plan_id" varchar(40) null, add column "waiting_until" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "subscription" add constraint "subscription_problem_check" check ("problem" in ('payment_failed', 'action_required'))`,
    );
    this.addSql(`update "billing_customer" set "synchronised_at" = null`);

    this.addSql(
      `create table "payment" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "kind" text not null, "source_id" varchar(200) not null, "provider_subscription_id" varchar(100) null, "payment_intent_id" varchar(100) null, "order_id" uuid null, "amount_rappen" int not null, "credits_granted" int not null, "paid_at" timestamptz(3) not null, "period_start" timestamptz(3) null, "period_end" timestamptz(3) null, "refunded_rappen" int not null default 0, "disputed_rappen" int not null default 0, "is_dispute_open" boolean not null default false, "credits_taken_back" int not null default 0, "corrections" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`create index "payment_user_id_index" on "payment" ("user_id")`);
    this.addSql(`create index "payment_provider_subscription_id_index" on "payment" ("provider_subscription_id")`);
    this.addSql(`alter table "payment" add constraint "payment_source_id_unique" unique ("source_id")`);
    this.addSql(`alter table "payment" add constraint "payment_payment_intent_id_unique" unique ("payment_intent_id")`);
    this.addSql(
      `alter table "payment" add constraint "payment_kind_check" check ("kind" in ('subscription_create', 'subscription_cycle', 'subscription_update', 'pack'))`,
    );
    this.addSql(
      `alter table "payment" add constraint "payment_credits_taken_back_within_grant" check (credits_taken_back >= 0 and credits_taken_back <= credits_granted)`,
    );

    this.addSql(
      `create table "refund" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "payment_id" uuid not null, "order_id" uuid null, "amount_rappen" int not null, "status" text not null, "provider_id" varchar(100) null, primary key ("id"))`,
    );
    this.addSql(`create index "refund_user_id_index" on "refund" ("user_id")`);
    this.addSql(`create index "refund_payment_id_index" on "refund" ("payment_id")`);
    this.addSql(`alter table "refund" add constraint "refund_provider_id_unique" unique ("provider_id")`);
    this.addSql(
      `alter table "refund" add constraint "refund_status_check" check ("status" in ('requested', 'submitted', 'failed'))`,
    );
    this.addSql(`alter table "refund" add constraint "refund_amount_positive" check (amount_rappen > 0)`);

    this.addSql(
      `create table "declaration" ("id" uuid not null, "created_at" timestamptz(3) not null, "number" varchar(20) not null, "kind" text not null, "name" varchar(100) not null, "email" varchar(320) not null, "order_number" varchar(40) null, "manner" text null, "statement" text null, "user_id" uuid null, "order_id" uuid null, "status" text not null, "effective_at" timestamptz(3) null, "refund_rappen" int null, primary key ("id"))`,
    );
    this.addSql(`create index "declaration_user_id_index" on "declaration" ("user_id")`);
    this.addSql(`alter table "declaration" add constraint "declaration_number_unique" unique ("number")`);
    this.addSql(
      `alter table "declaration" add constraint "declaration_kind_check" check ("kind" in ('cancellation', 'withdrawal'))`,
    );
    this.addSql(
      `alter table "declaration" add constraint "declaration_manner_check" check ("manner" in ('ordinary', 'extraordinary'))`,
    );
    this.addSql(
      `alter table "declaration" add constraint "declaration_status_check" check ("status" in ('received', 'done', 'review'))`,
    );

    this.addSql(
      `alter table "refund" add constraint "refund_payment_id_fk" foreign key ("payment_id") references "payment" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "plan_price" add constraint "plan_price_plan_id_fk" foreign key ("plan_id") references "plan" ("id") on delete restrict`,
    );
  }
}
